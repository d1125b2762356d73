import Diagnostics

/// A source's text after decoding (Encoding, section 6), and what was lost on the way.
public struct DecodedText: Hashable, Sendable {
  /// Valid UTF-8 without byte order mark.
  public var text: [UInt8]
  /// The encoding's name in the Encoding standard, lower-case.
  public var encoding: String
  /// Whether a byte order mark or the source itself names the encoding; otherwise it was taken to be UTF-8.
  public var isDeclared = false
  /// How often U+FFFD stands for bytes that are not a character of the encoding.
  public var replacements = 0
  /// The first of those in ``text``, in bytes; 0 where there is none.
  public var firstReplacement = 0
  /// The `<meta>` that declares the encoding too late for the prescan, in ``text``, in bytes; `nil` where none does.
  public var lateDeclaration: Range<Int>?

  /// Reports what was lost as one diagnostic, and a declaration that comes too late as another.
  ///
  /// - Parameters:
  ///   - source: the source of ``text``.
  ///   - diagnostics: takes what there is to report.
  public func report(in source: SourceFile, to diagnostics: inout DiagnosticSink) {
    if let range = lateDeclaration {
      diagnostics.report(
        .lateEncodingDeclaration,
        "the encoding is declared behind the first 1,024 bytes: browsers begin to read the page as another", in: source,
        at: range, help: "make it the first element of `<head>`")
    }
    guard replacements > 0 else { return }
    let name = encoding.hasPrefix("utf") ? encoding.uppercased() : encoding
    let what =
      replacements == 1
      ? "bytes that are not valid \(name) are read as U+FFFD"
      : "bytes that are not valid \(name) are read as U+FFFD, here and at \(replacements - 1) other places"
    diagnostics.report(
      .undecodableBytes, what, in: source, at: firstReplacement..<(firstReplacement + 3),
      help: isDeclared
        ? "save the file as \(name), or declare the encoding that it is in"
        : "save the file as UTF-8, or declare its encoding at the beginning")
  }
}
