import CLibXML2
import Names

/// Builds a document from libxml2's events: the one place that talks to libxml2.
///
/// Entities that a document declares are never expanded, nothing outside the document is loaded, the network is off, and
/// depth and number of nodes are bounded. libxml2's own limits are off (`XML_PARSE_HUGE`) because its bound of 256 levels
/// is below HTML's.
final class XMLTree {
  /// A problem that libxml2 or the bounds found.
  struct Problem {
    enum Kind {
      case notWellFormed
      case undeclaredEntity
      case namespace
      case warning
      case tooDeep
      case tooManyNodes
      case tooManyDeclarations
    }
    var kind: Kind
    var message: String
    /// A byte of the markup that was read.
    var offset: Int
  }

  /// How many attributes a document type may declare: each is added to every element of its name.
  static let maximumDeclaredAttributes = 256

  private(set) var document = Document()
  private(set) var problems: [Problem] = []
  /// Where the markup came from, event by event; `nil` where the markup is the source itself.
  private let origin: MarkupOrigin?
  /// Whether attributes know their places in the markup.
  private let keepsPlaces: Bool

  private var open: [NodeID] = [.document]
  private var names = NameCache()
  private var markup: UnsafeBufferPointer<UInt8>
  /// The end of the last event in the markup.
  private var lastEnd = 0
  private var pendingText: TextRange?
  private var pendingTextStart = 0
  private var events = 0
  private var elements = 0
  private var declaredAttributes = 0
  private var context: xmlParserCtxtPtr?

  private init(markup: UnsafeBufferPointer<UInt8>, origin: MarkupOrigin?, keepsPlaces: Bool) {
    self.markup = markup
    self.keepsPlaces = keepsPlaces
    self.origin = origin
    document.isCaseSensitive = true
  }

  /// Reads markup; the document is complete only where no problem says otherwise.
  ///
  /// - Parameter keepsPlaces: whether attributes know their places in the markup, which costs another look at each tag.
  static func read(
    _ markup: [UInt8], origin: MarkupOrigin? = nil, keepsPlaces: Bool = true
  ) -> (document: Document, problems: [Problem]) {
    guard markup.count < Int(Int32.max) else {
      return (Document(), [Problem(kind: .notWellFormed, message: "The document is too large", offset: 0)])
    }
    return markup.withUnsafeBufferPointer { buffer in
      let tree = XMLTree(markup: buffer, origin: origin, keepsPlaces: keepsPlaces)
      tree.parse()
      return (tree.document, tree.problems)
    }
  }

  // MARK: libxml2

  private func parse() {
    guard
      let context = markup.withMemoryRebound(
        to: CChar.self, { xmlCreateMemoryParserCtxt($0.baseAddress, Int32($0.count)) })
    else {
      problems.append(Problem(kind: .notWellFormed, message: "The document is empty", offset: 0))
      return
    }
    self.context = context
    defer {
      self.context = nil
      xmlFreeParserCtxt(context)
    }
    let options =
      XML_PARSE_NONET.rawValue | XML_PARSE_HUGE.rawValue | XML_PARSE_IGNORE_ENC.rawValue | XML_PARSE_NOENT.rawValue
    _ = xmlCtxtUseOptions(context, Int32(options))
    install(in: context)
    _ = xmlParseDocument(context)
    flushText(upTo: lastEnd)
    if context.pointee.wellFormed == 0, problems.allSatisfy({ $0.kind == .warning || $0.kind == .namespace }) {
      problems.append(Problem(kind: .notWellFormed, message: "The document is not well-formed", offset: offset))
    }
    if let document = context.pointee.myDoc {
      context.pointee.myDoc = nil
      xmlFreeDoc(document)
    }
  }

  /// The byte of the markup that libxml2 is at.
  private var offset: Int {
    guard let input = context?.pointee.input, let current = input.pointee.cur, let base = input.pointee.base else {
      return lastEnd
    }
    return min(max(0, current - base + Int(input.pointee.consumed)), markup.count)
  }

  private func install(in context: xmlParserCtxtPtr) {
    // With a user datum of our own libxml2 asks only our handler for entities. Otherwise it would fall back on a table
    // of its own, into which it puts what the document declares, and expand them.
    context.pointee.userData = Unmanaged.passUnretained(self).toOpaque()
    var handler = xmlSAXHandler()
    handler.initialized = UInt32(XML_SAX2_MAGIC)
    handler.startElementNs = {
      context, name, prefix, uri, namespaceCount, namespaces, attributeCount, defaulted, values in
      XMLTree.from(context)?.startElement(
        name, prefix, uri, UnsafeBufferPointer(start: namespaces, count: 2 * Int(namespaceCount)),
        UnsafeBufferPointer(start: values, count: 5 * Int(attributeCount - defaulted)))
    }
    handler.endElementNs = { context, _, _, _ in XMLTree.from(context)?.endElement() }
    handler.characters = { context, text, count in XMLTree.from(context)?.characters(text, count) }
    handler.ignorableWhitespace = { context, text, count in XMLTree.from(context)?.characters(text, count) }
    handler.cdataBlock = { context, text, count in XMLTree.from(context)?.characters(text, count) }
    handler.comment = { context, text in XMLTree.from(context)?.comment(text) }
    handler.processingInstruction = { context, target, data in XMLTree.from(context)?.instruction(target, data) }
    handler.internalSubset = { context, name, publicID, systemID in
      XMLTree.from(context)?.doctype(name, publicID, systemID)
    }
    handler.reference = { context, name in XMLTree.from(context)?.reference(name) }
    // Declared entities are forgotten, so that none is ever expanded.
    handler.getEntity = { _, _ in nil }
    handler.getParameterEntity = { _, _ in nil }
    handler.entityDecl = { _, _, _, _, _, _ in }
    handler.attributeDecl = { context, _, _, _, _, _, tree in
      xmlFreeEnumeration(tree)
      XMLTree.from(context)?.attributeDeclaration()
    }
    handler.serror = { context, error in
      guard let context, let error else { return }
      XMLTree.from(context)?.error(error.pointee)
    }
    context.pointee.sax.pointee = handler
  }

  /// The object that was given to libxml2 as user datum.
  private static func from(_ userData: UnsafeMutableRawPointer?) -> XMLTree? {
    userData.map { Unmanaged<XMLTree>.fromOpaque($0).takeUnretainedValue() }
  }

  private func stop(_ kind: Problem.Kind, _ message: String) {
    problems.append(Problem(kind: kind, message: message, offset: offset))
    xmlStopParser(context)
  }

  // MARK: Events

  private func startElement(
    _ localName: UnsafePointer<xmlChar>?, _ prefix: UnsafePointer<xmlChar>?, _ uri: UnsafePointer<xmlChar>?,
    _ namespaces: UnsafeBufferPointer<UnsafePointer<xmlChar>?>, _ values: UnsafeBufferPointer<UnsafePointer<xmlChar>?>
  ) {
    let start = lastEnd
    flushText(upTo: start)
    guard open.count <= Document.maximumDepth else {
      return stop(.tooDeep, "Elements are nested deeper than \(Document.maximumDepth) levels")
    }
    // The event comes before `>` or `/>` has been read.
    var end = offset
    while end < markup.count, markup[end] != 0x3E { end += 1 }
    end = min(end + 1, markup.count)

    let record = origin?.elements.indices.contains(elements) ?? false ? origin?.elements[elements] : nil
    elements += 1
    var node = Document.Node(kind: .element)
    node.namespace = record == nil ? Self.namespace(uri) : .other
    let isKnown = node.namespace != .other
    node.name = record?.name ?? qualifiedName(localName, isKnown ? nil : prefix)
    node.sourceStart = UInt32(record?.start ?? start)
    node.sourceEnd = UInt32(record?.end ?? end)
    node.attributeStart = UInt32(document.attributes.count)
    let sources = record?.attributes ?? (keepsPlaces ? attributeSources(start, end) : [])
    if record == nil { addNamespaces(namespaces, sources) }
    addAttributes(values, sources, keepsNames: record != nil)
    node.attributeCount = UInt32(document.attributes.count) - node.attributeStart
    open.append(append(node))
    lastEnd = end
    events += 1
  }

  private func endElement() {
    flushText(upTo: lastEnd)
    if open.count > 1 { open.removeLast() }
    lastEnd = max(lastEnd, offset)
    events += 1
  }

  private func characters(_ text: UnsafePointer<xmlChar>?, _ count: Int32) {
    guard let text, count > 0, open.count > 1 else { return }
    let start = document.text.count
    document.text.append(contentsOf: UnsafeBufferPointer(start: text, count: Int(count)))
    if pendingText == nil { pendingTextStart = lastEnd }
    pendingText = TextRange(start: pendingText?.start ?? start, end: document.text.count)
    lastEnd = max(lastEnd, offset)
  }

  private func flushText(upTo end: Int) {
    guard let text = pendingText else { return }
    pendingText = nil
    let source = origin?.texts[events] ?? (origin == nil ? pendingTextStart..<end : 0..<0)
    _ = append(
      Document.Node(
        kind: .text, textStart: UInt32(text.start), textLength: UInt32(text.count),
        sourceStart: UInt32(source.lowerBound), sourceEnd: UInt32(source.upperBound)))
  }

  private func comment(_ text: UnsafePointer<xmlChar>?) {
    let start = lastEnd
    flushText(upTo: start)
    let data = append(text)
    let source = origin?.comments[events] ?? (origin == nil ? start..<offset : 0..<0)
    _ = append(
      Document.Node(
        kind: .comment, textStart: UInt32(data.start), textLength: UInt32(data.count),
        sourceStart: UInt32(source.lowerBound), sourceEnd: UInt32(source.upperBound)))
    lastEnd = max(lastEnd, offset)
    events += 1
  }

  private func instruction(_ target: UnsafePointer<xmlChar>?, _ text: UnsafePointer<xmlChar>?) {
    let start = lastEnd
    flushText(upTo: start)
    let data = append(text)
    _ = append(
      Document.Node(
        kind: .processingInstruction, name: name(target), textStart: UInt32(data.start),
        textLength: UInt32(data.count), sourceStart: UInt32(start), sourceEnd: UInt32(offset)))
    lastEnd = max(lastEnd, offset)
  }

  private func doctype(
    _ name: UnsafePointer<xmlChar>?, _ publicID: UnsafePointer<xmlChar>?, _ systemID: UnsafePointer<xmlChar>?
  ) {
    guard open.count == 1 else { return }
    document.doctypes.append(
      Document.Doctype(
        name: self.name(name).string, publicIdentifier: publicID.map { String(cString: $0) },
        systemIdentifier: systemID.map { String(cString: $0) }))
    _ = append(
      Document.Node(
        kind: .doctype, name: self.name(name), sourceStart: origin == nil ? UInt32(lastEnd) : 0,
        sourceEnd: origin == nil ? UInt32(max(lastEnd, offset)) : 0,
        extra: UInt32(document.doctypes.count - 1)))
    lastEnd = max(lastEnd, offset)
  }

  private func reference(_ name: UnsafePointer<xmlChar>?) {
    guard let name else { return }
    let text = String(cString: name)
    problems.append(
      Problem(kind: .undeclaredEntity, message: "The entity `&\(text);` is not expanded", offset: offset))
  }

  private func attributeDeclaration() {
    declaredAttributes += 1
    if declaredAttributes == Self.maximumDeclaredAttributes {
      stop(.tooManyDeclarations, "The document type declares more than \(Self.maximumDeclaredAttributes) attributes")
    }
  }

  private func error(_ error: xmlError) {
    guard problems.count < 100 else { return }
    var message = error.message.map { String(cString: $0) } ?? "The document is not well-formed"
    while message.last?.isWhitespace ?? false { message.removeLast() }
    let kind: Problem.Kind =
      if error.code == Int32(XML_WAR_NS_URI.rawValue) || error.code == Int32(XML_WAR_NS_URI_RELATIVE.rawValue) {
        .warning
      } else if error.domain == Int32(XML_FROM_NAMESPACE.rawValue) {
        .namespace
      } else if error.code == Int32(XML_ERR_UNDECLARED_ENTITY.rawValue)
        || error.code == Int32(XML_WAR_UNDECLARED_ENTITY.rawValue)
      {
        .undeclaredEntity
      } else if error.level == XML_ERR_WARNING {
        .warning
      } else {
        .notWellFormed
      }
    problems.append(Problem(kind: kind, message: message, offset: offset))
  }

  // MARK: Nodes

  private func append(_ node: Document.Node) -> NodeID {
    if document.nodes.count == Document.maximumNodeCount {
      stop(.tooManyNodes, "The document has more than \(Document.maximumNodeCount) nodes")
    }
    let created = document.create(node)
    document.append(created, to: open[open.count - 1])
    return created
  }

  private func append(_ text: UnsafePointer<xmlChar>?) -> TextRange {
    let start = document.text.count
    if let text { document.text.append(contentsOf: UnsafeBufferPointer(start: text, count: strlen(text))) }
    return TextRange(start: start, end: document.text.count)
  }

  private func strlen(_ text: UnsafePointer<xmlChar>) -> Int { Int(xmlStrlen(text)) }

  private func name(_ text: UnsafePointer<xmlChar>?) -> Name {
    guard let text else { return .empty }
    return names.intern(UnsafeBufferPointer(start: text, count: strlen(text)))
  }

  private func qualifiedName(_ local: UnsafePointer<xmlChar>?, _ prefix: UnsafePointer<xmlChar>?) -> Name {
    guard let prefix, let local else { return name(local) }
    let bytes: [UInt8] =
      Array(UnsafeBufferPointer<UInt8>(start: prefix, count: strlen(prefix))) + [0x3A]
      + Array(UnsafeBufferPointer<UInt8>(start: local, count: strlen(local)))
    return bytes.withUnsafeBufferPointer { names.intern($0) }
  }

  private static func namespace(_ uri: UnsafePointer<xmlChar>?) -> Namespace {
    guard let uri else { return .other }
    switch String(cString: uri) {
    case NamespaceURI.html: return .html
    case NamespaceURI.svg: return .svg
    case NamespaceURI.mathML: return .mathML
    default: return .other
    }
  }

  // MARK: Attributes

  /// Where the attributes of a start tag are: in a well-formed tag the tokenizer finds the same ones.
  private func attributeSources(_ start: Int, _ end: Int) -> [Document.Attribute] {
    guard start < end, let opening = markup[start..<end].firstIndex(of: 0x3C), opening + 1 < end else { return [] }
    var tokenizer = Tokenizer(input: UnsafeBufferPointer(rebasing: markup[opening..<end]), text: [], keepsCase: true)
    tokenizer.consumeTag(at: 0, nameFrom: 1, isEndTag: false)
    return tokenizer.attributes.map { attribute in
      var attribute = attribute
      attribute.sourceStart += UInt32(opening)
      attribute.sourceEnd += UInt32(opening)
      attribute.valueSourceStart += UInt32(opening)
      return attribute
    }
  }

  private func addNamespaces(
    _ namespaces: UnsafeBufferPointer<UnsafePointer<xmlChar>?>, _ sources: [Document.Attribute]
  ) {
    for index in stride(from: 0, to: namespaces.count - 1, by: 2) {
      let prefix = namespaces[index]
      let name = prefix == nil ? Name.xmlns : name(prefix)
      let written = prefix == nil ? Name.xmlns : Name("xmlns:\(name)")
      add(name, .xmlns, append(namespaces[index + 1]), source: sources.first { $0.name == written })
    }
  }

  private func addAttributes(
    _ values: UnsafeBufferPointer<UnsafePointer<xmlChar>?>, _ sources: [Document.Attribute], keepsNames: Bool
  ) {
    var sourceOfName: [Name: Document.Attribute] = [:]
    if !keepsNames { for source in sources { sourceOfName[source.name] = source } }
    for index in stride(from: 0, to: values.count - 4, by: 5) {
      guard let valueStart = values[index + 3], let valueEnd = values[index + 4] else { continue }
      let start = document.text.count
      let count = valueStart.distance(to: valueEnd)
      document.text.append(contentsOf: UnsafeBufferPointer<UInt8>(start: valueStart, count: count))
      let value = TextRange(start: start, end: document.text.count)
      if keepsNames {
        // Mended markup has the attributes in the order of the source, and names that XML cannot write under another name.
        guard sources.indices.contains(index / 5) else { continue }
        let source = sources[index / 5]
        add(source.name, source.name.hasColon ? .other : .none, value, source: source)
        continue
      }
      let prefix = values[index + 1]
      let written = qualifiedName(values[index], prefix)
      let namespace = Self.attributeNamespace(values[index + 2], hasPrefix: prefix != nil)
      add(namespace == .other ? written : name(values[index]), namespace, value, source: sourceOfName[written])
    }
  }

  private static func attributeNamespace(_ uri: UnsafePointer<xmlChar>?, hasPrefix: Bool) -> AttributeNamespace {
    guard hasPrefix else { return .none }
    guard let uri else { return .other }
    switch String(cString: uri) {
    case NamespaceURI.xlink: return .xlink
    case NamespaceURI.xml: return .xml
    default: return .other
    }
  }

  private func add(
    _ name: Name, _ namespace: AttributeNamespace, _ value: TextRange, source: Document.Attribute?
  ) {
    document.attributes.append(
      Document.Attribute(
        name: name, namespace: namespace, valueStart: UInt32(value.start), valueLength: UInt32(value.count),
        sourceStart: source?.sourceStart ?? 0, sourceEnd: source?.sourceEnd ?? 0,
        valueSourceStart: source?.valueSourceStart ?? 0))
  }
}

extension Name {
  /// Whether the name has a prefix, as XML sees it.
  var hasColon: Bool { utf8.contains(0x3A) }
}
