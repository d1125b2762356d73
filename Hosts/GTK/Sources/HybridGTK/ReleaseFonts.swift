import GTKShims
import HybridClient
import Manifest
import Text

/// The fonts that a release ships: texts are measured and painted with them, and GTK draws with them too.
struct ReleaseFonts: Sendable {
  /// The machine's fonts, read once.
  static let library = FontLibrary()

  /// The release's fonts before the machine's.
  let set: FontSet
  private let files: [(family: String, file: FontFile)]
  /// The most bytes of a font file that is read.
  private static let mostBytes = 32 << 20

  /// The fonts with which the texts of a release were measured. A file that cannot be read is passed over: the machine's font of
  /// that name, or one that is like it, takes its place.
  init(of release: OpenedRelease) {
    var families: [String: Set<String>] = [:]
    for font in release.manifest.fonts { families[font.subset ?? font.hash, default: []].insert(font.family) }
    var files: [(family: String, file: FontFile)] = []
    for path in families.isEmpty ? [] : release.fontPaths {
      guard let bytes = try? release.contents(of: path), bytes.count <= Self.mostBytes,
        let file = try? FontFile(bytes: bytes, path: path)
      else { continue }
      // Manifests have the hash of a font as it is unpacked.
      let hash = file.withContent { ContentHash(of: Array($0)) }
      for family in (families[hash.description] ?? []).sorted() { files.append((family, file)) }
    }
    self.files = files
    set = FontSet(library: Self.library, rules: files.map { FontFaceRule(family: $0.family, file: $0.file) })
  }

  /// Has GTK draw with the fonts, and no more with those of another release.
  @MainActor func useForDrawing() {
    hv_fonts_forget()
    for (family, file) in files {
      let isKnown = file.withContent { bytes in
        bytes.baseAddress.map { hv_font_add(family, $0.assumingMemoryBound(to: UInt8.self), bytes.count) } ?? false
      }
      Trace.note("font", [("family", .string(family)), ("path", .string(file.path)), ("isKnown", .bool(isKnown))])
    }
  }
}
