import Diagnostics

/// SVG files as images: what of them browsers refuse to show.
public enum VectorImage {
  /// Why browsers show an SVG file as a broken image, or `nil` where they show it.
  ///
  /// As Chromium reads images: UTF-8 (or UTF-16 behind a byte order mark), well-formed, every prefix declared, and a root
  /// `svg` in SVG's namespace. Documents that declare entities are taken as they are: the entities are not expanded here.
  public static func fault(in bytes: [UInt8]) -> String? {
    guard bytes.count <= Document.maximumSourceSize, !bytes.containsSequence("<!ENTITY") else { return nil }
    let markup: [UInt8] =
      if bytes.starts(with: [0xFF, 0xFE]) {
        TextEncoding.utf16LittleEndian.decode(bytes.dropFirst(2))
      } else if bytes.starts(with: [0xFE, 0xFF]) {
        TextEncoding.utf16BigEndian.decode(bytes.dropFirst(2))
      } else if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
        Array(bytes.dropFirst(3))
      } else {
        bytes
      }
    let named = XHTMLEntities(markup)
    let (document, problems) = XMLTree.read(named.markup, keepsPlaces: false)
    if let problem = problems.first(where: { $0.kind != .warning }) {
      let position = SourceFile(path: "", bytes: markup).position(at: named.sourceOffset(problem.offset))
      return "line \(position.line), column \(position.column): \(problem.message)"
    }
    let root = document.documentElement
    guard root.exists, document.namespace(root) == .svg, document.name(root) == .svg else {
      return "its root is not an svg element of the namespace \(NamespaceURI.svg)"
    }
    return nil
  }
}
