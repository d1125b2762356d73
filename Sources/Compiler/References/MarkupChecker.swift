import CSS
import Diagnostics
import HTML
import Names
import Painting
import References

/// Checks what a page's markup names: references, the images behind them, and `style` attributes.
struct MarkupChecker {
  /// What the document's URLs count from.
  let base: DocumentBase
  let source: SourceFile
  /// How `style` attributes are read.
  let parsing: ParsingOptions
  let images: ImageCache
  let files: any SiteFiles
  /// Of a Token page.
  var registry: ComponentRegistry?

  /// Reports what is wrong; stylesheets are checked where they are collected.
  func check(_ document: Document, _ checker: inout ReferenceChecker, _ diagnostics: inout DiagnosticSink) {
    for reference in ReferenceCollector.references(of: document, registry) where reference.kind != .stylesheet {
      let target = checker.resolve(
        reference.url, from: base, kind: reference.kind, source: source, range: reference.range,
        isCandidate: reference.isCandidate, diagnostics: &diagnostics)
      if let target, reference.kind == .image {
        images.reportProblem(of: target, in: files, source: source, range: reference.range, &diagnostics)
      }
    }
    checkStyleAttributes(of: document, &checker, &diagnostics)
  }

  // MARK: Style attributes

  private func checkStyleAttributes(
    of document: Document, _ checker: inout ReferenceChecker, _ diagnostics: inout DiagnosticSink
  ) {
    var values = PropertyParser(options: parsing)
    // Pages repeat the same attributes: what has no problems and names no files is read once.
    var sound: Set<[UInt8]> = []
    for element in Self.elements(of: document) {
      guard let attribute = document.attribute(element, .style) else { continue }
      let text = Array(document.utf8(of: attribute))
      // A binding is filled in by data later.
      guard !text.isEmpty, !sound.contains(text), !Self.hasBinding(text) else { continue }
      let attributeSource = SourceFile(text, in: source, at: attribute.valueSourceOffset)
      let before = diagnostics.diagnostics.count + diagnostics.dropped
      let stream = TokenStream(attributeSource)
      _ = DeclarationBlock.parse(attribute: stream, &values, diagnostics: &diagnostics)
      let references = StyleSheetReferences.references(of: stream)
      for reference in references {
        let target = checker.resolve(
          reference.url, from: base, kind: reference.kind, source: attributeSource, range: reference.range,
          diagnostics: &diagnostics)
        if let target, reference.isPlainImage {
          images.reportProblem(of: target, in: files, source: attributeSource, range: reference.range, &diagnostics)
        }
      }
      if references.isEmpty, diagnostics.diagnostics.count + diagnostics.dropped == before { sound.insert(text) }
    }
  }

  private static func hasBinding(_ text: [UInt8]) -> Bool {
    zip(text, text.dropFirst()).contains { $0 == UInt8(ascii: "{") && $1 == UInt8(ascii: "{") }
  }

  /// Every element, those in templates' contents included, in document order.
  private static func elements(of document: Document) -> [NodeID] {
    var result: [NodeID] = []
    var node = document.next(after: .document)
    while node.exists {
      if document.isElement(node) { result.append(node) }
      let contents = document.templateContents(of: node)
      if contents.exists {
        var inner = document.next(after: contents, within: contents)
        while inner.exists {
          if document.isElement(inner) { result.append(inner) }
          inner = document.next(after: inner, within: contents)
        }
      }
      node = document.next(after: node)
    }
    return result
  }
}

extension ImageCache {
  /// Reports an image of the site whose header cannot be read, or that the painter leaves out.
  func reportProblem(
    of path: String, in files: any SiteFiles, source: SourceFile, range: Range<Int>,
    _ diagnostics: inout DiagnosticSink
  ) {
    let image = image(path, in: files)
    if let format = image.cutFormat {
      diagnostics.report(
        .imageDamaged, "the image `\(path)` is cut off: the \(format.rawValue) file ends before its image does",
        in: source,
        at: range, help: "replace the file: browsers show a part of it or nothing")
    }
    if !image.isVector, let width = image.size?.naturalWidth, let height = image.size?.naturalHeight,
      width * height > Double(PaintLimits.imagePixels)
    {
      let (megapixels, most) = (Int((width * height / 1e6).rounded()), PaintLimits.imagePixels / 1_000_000)
      diagnostics.report(
        .paintingNotSupported,
        "`\(path)` is not painted: it has \(megapixels) million pixels, and at most \(most) million are", in: source,
        at: range, help: "make the image smaller: a browser needs four bytes for each pixel, too")
    }
    guard let problem = image.problem else { return }
    diagnostics.report(
      .unreadableImage, "the image `\(path)` cannot be read: \(problem)", in: source, at: range,
      help: "replace the file, or give the element width and height")
  }
}
