import Diagnostics

/// Reads documents written in XML, such as `.xhtml` pages and SVG files, through libxml2; entity expansion, external
/// entities and the network are off.
public enum XMLDocumentParser {
  /// Parses a document; `nil` where it is not well-formed, which the diagnostics then say.
  ///
  /// Behind an XHTML doctype HTML's named character references are read, as in browsers. Depth and number of nodes are
  /// bounded by ``Document/maximumDepth`` and ``Document/maximumNodeCount``.
  public static func parse(_ source: SourceFile, diagnostics: inout DiagnosticSink) -> Document? {
    guard source.bytes.count <= Document.maximumSourceSize else {
      diagnostics.report(.xmlLimit, "The document is too large", in: source, at: 0..<0)
      return nil
    }
    let named = XHTMLEntities(source.bytes)
    let (document, problems) = XMLTree.read(named.markup)
    var isWhole = true
    for problem in problems {
      let offset = named.sourceOffset(problem.offset)
      let code: DiagnosticCode
      switch problem.kind {
      case .notWellFormed: code = .xmlNotWellFormed
      case .undeclaredEntity: code = .xmlEntity
      case .namespace, .warning: code = .xmlNamespace
      case .tooDeep, .tooManyNodes, .tooManyDeclarations: code = .xmlLimit
      }
      if code.severity == .error { isWhole = false }
      diagnostics.report(code, problem.message, in: source, at: offset..<offset)
    }
    guard isWhole else { return nil }
    return named.isUnchanged ? document : document.mappingSource(named.sourceOffset)
  }
}

extension Document {
  /// The document with other places in the source.
  func mappingSource(_ map: (Int) -> Int) -> Document {
    var document = self
    for index in nodes.indices {
      document.nodes[index].sourceStart = UInt32(map(Int(nodes[index].sourceStart)))
      document.nodes[index].sourceEnd = UInt32(map(Int(nodes[index].sourceEnd)))
    }
    for index in attributes.indices {
      document.attributes[index].sourceStart = UInt32(map(Int(attributes[index].sourceStart)))
      document.attributes[index].sourceEnd = UInt32(map(Int(attributes[index].sourceEnd)))
      document.attributes[index].valueSourceStart = UInt32(map(Int(attributes[index].valueSourceStart)))
    }
    return document
  }
}
