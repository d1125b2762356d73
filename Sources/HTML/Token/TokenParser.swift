import Diagnostics
import Names

/// Reads Token pages (`html-identify` beginning with `Token` on `<html>`): the tree as it is written, case kept.
///
/// The tokenizer that Web pages use finds tags, attributes and text; void and `/>` tags are closed, values quoted, end
/// tags that do not match mended (with a diagnostic), and libxml2's XML parser reads the well-formed result.
public enum TokenParser {
  /// Parses a whole page; `nil` where it cannot be read at all, which the diagnostics then say.
  ///
  /// The elements' namespace is ``Namespace/other``; attributes with a prefix (`t:for`) have
  /// ``AttributeNamespace/other``. Every node knows the bytes of the source that made it.
  public static func parse(_ source: SourceFile, diagnostics: inout DiagnosticSink) -> Document? {
    var inputErrors = ParseErrorList()
    let bytes = InputStream.prepare(source.bytes, &inputErrors)
    let mended = bytes.withUnsafeBufferPointer { input in
      var mender = MarkupMender(Tokenizer(input: input, text: bytes, keepsCase: true, errors: inputErrors))
      return mender.mend()
    }
    mended.errors.report(in: source, to: &diagnostics)
    for mend in mended.mends.sorted(by: { $0.start < $1.start }) {
      let opened = mend.opened >= 0 ? " of line \(source.position(at: mend.opened).line)" : ""
      diagnostics.report(
        mend.kind == .outsideRoot ? .markupRoot : .markupMended, mend.message(opened), in: source,
        at: mend.start..<mend.end)
    }
    guard !mended.isStopped else { return nil }
    let (document, problems) = XMLTree.read(mended.markup, origin: mended.origin)
    // Prefixes such as `t:` are never declared.
    for problem in problems where problem.kind != .namespace && problem.kind != .warning {
      diagnostics.report(.xmlNotWellFormed, problem.message, in: source, at: 0..<0)
      return nil
    }
    return document
  }
}
