/// A term of an index, with the bytes of its list.
struct SearchTerm {
  var term: [UInt8]
  /// The number of documents that have it.
  var frequency: Int
  /// The list's bytes in the file.
  var list: Range<Int>
}
