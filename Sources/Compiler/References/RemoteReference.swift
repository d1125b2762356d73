import CSS
import Diagnostics
import HTML
import Names
import References

/// A file on the network that a page or style sheet loads.
public struct RemoteReference: Hashable, Sendable {
  /// What it is loaded as.
  public enum Kind: String, Hashable, Sendable {
    case stylesheet, script, image, font
    /// What `<video>`, `<audio>` and their `<source>` and `<track>` name.
    case media = "film or sound"
    /// A file that a fetched sheet or preload names without saying what it is.
    case other
  }
  /// The URL with its scheme and without a fragment.
  public var url: String
  /// What it is loaded as.
  public var kind: Kind
  /// The digests that a browser would want (Subresource Integrity), as written; empty for none.
  public var integrity = ""
  /// Where it is.
  public var location: SourceLocation
  /// The line there.
  public var sourceLine: String?
}

extension RemoteReference {
  init(_ url: String, _ kind: Kind, integrity: String = "", in source: SourceFile, at range: Range<Int>) {
    let place = Diagnostic(.vendorFetch, "", in: source, at: range)
    self.init(
      url: url, kind: kind, integrity: integrity, location: place.location ?? SourceLocation(file: source.path),
      sourceLine: place.sourceLine)
  }

  /// Whether bytes have one of the strongest digests that ``integrity`` lists.
  public func isSatisfied(by bytes: [UInt8]) -> Bool { IntegrityChecker.matches(bytes, integrity) }
}

extension PageCompiler {
  /// The remote style sheets, scripts, images, fonts, films and sound that a page loads, in document order. Of documents in
  /// frames nothing is reported.
  public func remoteReferences(ofPage path: String) -> [RemoteReference] {
    var reading = PageReading(path: path, compiler: self)
    guard let document = reading.read() else { return [] }
    let source = reading.source
    var result: [RemoteReference] = []
    func add(_ text: [UInt8], in file: SourceFile) {
      guard StyleSheetAddresses.mayHold(text) else { return }
      result += Self.remoteReferences(inSheet: file, from: nil)
    }
    for reference in ReferenceCollector.references(of: document) {
      guard let address = RemoteAddress(reference.url), let kind = Self.kind(reference, in: document)
      else { continue }
      result.append(
        RemoteReference(
          address.url, kind, integrity: document.value(reference.node, .integrity) ?? "", in: source,
          at: reference.range))
    }
    var node = document.next(after: .document)
    while node.exists {
      if document.isElement(node) {
        if let attribute = document.attribute(node, .style) {
          let text = Array(document.utf8(of: attribute))
          add(text, in: SourceFile(text, in: source, at: attribute.valueSourceOffset))
        }
        if document.name(node) == .script { result += remoteReferences(ofScript: node, in: document, source) }
        if document.name(node) == .style {
          let child = document.firstChild(node)
          let text = Array(document.textContent(node).utf8)
          add(text, in: SourceFile(text, in: source, at: child.exists ? document.sourceRange(child).lowerBound : 0))
        }
      }
      node = document.next(after: node)
    }
    return result
  }

  /// What a script in the page imports, or its import map names.
  private func remoteReferences(
    ofScript node: NodeID, in document: Document, _ source: SourceFile
  ) -> [RemoteReference] {
    let type = document.value(node, .type)?.lowercased() ?? ""
    let child = document.firstChild(node)
    guard child.exists, !document.hasAttribute(node, .src), type == "module" || type == "importmap" else { return [] }
    let text = Array(document.textContent(node).utf8)
    let found = type == "module" ? ModuleSpecifiers.specifiers(in: text) : ModuleSpecifiers.addresses(ofImportMap: text)
    let start = document.sourceRange(child).lowerBound
    return found.compactMap { specifier in
      RemoteAddress(specifier.text).map { address in
        RemoteReference(
          address.url, .script, in: source,
          at: start + specifier.range.lowerBound..<start + specifier.range.upperBound)
      }
    }
  }

  /// The remote files that a file of the site names: a style sheet, or a script with its imports.
  ///
  /// - Parameters:
  ///   - source: the file.
  ///   - url: the URL that it was fetched from, against which its URLs count; `nil` for one of the site's own.
  public static func remoteReferences(in source: SourceFile, from url: String?) -> [RemoteReference] {
    guard ReferringFile.isScript(source.path) else {
      return ReferringFile.contains(source.path) ? remoteReferences(inSheet: source, from: url) : []
    }
    return ModuleSpecifiers.specifiers(in: source.bytes).compactMap { specifier in
      guard ModuleSpecifiers.isURL(specifier.text) else { return nil }
      let address =
        url.map { RemoteAddress(specifier.text, against: $0) }
        ?? RemoteAddress(specifier.text)
      return address.map { RemoteReference($0.url, .script, in: source, at: specifier.range) }
    }
  }

  /// The remote files that a style sheet names.
  ///
  /// - Parameters:
  ///   - source: the sheet.
  ///   - url: the URL that it was fetched from, against which its URLs count; `nil` for one of the site's own.
  public static func remoteReferences(inSheet source: SourceFile, from url: String?) -> [RemoteReference] {
    StyleSheetAddresses.addresses(in: TokenStream(source)).compactMap { found in
      let address =
        url.map { RemoteAddress(found.url, against: $0) } ?? RemoteAddress(found.url)
      guard let address else { return nil }
      let kind: RemoteReference.Kind =
        switch found.kind {
        case .stylesheetImport: .stylesheet
        case .resource: .font
        default: url == nil ? .image : .other
        }
      return RemoteReference(address.url, kind, in: source, at: found.range)
    }
  }

  private static func kind(_ reference: DocumentReference, in document: Document) -> RemoteReference.Kind? {
    switch reference.kind {
    case .stylesheet: .stylesheet
    case .script: .script
    case .image: .image
    case .resource where document.name(reference.node) == .use: .image
    case .resource where [.video, .audio, .source, .track].contains(document.name(reference.node)): .media
    case .resource where document.name(reference.node) == .link: preloaded(reference.node, in: document)
    default: nil
    }
  }

  /// What `<link rel=preload as>` and `modulepreload` load.
  private static func preloaded(_ node: NodeID, in document: Document) -> RemoteReference.Kind? {
    let relations = (document.value(node, .rel) ?? "").lowercased().split(whereSeparator: \.isWhitespace)
    if relations.contains("modulepreload") { return .script }
    if relations.contains("stylesheet") { return .stylesheet }
    guard relations.contains("preload") else { return nil }
    switch document.value(node, Name("as"))?.lowercased() {
    case "style": return .stylesheet
    case "script": return .script
    case "image": return .image
    case "font": return .font
    default: return nil
    }
  }
}
