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

  /// The fonts that measured a layout's lines, in order of family.
  func measured(_ result: LayoutResult, by measurer: SystemTextMeasurer) -> [MeasuredFont] {
    var numbers: Set<Int> = []
    for line in result.lines { numbers.formUnion(line.fonts) }
    let fonts = numbers.filter { $0 >= 0 && $0 < measurer.fontCount }.map { number -> MeasuredFont in
      let font = measurer.font(number)
      return font.withContent { bytes in
        MeasuredFont(family: font.family, hash: hash(of: font.contentIdentity, bytes), size: bytes.count)
      }
    }
    return Set(fonts).sorted { ($0.family, $0.hash) < ($1.family, $1.hash) }
  }

  private func hash(of identity: ObjectIdentifier, _ bytes: UnsafeRawBufferPointer) -> String {
    if let hash = known.withLock({ $0[identity] }) { return hash }
    let hash = digest(bytes)
    known.withLock { $0[identity] = hash }
    return hash
  }
}
