extension Document {
  /// The tree in the format of html5lib's tree-construction tests, one node a line.
  public func dump() -> String {
    // UNIMPLEMENTED: the dump.
    ""
  }
}
