/// What the layout of a page may take: more for a page that is made of more.
struct LayoutLimits {
  /// The pieces that a page of any size may have; so many take 300 MB at three viewports, while a few bytes may make one
  /// and a screen shows a hundred.
  static let fewestPieces = 180_000
  /// No page has more, whatever it is made of.
  static let mostPieces = 1_000_000
  /// The size up to which a page has ``fewestPieces``, in bytes.
  private static let sizeOfFewest = 1_000_000

  /// The most steps of matching selectors; what is left counts as not matching.
  let matchingSteps: Int
  /// The most pieces of text on the lines of a page, with what its boxes and blocks with lines count as.
  let pieces: Int

  /// The limits of a page that is made of so many bytes.
  init(matchingSteps: Int, inputSize: Int) {
    self.matchingSteps = matchingSteps
    let size = min(max(0, inputSize), Self.sizeOfFewest * 10)
    pieces = min(Self.mostPieces, max(Self.fewestPieces, size * Self.fewestPieces / Self.sizeOfFewest))
  }
}
