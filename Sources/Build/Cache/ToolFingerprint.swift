import Archive
import Compiler
import Foundation
import Manifest

/// What stands for the tool and the machine in every cache key: the executable, the libraries whose output counts, the
/// fonts that pages without fonts of their own are measured with.
struct ToolFingerprint: Sendable {
  /// The version of the cache's own format.
  static let formatVersion = 6
  let digest: ContentHash

  /// - Parameters:
  ///   - digests: remembers the hashes of large files, as the executable and fonts are.
  ///   - isSmallest: whether packages are made as small as they can be (`--best`).
  init(_ digests: FileDigests, isSmallest: Bool) {
    var text = "hybrid cache \(Self.formatVersion)\(isSmallest ? " best" : "")\n"
    text += "executable \(digests.digest(ofSystemPath: Self.executable)?.name ?? "unknown")\n"
    text += "libraries \(PageCompiler.libraryVersions) zlib \(Deflate.libraryVersion)\n"
    for library in Self.loadedLibraries() { text += "library \(library)\n" }
    let environment = PageCompiler.systemFontFiles()
    for path in environment.configuration {
      let name = path.split(separator: "/").last.map(String.init) ?? path
      text += "font configuration \(name) \(digests.digest(ofSystemPath: path)?.name ?? "unreadable")\n"
    }
    // The folder of a font does not count: another checkout or machine with the same fonts has the same key.
    for font in environment.fonts.map({ digests.digest(ofSystemPath: $0)?.name ?? "unreadable" }).sorted() {
      text += "font \(font)\n"
    }
    digest = ContentHash(of: Array(text.utf8))
  }

  /// The running program's file.
  static var executable: String {
    #if os(Linux)
      return "/proc/self/exe"
    #else
      return Bundle.main.executablePath ?? CommandLine.arguments[0]
    #endif
  }

  /// The shared libraries of the process that take part in what pages become: their files carry their versions.
  private static func loadedLibraries() -> [String] {
    guard let maps = try? SystemFile.read("/proc/self/maps", limit: 1 << 22) else { return [] }
    let wanted = [
      "libharfbuzz", "libicu", "libz.", "libdeflate", "libzopfli", "libfreetype", "libfontconfig", "libxml2",
      "libwoff2", "libcmark", "libwebp", "libavif", "libaom", "libjpeg", "libpng",
    ]
    var names: Set<String> = []
    for line in String(decoding: maps, as: UTF8.self).split(separator: "\n") {
      guard let slash = line.lastIndex(of: "/") else { continue }
      let name = line[line.index(after: slash)...]
      if wanted.contains(where: name.hasPrefix) { names.insert(String(name)) }
    }
    return names.sorted()
  }
}
