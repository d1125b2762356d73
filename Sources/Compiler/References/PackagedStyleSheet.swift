import Platform
import CSS
import References

/// Style sheets as they are written into a package: URLs that count from the site's root (`url(/img/a.png)`) are written as
/// seen from the file that holds them, and every other byte stays.
///
/// URLs are in `url()`, as strings in `image-set()`, and in `@import`; `@namespace` names nothing that is loaded.
public struct PackagedStyleSheet {
  private let urls: PackagedURL

  /// - Parameters:
  ///   - path: the site path of the sheet, or of the page whose `<style>` or `style` attribute it is.
  ///   - base: the path prefix that absolute references carry.
  public init(path: String, base: String) { urls = PackagedURL(path: path, base: base) }

  /// The style sheet or `style` attribute of a page.
  init(_ urls: PackagedURL) { self.urls = urls }

  /// Whether a file of the site is a style sheet by its name.
  public static func isStyleSheet(_ path: String) -> Bool { ReferringFile.isStyleSheet(path) }

  /// The text (UTF-8, or another encoding that holds ASCII) with its URLs rewritten; `nil` where none had to be.
  public func rewritten(_ css: [UInt8]) -> [UInt8]? {
    // OPTIMIZATION: most attributes and many sheets hold no URL.
    guard urls.isFromRoot ? css.contains(where: { $0 == 0x28 || $0 == 0x40 }) : Self.mayCountFromRoot(css) else {
      return nil
    }
    let edits = edits(in: TokenStream(css))
    return edits.isEmpty ? nil : TextEdit.applying(edits, to: css)
  }

  /// OPTIMIZATION: whether a `/` follows a quote or `(`, as it does in every such URL that is written without escapes.
  static func mayCountFromRoot(_ css: [UInt8]) -> Bool {
    css.withUnsafeBufferPointer { css in
      var last: UInt8 = 0
      for byte in css {
        if byte == 0x2F, last == 0x28 || last == 0x22 || last == 0x27 { return true }
        if byte > 0x20 { last = byte }
      }
      return false
    }
  }

  private func edits(in stream: TokenStream) -> [TextEdit] {
    var edits: [TextEdit] = []
    let tokens = stream.tokens
    var index = 0
    while index < tokens.count {
      let token = tokens[index]
      switch token.kind {
      case .atKeyword where stream.text(token, is: "namespace"):
        while index < tokens.count, tokens[index].kind != .semicolon { index += 1 }
      case .atKeyword where stream.text(token, is: "import"): string(behind: index, stream, &edits)
      case .url: change(token, stream, "url(", ")", &edits)
      case .function where stream.text(token, is: "url"): string(behind: index, stream, &edits)
      case .function where ImageSetStrings.isImageSet(token, in: stream):
        for text in ImageSetStrings.strings(ofFunctionAt: index, in: stream) { change(text, stream, "", "", &edits) }
      default: break
      }
      index += 1
    }
    return edits.sorted { $0.range.lowerBound < $1.range.lowerBound }
  }

  private func string(behind index: Int, _ stream: TokenStream, _ edits: inout [TextEdit]) {
    var next = index + 1
    while next < stream.tokens.count, stream.tokens[next].kind == .whitespace { next += 1 }
    guard next < stream.tokens.count, stream.tokens[next].kind == .string else { return }
    change(stream.tokens[next], stream, "", "", &edits)
  }

  private func change(
    _ token: Token, _ stream: TokenStream, _ opening: String, _ closing: String, _ edits: inout [TextEdit]
  ) {
    // A file's name in another encoding than UTF-8 is not known here.
    guard let url = stream.withText(token, { String(validUTF8: $0) }) else { return }
    let rewritten = urls.rewritten(url)
    guard rewritten != url else { return }
    var quoted = "\""
    for scalar in rewritten.unicodeScalars {
      if scalar == "\"" || scalar == "\\" { quoted.unicodeScalars.append("\\") }
      quoted.unicodeScalars.append(scalar)
    }
    edits.append(TextEdit(range: token.range, text: opening + quoted + "\"" + closing))
  }
}
