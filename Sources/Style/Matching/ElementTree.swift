import HTML
import Names

/// The elements of a document in document order with what selectors ask, in flat arrays: built once for a page, read by
/// every match.
///
/// An element's subtree is the range from it to ``Element/subtreeEnd``.
public final class ElementTree: @unchecked Sendable {
  // Immutable after `init`; the buffers are freed in `deinit`.

  /// One element's record; links are indices in ``elements``, -1 for none.
  public struct Element: Sendable {
    /// The document's node.
    public var node: NodeID
    /// The parent element.
    public var parent: Int32
    /// The element before among the parent's children.
    public var previousSibling: Int32
    /// The element after.
    public var nextSibling: Int32
    /// The first child element.
    public var firstChild: Int32
    /// The last child element.
    public var lastChild: Int32
    /// The index past the last descendant.
    public var subtreeEnd: Int32
    /// The place among the element children of the parent, counting from 1.
    public var position: Int32
    /// The local name.
    public var name: Name
    /// The local name in lower case.
    public var lowercaseName: Name
    /// The id, in lower case in quirks mode; empty for none.
    public var id: Name
    /// The classes in ``ElementTree/classes``.
    public var classStart: UInt32
    /// The number of classes.
    public var classCount: UInt32
    /// The namespace.
    public var namespace: Namespace
    /// Whether the element has attributes at all.
    public var hasAttributes: Bool
    /// Whether it has a `style` attribute.
    public var hasStyleAttribute = false
    /// Whether one of its attributes may stand for declarations.
    public var mayHaveHints = false

    /// Whether it is opened and closed by its `open` attribute.
    var isDisclosure: Bool { namespace == .html && (name == .details || name == .dialog) }
  }

  /// The elements in document order.
  public let elements: UnsafeBufferPointer<Element>
  /// The class names of all elements, in lower case in quirks mode.
  public let classes: UnsafeBufferPointer<Name>
  /// The element of each node, -1 for nodes that are none.
  public let elementOfNode: [Int32]
  /// The document.
  public let document: Document
  /// Whether ids and classes compare without case.
  public let isQuirks: Bool
  /// Whether names compare as written.
  public let isCaseSensitive: Bool

  /// Reads a document.
  public init(_ document: Document) {
    self.document = document
    isQuirks = document.quirksMode == .quirks
    isCaseSensitive = document.isCaseSensitive
    var builder = Builder(document)
    builder.run()
    let elements = UnsafeMutableBufferPointer<Element>.allocate(capacity: builder.elements.count)
    _ = elements.initialize(from: builder.elements)
    self.elements = UnsafeBufferPointer(elements)
    let classes = UnsafeMutableBufferPointer<Name>.allocate(capacity: builder.classes.count)
    _ = classes.initialize(from: builder.classes)
    self.classes = UnsafeBufferPointer(classes)
    elementOfNode = builder.elementOfNode
  }

  deinit {
    elements.deallocate()
    classes.deallocate()
  }

  /// The element's index of a node, or -1.
  public func element(of node: NodeID) -> Int {
    node.exists && node.index < elementOfNode.count ? Int(elementOfNode[node.index]) : -1
  }

  private struct Builder {
    let document: Document
    let isQuirks: Bool
    var elements: [Element] = []
    var classes: [Name] = []
    var elementOfNode: [Int32]
    var lowercaseNames: [UInt32: Name] = [:]

    init(_ document: Document) {
      self.document = document
      isQuirks = document.quirksMode == .quirks
      elementOfNode = [Int32](repeating: -1, count: document.nodeCount)
      elements.reserveCapacity(document.nodeCount)
    }

    mutating func run() {
      var cache = NameCache()
      // Without recursion: documents may be deep.
      var parent: Int32 = -1
      var node = document.firstChild(.document)
      while node.exists {
        if document.isElement(node) {
          let index = append(node, parent: parent, &cache)
          let child = document.firstChild(node)
          if child.exists {
            parent = index
            node = child
            continue
          }
          elements[Int(index)].subtreeEnd = index + 1
        }
        var next = document.nextSibling(node)
        while !next.exists {
          guard parent >= 0 else { return }
          elements[Int(parent)].subtreeEnd = Int32(elements.count)
          next = document.nextSibling(elements[Int(parent)].node)
          parent = elements[Int(parent)].parent
        }
        node = next
      }
    }

    private mutating func append(_ node: NodeID, parent: Int32, _ cache: inout NameCache) -> Int32 {
      let index = Int32(elements.count)
      let name = document.name(node)
      var element = Element(
        node: node, parent: parent, previousSibling: -1, nextSibling: -1, firstChild: -1, lastChild: -1,
        subtreeEnd: index + 1, position: 1, name: name, lowercaseName: lowercased(name), id: .empty,
        classStart: UInt32(classes.count), classCount: 0, namespace: document.namespace(node), hasAttributes: false)
      for attribute in document.attributes(node) {
        element.hasAttributes = true
        guard attribute.namespace == .none else { continue }
        if PresentationalHints.mayHint(attribute.name) { element.mayHaveHints = true }
        if attribute.name == .style { element.hasStyleAttribute = true }
        if attribute.name == .id {
          element.id = intern(document.utf8(of: attribute), &cache)
        } else if attribute.name == .class {
          appendClasses(document.utf8(of: attribute), &cache)
          element.classCount = UInt32(classes.count) - element.classStart
        }
      }
      if parent >= 0 {
        let last = elements[Int(parent)].lastChild
        if last >= 0 {
          elements[Int(last)].nextSibling = index
          element.previousSibling = last
          element.position = elements[Int(last)].position + 1
        } else {
          elements[Int(parent)].firstChild = index
        }
        elements[Int(parent)].lastChild = index
      } else if let last = elements.indices.last(where: { elements[$0].parent < 0 }) {
        // A second element beside the root, as fragments have it.
        elements[last].nextSibling = index
        element.previousSibling = Int32(last)
        element.position = elements[last].position + 1
      }
      // The size of an image may be that of a `<source>` beside it.
      if element.name == .img, parent >= 0, elements[Int(parent)].name == .picture { element.mayHaveHints = true }
      if element.namespace == .svg { element.mayHaveHints = element.hasAttributes }
      if PresentationalHints.isTablePart(element.name) || element.name == .bdi || element.name == .html {
        element.mayHaveHints = true
      }
      elements.append(element)
      elementOfNode[node.index] = index
      return index
    }

    private mutating func lowercased(_ name: Name) -> Name {
      if let known = lowercaseNames[name.rawValue] { return known }
      let lower = name.asciiLowercased
      lowercaseNames[name.rawValue] = lower
      return lower
    }

    private mutating func intern(_ bytes: ArraySlice<UInt8>, _ cache: inout NameCache) -> Name {
      let name = bytes.withUnsafeBufferPointer { cache.intern($0) }
      return isQuirks ? lowercased(name) : name
    }

    private mutating func appendClasses(_ bytes: ArraySlice<UInt8>, _ cache: inout NameCache) {
      var start = bytes.startIndex
      while start < bytes.endIndex {
        while start < bytes.endIndex, ASCII.isWhitespace(bytes[start]) { start += 1 }
        var end = start
        while end < bytes.endIndex, !ASCII.isWhitespace(bytes[end]) { end += 1 }
        if end > start { classes.append(intern(bytes[start..<end], &cache)) }
        start = end
      }
    }
  }
}

/// Bytes of ASCII as HTML sees them.
enum ASCII {
  /// Whether a byte is one of HTML's white space characters.
  static func isWhitespace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x09 || byte == 0x0D || byte == 0x0C
  }

  /// A byte in lower case.
  static func lowercased(_ byte: UInt8) -> UInt8 { byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte }
}
