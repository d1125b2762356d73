import CSSValues
import Diagnostics
import HTML
import Layout
import Names
import Page
import Semantics

/// What keeps readers with assistive technology, a keyboard or weak eyes from a page: found at build time, in every environment.
struct AccessibilityCheck {
  /// A problem of an element; those with one code and message are reported together.
  private struct Kind: Hashable {
    var code: DiagnosticCode
    /// The message; of problems that are one kind whatever they measure, nothing.
    var message: String
  }

  let document: Document
  private let layouts: [ViewportLayout]
  let isToken: Bool
  /// The first element of each id.
  lazy var elementsByID = ids()
  private var kinds: [Kind] = []
  private var elements: [Kind: [NodeID]] = [:]
  private var helps: [Kind: String] = [:]
  private var known: [Kind: Set<NodeID>] = [:]
  /// What is said of an element with one of the kinds that have no message of their own.
  private var messages: [Kind: [NodeID: String]] = [:]

  init(_ document: Document, _ layouts: [ViewportLayout], isToken: Bool) {
    self.document = document
    self.layouts = layouts
    self.isToken = isToken
  }

  /// Finds the problems and reports each kind once, at its first element.
  ///
  /// - Returns: the semantics of each layout, by its number; layouts that show the same share theirs.
  static func report(
    _ document: Document, _ layouts: [ViewportLayout], isToken: Bool, in source: SourceFile,
    _ diagnostics: inout DiagnosticSink
  ) -> [SemanticTree] {
    var check = AccessibilityCheck(document, layouts, isToken: isToken)
    let trees = check.run()
    check.report(in: source, &diagnostics)
    return trees
  }

  /// Reports targets that are too small, and nothing else.
  static func reportTargets(
    _ document: Document, _ layouts: [ViewportLayout], isToken: Bool, in source: SourceFile,
    _ diagnostics: inout DiagnosticSink
  ) {
    var check = AccessibilityCheck(document, layouts, isToken: isToken)
    for layout in layouts {
      check.checkTargets(
        SemanticTree(document, styles: LayoutStyles(layout), isToken: isToken), layout, EnvironmentLook(layout))
    }
    check.report(in: source, &diagnostics)
  }

  /// Reports what was kept: each kind once.
  func report(in source: SourceFile, _ diagnostics: inout DiagnosticSink) {
    for kind in kinds {
      guard let found = elements[kind]?.sorted(), let first = found.first else { continue }
      diagnostics.report(
        Diagnostic(
          kind.code, messages[kind]?[first] ?? kind.message, in: source, at: document.sourceRange(first),
          others: found.dropFirst().map { document.sourceRange($0) }, help: helps[kind]))
    }
  }

  private func ids() -> [String: NodeID] {
    var ids: [String: NodeID] = [:]
    var node = document.documentElement
    while node.exists {
      if document.isElement(node), let id = document.value(node, .id), ids[id] == nil { ids[id] = node }
      node = document.next(after: node)
    }
    return ids
  }

  /// Keeps a problem.
  ///
  /// - Parameters:
  ///   - code: its kind.
  ///   - element: where it is.
  ///   - message: what was found.
  ///   - isOneKind: whether all problems of the code are reported together, with the first one's message.
  ///   - help: what to do about it.
  mutating func note(
    _ code: DiagnosticCode, _ element: NodeID, _ message: String, isOneKind: Bool = false, help: String? = nil
  ) {
    let kind = Kind(code: code, message: isOneKind ? "" : message)
    guard known[kind, default: []].insert(element).inserted else { return }
    if isOneKind { messages[kind, default: [:]][element] = message }
    if elements[kind] == nil { kinds.append(kind) }
    elements[kind, default: []].append(element)
    if let help { helps[kind] = help }
  }

  private mutating func run() -> [SemanticTree] {
    checkPageLanguage()
    checkMarkup()
    var trees: [SemanticTree] = []
    for (index, layout) in layouts.enumerated() {
      // OPTIMIZATION: most viewports show the same elements, which mean the same there.
      let known = layouts[..<index].firstIndex { Self.showTheSame($0, layout) }
      let tree = known.map { trees[$0] } ?? SemanticTree(document, styles: LayoutStyles(layout), isToken: isToken)
      trees.append(tree)
      if known == nil {
        if index == 0 { checkDocument(tree) }
        if !isToken { checkHandlers(tree) }
        checkNodes(tree)
        checkPlaces(tree)
        checkLandmarks(tree)
      }
      // OPTIMIZATION: a page without dark styles looks alike in both schemes.
      if layouts[..<index].contains(where: { EnvironmentLook.areAlike($0, layout) }) { continue }
      let look = EnvironmentLook(layout)
      checkTargets(tree, layout, look)
      for finding in ReadingOrderCheck(layout, document, tree, look).findings() {
        note(
          .readingOrder, finding.element,
          "\(finding.cause) shows `<\(document.name(finding.element).string)>` before "
            + "`<\(document.name(finding.other).string)>`, which is read first",
          help: "write the markup in the order in which it is seen")
      }
      for finding in FocusOrderCheck(layout, document, tree, look).findings() {
        note(
          .focusOrder, finding.element,
          "`\(finding.cause)` shows `<\(document.name(finding.element).string)>` before "
            + "`<\(document.name(finding.other).string)>`, which takes the focus first",
          help: "write the controls in the order in which they are seen")
      }
    }
    return trees
  }

  /// Keeps a text that is hard to read.
  mutating func note(_ finding: ContrastCheck.Finding) {
    let ratio = (finding.ratio * 100).rounded(.down) / 100
    note(
      .lowContrast, finding.element,
      "text in \(finding.foreground) on \(finding.background) has a contrast of \(ratio); \(finding.wanted) is wanted",
      help: "choose a darker or lighter colour for the text or its background")
  }

  /// Keeps that contrast was checked no further.
  mutating func note(_ element: NodeID, contrastStoppedAt viewport: String) {
    note(
      .contrastCut, element,
      "contrast was not checked from this text on, at \(viewport) and at later viewports: too much is painted behind texts",
      help: "put fewer boxes above one another")
  }

  /// Whether two environments display the same elements and texts, as visible and as clickable.
  private static func showTheSame(_ left: ViewportLayout, _ right: ViewportLayout) -> Bool {
    guard left.origins == right.origins, left.tree.text == right.tree.text else { return false }
    return zip(left.tree.nodes, right.tree.nodes).allSatisfy { one, other in
      let (first, second) = (left.tree.styles[Int(one.style)], right.tree.styles[Int(other.style)])
      return first.text.visibility == second.text.visibility && first.box.display == second.box.display
    }
  }

  private mutating func checkPageLanguage() {
    let root = document.documentElement
    guard root.exists, !isToken else { return }
    if (document.value(root, .lang) ?? "").isEmpty {
      note(
        .missingLanguage, root, "`<html>` has no `lang`", help: "write `<html lang=\"en\">`, or the page's own language"
      )
    }
  }

  // MARK: What does not depend on the environment

  private mutating func checkDocument(_ tree: SemanticTree) {
    for (element, id) in tree.duplicateIDs where !id.contains("{{") {
      note(.duplicateID, element, "another element before has the id `\(id.prefix(60))`")
    }
    for (element, role) in tree.unknownRoles where !role.contains("{{") {
      note(.unknownRole, element, "no role is called `\(role.prefix(60))`")
    }
    for (element, attribute, id) in tree.missingReferences {
      note(.missingReference, element, "`\(attribute)` names `\(id.prefix(60))`, and no element has that id")
    }
    for element in tree.hiddenFocus {
      note(
        .hiddenFocus, element,
        "`<\(document.name(element).string)>` takes the focus in a part with `aria-hidden=\"true\"`",
        help: "give the part `inert`, or this element `tabindex=\"-1\"`")
    }
    if tree.isCut {
      note(.accessibilityCut, document.documentElement, "the names of the page's elements take too many steps")
    }
    var level = 0
    for node in tree.nodes where node.role == .heading {
      guard let text = node[.level], let next = Int(text) else { continue }
      if next > level + 1, level > 0 {
        note(.skippedHeading, node.source, "a heading of level \(next) follows one of level \(level)")
      }
      level = next
    }
  }

  // MARK: Names

  private mutating func checkNodes(_ tree: SemanticTree) {
    for node in tree.nodes where node.role != .text {
      let element = node.source
      checkARIA(node)
      checkNames(node)
      if let index = node[.tabIndex].flatMap({ Int($0) }), index > 0 {
        note(.positiveTabIndex, element, "`tabindex` is \(index)", help: "write `tabindex=\"0\"`, or leave it out")
      }
      if isImageButton(element), !hasBinding(element), node.nameSource == .value || node.name.isEmpty {
        note(.imageWithoutText, element, "`<input type=image>` has no `alt`", help: "say what the button does")
        continue
      }
      // Spaces that do not break are spaces: nobody hears them.
      let isUnnamed = node.name.allSatisfy(\.isWhitespace)
      guard isUnnamed || node.nameSource == .placeholder, !hasBinding(element) else { continue }
      switch node.role {
      case .image where !isToken && document.isElement(element, .img) && document.value(element, .alt)?.isEmpty != true:
        note(
          .imageWithoutText, element,
          document.hasAttribute(element, .alt) ? "the `alt` of `<img>` is only spaces" : "`<img>` has no `alt`",
          help: "say what it shows, or write `alt=\"\"` where it is an ornament")
      case .image where document.value(element, .role) != nil || isToken:
        guard !isToken || document.value(element, .alt) == nil else { continue }
        note(
          .imageWithoutText, element, "an image has no text", help: isToken ? "give it `alt`" : "give it `aria-label`")
      case .link: note(.linkWithoutName, element, "a link has no text, and nothing else names it")
      case .button, .checkbox, .radio, .switch, .textField, .searchField, .comboBox, .listBox, .spinButton, .slider,
        .menuItem, .menuItemCheckbox, .menuItemRadio, .tab, .treeItem:
        note(
          .controlWithoutName, element,
          isUnnamed
            ? "a \(Self.words(node.role)) has no name" : "only a placeholder names a \(Self.words(node.role))",
          help: node.role == .button ? "give it a text or `aria-label`" : "give it a `<label>` or `aria-label`")
      default: break
      }
    }
  }

  private func isImageButton(_ element: NodeID) -> Bool {
    !isToken && document.isElement(element, .input) && document.value(element, .type)?.lowercased() == "image"
  }

  /// Whether data fills an element in, so that what it holds is not known here.
  func hasBinding(_ element: NodeID) -> Bool {
    document.attributes(element).contains { $0.name.string.hasPrefix("t:") || $0.name.string == "@text" }
  }

  private static func words(_ role: SemanticRole) -> String {
    switch role {
    case .textField: "text field"
    case .searchField: "search field"
    case .comboBox: "drop-down"
    case .listBox: "list box"
    case .spinButton: "number field"
    case .radio: "radio button"
    default: role.name
    }
  }
}
