import HTML
import Names
import References

/// What the markup of an image is given when its files are known.
public struct ImageReplacement: Sendable {
  /// A file beside the one that `src` names.
  public struct File: Hashable, Sendable {
    /// The name, without the folder.
    public var name: String
    /// Pixels.
    public var width: Int

    /// A file.
    public init(name: String, width: Int) {
      self.name = name
      self.width = width
    }
  }

  /// The candidates by media type, the best first; only where the image is wrapped.
  public var sources: [(type: String, files: [File])] = []
  /// The candidates of the element itself.
  public var own: [File] = []

  /// A replacement.
  public init(sources: [(type: String, files: [File])] = [], own: [File] = []) {
    self.sources = sources
    self.own = own
  }
}

/// The images of a page as it is packaged: marked while the page is compiled, given their candidates when the whole site is
/// known.
public enum ImageMarkup {
  static let attribute = Name("data-hybrid-image")
  private static let start = Array(" data-hybrid-image=\"".utf8)
  /// The style of a `<picture>` around an image: it makes no box.
  static let wrapperStyle = "display:contents"

  /// The document with marks on the images that have one.
  static func marked(_ document: Document, _ uses: [(node: NodeID, use: ImageUse)]) -> Document {
    guard uses.contains(where: { $0.use.mark != nil }) else { return document }
    var document = document
    for (node, use) in uses {
      if let mark = use.mark { document.setAttribute(attribute, to: "\(mark)", of: node) }
    }
    return document
  }

  /// Whether a page's text has what marks look like.
  static func holdsMarks(_ text: [UInt8]) -> Bool {
    !text.isEmpty && text.firstRange(of: start.dropFirst().dropLast(2)) != nil
  }

  /// A packaged page with its marks replaced; those without a replacement are taken away.
  ///
  /// - Parameters:
  ///   - page: the markup.
  ///   - uses: the page's images.
  ///   - replacements: what images are given, by their marks.
  public static func rewritten(
    _ page: [UInt8], _ uses: [ImageUse], _ replacements: [Int: ImageReplacement]
  ) -> [UInt8] {
    let uses = Dictionary(
      uses.compactMap { use in use.mark.map { ($0, use) } }, uniquingKeysWith: { first, _ in first })
    guard !uses.isEmpty else { return page }
    var result: [UInt8] = []
    result.reserveCapacity(page.count + uses.count * 400)
    var rest = page[...]
    while let range = rest.firstRange(of: start) {
      let digits = rest[range.upperBound...].prefix { $0 >= 0x30 && $0 <= 0x39 }
      let end = digits.endIndex
      result += rest[..<range.lowerBound]
      guard end < page.endIndex, page[end] == UInt8(ascii: "\""),
        let mark = Int(String(decoding: digits, as: UTF8.self)), let use = uses[mark]
      else {
        result += rest[range]
        rest = rest[range.upperBound...]
        continue
      }
      rest = rest[(end + 1)...]
      guard let replacement = replacements[mark], let tag = result.lastIndex(of: UInt8(ascii: "<")),
        let prefix = Self.prefix(of: result[tag...])
      else { continue }
      let isWrapped = use.isWrapped && !replacement.sources.isEmpty
      if isWrapped {
        var opening = "<picture style=\"\(wrapperStyle)\">"
        for source in replacement.sources {
          opening += "<source type=\"\(source.type)\" srcset=\"\(text(source.files, prefix))\" sizes=\"\(use.sizes)\"/>"
        }
        result.insert(contentsOf: opening.utf8, at: tag)
      }
      if !replacement.own.isEmpty {
        result += " srcset=\"\(text(replacement.own, prefix))\" sizes=\"\(use.sizes)\"".utf8
      }
      if use.getsDimensions { result += " width=\"\(use.width)\" height=\"\(use.height)\"".utf8 }
      guard isWrapped, let close = rest.firstIndex(of: UInt8(ascii: ">")) else { continue }
      result += rest[...close]
      result += "</picture>".utf8
      rest = rest[(close + 1)...]
    }
    return result + rest
  }

  /// The folder of the file that a tag's `src` names, as it is written.
  private static func prefix(of tag: ArraySlice<UInt8>) -> String? {
    guard let name = tag.firstRange(of: Array(" src=\"".utf8)) else { return nil }
    let value = tag[name.upperBound...].prefix { $0 != UInt8(ascii: "\"") }
    let path = value.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
    guard let slash = path.lastIndex(of: UInt8(ascii: "/")) else { return "" }
    let folder = path[...slash].drop { $0 <= 0x20 }
    // White space would end the URL in a list of candidates.
    guard folder.allSatisfy({ $0 > 0x20 && $0 != UInt8(ascii: ",") }) else { return nil }
    return String(decoding: folder, as: UTF8.self)
  }

  private static func text(_ files: [ImageReplacement.File], _ prefix: String) -> String {
    files.map { file in
      let name = SiteReference.percentEncoded(file.name).replacing(",", with: "%2C").replacing("&", with: "&amp;")
      return "\(prefix)\(name) \(file.width)w"
    }.joined(separator: ", ")
  }
}
