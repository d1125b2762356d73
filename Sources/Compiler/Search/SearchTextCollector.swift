import CSSValues
import Diagnostics
import HTML
import Names
import Page
import Semantics

/// Collects what readers can find a page by.
struct SearchTextCollector {
  private let document: Document
  private let layouts: [LayoutStyles]
  /// The role of each element that has one.
  private var roles: [NodeID: SemanticRole] = [:]
  private var names: [NodeID: String] = [:]
  private var tokenTexts: [NodeID: String] = [:]
  private var hasMain = false
  private var result = PageSearchText()
  private var block = ""

  /// The attribute that leaves parts out and marks search boxes.
  static let attribute = Name("data-hybrid-search")
  /// The values of ``attribute``.
  enum Value: String {
    /// The part is not found.
    case off
    /// The field is a search box.
    case box
  }

  /// The text of a page; `nil` for one that wants to be left out.
  ///
  /// - Parameters:
  ///   - document: the page.
  ///   - layouts: the environments: what one of them shows counts.
  ///   - isToken: whether the page describes native components.
  ///   - image: the site path of an image's URL, where the site has it.
  static func text(
    of document: Document, _ layouts: [ViewportLayout], isToken: Bool, image: (String) -> String?
  ) -> PageSearchText? {
    guard !isLeftOut(document) else { return nil }
    var collector = SearchTextCollector(document, layouts, isToken: isToken)
    collector.readHead(image)
    collector.walk(image)
    return collector.result
  }

  /// `<meta name="robots" content="noindex">`, or the whole page is `off`.
  private static func isLeftOut(_ document: Document) -> Bool {
    for element in [document.documentElement, document.body] where element.exists {
      if document.value(element, attribute) == Value.off.rawValue { return true }
    }
    guard document.head.exists else { return false }
    return document.children(document.head).contains { element in
      guard document.isElement(element, .meta), document.value(element, "name")?.lowercased() == "robots" else {
        return false
      }
      let words = (document.value(element, "content") ?? "").lowercased().split { $0 == "," || $0.isWhitespace }
      return words.contains("noindex") || words.contains("none")
    }
  }

  private init(_ document: Document, _ layouts: [ViewportLayout], isToken: Bool) {
    self.document = document
    self.layouts = layouts.map(LayoutStyles.init)
    guard let first = self.layouts.first else { return }
    for node in SemanticTree(document, styles: first, isToken: isToken).nodes {
      if node.role == .text {
        if isToken, document.isElement(node.source) { tokenTexts[node.source] = node.name }
        continue
      }
      roles[node.source] = node.role
      if node.role == .main { hasMain = true }
      if node.role == .heading || node.role == .image { names[node.source] = node.name }
    }
  }

  // MARK: The head

  private mutating func readHead(_ image: (String) -> String?) {
    let root = document.documentElement
    guard root.exists else { return }
    result.language = Self.collapsed(document.value(root, .lang) ?? "")
    guard document.head.exists else { return }
    for element in document.children(document.head) where document.isElement(element, .meta) {
      let content = document.value(element, "content") ?? ""
      if document.value(element, "name")?.lowercased() == "description", result.description.isEmpty {
        result.description = Self.collapsed(content)
      } else if document.value(element, "property")?.lowercased() == "og:image", result.image.isEmpty {
        result.image = image(content) ?? ""
      }
    }
  }

  // MARK: The text

  private mutating func walk(_ image: (String) -> String?) {
    let root = document.body.exists ? document.body : document.documentElement
    guard root.exists else { return }
    // The landmark that is being walked through, where only it counts.
    var mainEnd: NodeID?
    var isInMain = !hasMain
    var node = root
    while node.exists {
      if node == mainEnd {
        isInMain = false
        mainEnd = nil
      }
      switch document.kind(node) {
      case .text:
        if isInMain, isVisible(document.parentElement(node)) { append(document.text(node)) }
        node = document.next(after: node, within: root)
      case .element:
        if !isInMain, roles[node] == .main {
          isInMain = true
          mainEnd = document.nextSkippingChildren(after: node, within: root)
        }
        guard !isSkipped(node, isInMain: isInMain) else {
          endBlock(at: node)
          block += " "
          node = document.nextSkippingChildren(after: node, within: root)
          continue
        }
        endBlock(at: node)
        if isInMain { note(node, image) }
        node = document.next(after: node, within: root)
      default: node = document.next(after: node, within: root)
      }
      if node.exists { endBlock(beyond: node) }
    }
    endBlock()
  }

  /// The block that text goes to: the innermost element around it that is not in a line.
  private var blockElement = NodeID.none

  private mutating func endBlock(at element: NodeID) {
    if document.isElement(element, .br) || document.isElement(element, .img) {
      block += " "
    } else if !isInline(element) {
      endBlock()
    }
  }

  /// Ends the block where the walk left its element.
  private mutating func endBlock(beyond node: NodeID) {
    var parent = document.parentElement(node)
    while parent.exists, isInline(parent) { parent = document.parentElement(parent) }
    guard parent != blockElement else { return }
    endBlock()
    blockElement = parent
  }

  private mutating func endBlock() {
    let text = Self.collapsed(block)
    block = ""
    // What data fills in is not known here.
    guard !text.isEmpty, !text.contains("{{") else { return }
    result.blocks.append(text)
  }

  private mutating func append(_ text: String) { block += text }

  private mutating func note(_ element: NodeID, _ image: (String) -> String?) {
    if let text = tokenTexts[element] {
      endBlock()
      append(text)
      endBlock()
    }
    switch roles[element] {
    case .heading:
      let name = Self.collapsed(names[element] ?? "")
      if !name.isEmpty, !name.contains("{{") { result.headings.append(name) }
    case .image:
      // What a picture shows is found too.
      append(" \(names[element] ?? "") ")
    default: break
    }
    if result.image.isEmpty, document.isElement(element, .img), let url = document.value(element, .src) {
      result.image = image(url) ?? ""
    }
  }

  // MARK: What is left out

  private func isSkipped(_ element: NodeID, isInMain: Bool) -> Bool {
    if document.value(element, Self.attribute) == Value.off.rawValue { return true }
    guard isShown(element), document.value(element, "aria-hidden")?.lowercased() != "true" else { return true }
    switch document.namespace(element) {
    case .svg: return true
    case .html:
      switch document.name(element) {
      case .script, .style, .template, .textarea, .select, .iframe, .video, .audio, .canvas, .object, .noscript, .head,
        .button, .progress, .meter:
        return true
      default: break
      }
    default: break
    }
    switch roles[element] {
    case .navigation, .search, .menu, .menuBar, .toolbar: return true
    // The head of `<details>` is a button, and a text of the page.
    case .button: return !document.isElement(element, .summary)
    // Around the text of every page; within an article they are its own.
    case .banner, .contentInfo: return true
    case .complementary: return !hasMain || !isInMain
    default: return false
    }
  }

  /// Whether an environment displays an element.
  private func isShown(_ element: NodeID) -> Bool {
    guard document.isElement(element) else { return true }
    return layouts.contains { styles in
      guard let style = styles.style(of: element) else { return false }
      return style.box.display != .none
    }
  }

  private func isVisible(_ element: NodeID) -> Bool {
    guard element.exists else { return false }
    return layouts.contains { $0.style(of: element)?.text.visibility == .visible }
  }

  private func isInline(_ element: NodeID) -> Bool {
    guard document.isElement(element), let style = layouts.first?.style(of: element) else { return false }
    switch style.box.display {
    case .box(.inline, _, _), .contents: return true
    default: return false
    }
  }

  /// A text with single spaces and none around it.
  static func collapsed(_ text: String) -> String {
    text.split { $0.isWhitespace }.joined(separator: " ")
  }
}
