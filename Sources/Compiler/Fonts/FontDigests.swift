import Layout
import Platform
import Text

/// The content hashes of the fonts that measured, each file hashed once.
final class FontDigests: Sendable {
  private let digest: @Sendable (UnsafeRawBufferPointer) -> String
  /// The fonts are kept with their hashes: an identity names its bytes only while they live.
  private let known = Mutex<[ObjectIdentifier: (hash: String, font: SystemTextMeasurer.MeasuredFont)]>([:])

  init(digest: @escaping @Sendable (UnsafeRawBufferPointer) -> String) {
    self.digest = digest
  }

  /// The fonts that measured a layout's lines, in order of family, with their places by the measurer's numbers.
  func measured(
    _ result: LayoutResult, by measurer: SystemTextMeasurer
  ) -> (fonts: [MeasuredFont], places: [Int: Int]) {
    var byNumber: [Int: MeasuredFont] = [:]
    var isSeen = [Bool](repeating: false, count: measurer.fontCount)
    // The lines are read where they are: they hold their texts.
    for line in result.lines.indices {
      // Pairs of a font and how many UTF-16 units it measured.
      for position in stride(from: 0, to: result.lines[line].fonts.count, by: 2) {
        let number = result.lines[line].fonts[position]
        guard isSeen.indices.contains(number), !isSeen[number] else { continue }
        isSeen[number] = true
        let font = measurer.font(number)
        byNumber[number] = MeasuredFont(
          family: font.family, hash: hash(of: font), size: font.contentSize, isApproximate: font.origin == .system,
          standInFamily: font.origin == .system ? font.ownFamily : "", isShipped: font.origin == .shipped)
      }
    }
    let fonts = Set(byNumber.values).sorted {
      ($0.family, $0.hash, $0.size, $0.isApproximate ? 1 : 0) < ($1.family, $1.hash, $1.size, $1.isApproximate ? 1 : 0)
    }
    return (fonts, byNumber.compactMapValues { fonts.firstIndex(of: $0) })
  }

  /// The content hash of a font.
  func hash(of font: SystemTextMeasurer.MeasuredFont) -> String {
    let identity = font.contentIdentity
    if let known = known.withLock({ $0[identity] }) { return known.hash }
    let hash = font.withContent(digest)
    known.withLock { $0[identity] = (hash, font) }
    return hash
  }
}
