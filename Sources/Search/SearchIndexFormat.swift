/// The numbers of `search.index` (docs/reference/format.md).
enum SearchIndexFormat {
  static let magic = Array("HYBSRCH1".utf8)
  /// The bytes before the list of languages.
  static let headerSize = 48
  /// The bytes of a document's row.
  static let documentSize = 12
  /// The bytes of a block's row.
  static let blockSize = 8
  /// The terms of a block, the first of which is written whole.
  static let blockTerms = 16
  /// The most documents of an index.
  static let mostDocuments = 1 << 20
  /// The greatest weight of a term in a document.
  static let greatestWeight = 4095

  /// The low bits of a gap that are written as they are: those of about two thirds of the mean gap.
  static func gapBits(documents: Int, frequency: Int) -> Int {
    let mean = documents * 11 / (max(1, frequency) * 16)
    return mean < 1 ? 0 : Int.bitWidth - 1 - mean.leadingZeroBitCount
  }
}
