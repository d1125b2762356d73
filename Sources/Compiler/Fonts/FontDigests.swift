import Layout
import Synchronization
import Text

/// The content hashes of the fonts that measured, each file hashed once.
final class FontDigests: Sendable {
  private let digest: @Sendable (UnsafeRawBufferPointer) -> String
  private let known = Mutex<[ObjectIdentifier: String]>([:])

  init(digest: @escaping @Sendable (UnsafeRawBufferPointer) -> String) {
    self.digest = digest
  }

  /// The fonts that measured a layout's lines, in order of family, with their places by the measurer's numbers.
  func measured(
    _ result: LayoutResult, by measurer: SystemTextMeasurer
  ) -> (fonts: [MeasuredFont], places: [Int: Int]) {
    var byNumber: [Int: MeasuredFont] = [:]
    for line in result.lines {
      // Pairs of a font and how many UTF-16 units it measured.
      for number in stride(from: 0, to: line.fonts.count, by: 2).map({ line.fonts[$0] }) {
        guard byNumber[number] == nil, number >= 0, number < measurer.fontCount else { continue }
        let font = measurer.font(number)
        byNumber[number] = font.withContent { bytes in
          MeasuredFont(family: font.family, hash: hash(of: font.contentIdentity, bytes), size: bytes.count)
        }
      }
    }
    let fonts = Set(byNumber.values).sorted { ($0.family, $0.hash) < ($1.family, $1.hash) }
    return (fonts, byNumber.compactMapValues { fonts.firstIndex(of: $0) })
  }

  private func hash(of identity: ObjectIdentifier, _ bytes: UnsafeRawBufferPointer) -> String {
    if let hash = known.withLock({ $0[identity] }) { return hash }
    let hash = digest(bytes)
    known.withLock { $0[identity] = hash }
    return hash
  }
}
