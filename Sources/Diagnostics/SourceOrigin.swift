/// Where a part of a composed text was written.
public struct SourceOrigin: Sendable {
  /// The first byte of the part in the composed text; it reaches to the next part's.
  public var start: Int
  /// The file that a person wrote.
  public var file: SourceFile
  /// The byte there that the part began at.
  public var offset: Int
  /// How many bytes there the part stands for, where it is not a copy of them: a placeholder that was filled. `nil` for a
  /// copy.
  public var placeholder: Int?

  /// A part of a composed text.
  public init(start: Int, file: SourceFile, offset: Int, placeholder: Int? = nil) {
    self.start = start
    self.file = file
    self.offset = offset
    self.placeholder = placeholder
  }
}

extension Array where Element == SourceOrigin {
  /// The place of a byte of the composed text.
  ///
  /// - Parameter isEnd: whether the byte is the one past a range, which belongs to what comes before it.
  func place(of offset: Int, isEnd: Bool) -> (file: SourceFile, offset: Int)? {
    guard !isEmpty else { return nil }
    let wanted = isEnd ? Swift.max(0, offset - 1) : offset
    var low = 0
    var high = count
    while high - low > 1 {
      let middle = (low + high) / 2
      if self[middle].start <= wanted { low = middle } else { high = middle }
    }
    let origin = self[low]
    if let placeholder = origin.placeholder { return (origin.file, origin.offset + (isEnd ? placeholder : 0)) }
    return (origin.file, origin.offset + offset - origin.start)
  }
}
