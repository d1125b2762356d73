import CSSValues
import Page
import PageFormat

/// Compares two versions of a page: what was edited in its tree, then each viewport.
struct PageComparison {
  let path: String
  let old: PageTree
  let new: PageTree
  let matching: TreeMatching
  var causes = PageCauses()
  /// The edit of each new node: an attribute, a text, its own appearance.
  private(set) var edits: [Int?]
  /// The cause of what vanished before a new node.
  private(set) var vanishedBefore: [Int: Int] = [:]
  /// The cause of what vanished at the end of a new node; `-1` are the roots.
  private(set) var vanishedAtEnd: [Int: Int] = [:]
  /// Edits of attributes that may move boxes by themselves.
  private(set) var movingEdits: Set<Int> = []
  /// Generated boxes that came or went: the cause, and the new node or the parent of what went.
  private var generated: [(cause: Int, node: Int?)] = []
  /// What the whole document is laid out by otherwise: its viewport, or its doctype.
  private(set) var documentCause: Int?
  /// The edits of rules that were looked for.
  var ruleEdits: [RuleQuery: SheetChanges.DeclarationEdit?] = [:]
  /// The parents of generated boxes that came or went, by their new numbers, with the cause.
  private var generatedIn: [Int: Int] = [:]
  /// What was edited in style sheets.
  let sheets: SheetChanges
  /// Whether both documents are written alike, so that rules are behind all differences of the trees.
  private let hasSameMarkup: Bool
  var styles: StyleComparison
  var notes: [String] = []

  /// Compares the trees.
  ///
  /// - Parameters:
  ///   - path: the page's path.
  ///   - oldPage: the page before.
  ///   - newPage: the page now.
  ///   - doctypes: what the two documents begin with; `nil` where one is not there to read.
  ///   - sheets: what was edited in style sheets.
  ///   - hasSameMarkup: whether both documents are written alike.
  ///   - fileChanged: gives the path of the file that an address names from this page, where it differs.
  init(
    path: String, _ oldPage: PageReader, _ newPage: PageReader, doctypes: (old: String?, new: String?)? = nil,
    sheets: SheetChanges, hasSameMarkup: Bool, fileChanged: (String) -> String?
  ) {
    self.path = path
    self.sheets = sheets
    self.hasSameMarkup = hasSameMarkup
    old = PageTree(oldPage)
    new = PageTree(newPage)
    matching = TreeMatching(old, new)
    styles = StyleComparison(oldPage, newPage)
    edits = Array(repeating: nil, count: new.count)
    compareDoctypes(doctypes)
    compareViewports()
    for edit in sheets.listEdits(of: path) { _ = number(edit) }
    findGenerated()
    compareNodes(fileChanged)
    findVanished()
    compareScripts()
  }

  // MARK: The document

  /// The name of the change of a viewport.
  static let viewportChange = "viewport"
  /// The name of the change of a doctype.
  static let doctypeChange = "doctype"

  private mutating func compareDoctypes(_ doctypes: (old: String?, new: String?)?) {
    guard let doctypes, doctypes.old?.lowercased() != doctypes.new?.lowercased() else { return }
    documentCause = documentCause(Self.doctypeChange, doctypes.old, doctypes.new)
  }

  /// `<meta name=viewport>` says how wide the page is laid out, whatever else is edited.
  private mutating func compareViewports() {
    let (before, after) = (Self.viewport(of: old), Self.viewport(of: new))
    guard before.content != after.content else { return }
    let cause = documentCause(Self.viewportChange, before.content, after.content)
    documentCause = documentCause ?? cause
    if let node = after.node { edits[node] = cause }
  }

  private mutating func documentCause(_ name: String, _ old: String?, _ new: String?) -> Int {
    let text = [name, old ?? "\u{2}", new ?? "\u{2}"].joined(separator: "\u{0}")
    return causes.number(PageCause.Key(subject: .document, text: text), [ValueChange(name, from: old, to: new)])
  }

  private static func viewport(of tree: PageTree) -> (node: Int?, content: String?) {
    let node = (0..<tree.count).first { isViewport($0, of: tree) }
    return (node, node.flatMap { tree.page.attribute($0, "content") })
  }

  private static func isViewport(_ node: Int, of tree: PageTree) -> Bool {
    tree.names[node].tag == "meta" && tree.page.attribute(node, "name")?.lowercased() == "viewport"
  }

  // MARK: The tree

  private mutating func compareNodes(_ fileChanged: (String) -> String?) {
    for node in 0..<new.count where !Self.isViewport(node, of: new) {
      guard let oldNode = matching.oldNodes[node] else {
        noteAppeared(node)
        continue
      }
      if matching.relocated.contains(node), !isOfSheetList(node, of: new) { noteRelocated(node) }
      if new.names[node].kind == .text || new.names[node].kind.isGenerated { compareText(oldNode, node) }
      if old.ownHashes[oldNode] != new.ownHashes[node] {
        compareAttributes(oldNode, node)
      }
      let page = new.page
      if page.flags(node).contains(.replaced), edits[node] == nil,
        let file = Self.addresses(of: node, page).lazy.compactMap(fileChanged).first
      {
        let key = PageCause.Key(subject: .image, text: "file\u{0}" + file)
        let cause = causes.number(key, [ValueChange("file", from: file, to: file)])
        carry(cause, node: node, new.names[node])
        edits[node] = cause
        movingEdits.insert(cause)
      }
    }
  }

  /// What a replaced element may show: its own file, and those that it is to choose from.
  private static func addresses(of node: Int, _ page: PageReader) -> [String] {
    var addresses = ["src", "poster", "data"].compactMap { page.attribute(node, $0) }
    var sets = [page.attribute(node, "srcset")].compactMap { $0 }
    if let parent = page.parent(node), page.tag(parent) == "picture" {
      var child = parent + 1
      while child < node {
        if page.tag(child) == "source", let set = page.attribute(child, "srcset") { sets.append(set) }
        child = page.subtreeEnd(child)
      }
    }
    for set in sets {
      addresses += set.split(separator: ",").prefix(100).compactMap { candidate in
        candidate.split(whereSeparator: \.isWhitespace).first.map(String.init)
      }
    }
    return addresses
  }

  private mutating func noteAppeared(_ node: Int) {
    if let parent = new.page.parent(node), matching.oldNodes[parent] == nil, let cause = edits[parent] {
      // It came with its parent.
      edits[node] = cause
      return
    }
    guard !new.names[node].kind.isGenerated, !isOfSheetList(node, of: new) else { return }
    if isBlankText(node, of: new) {
      edits[node] = new.page.parent(node).flatMap { generatedIn[$0] }
      guard edits[node] == nil, !hasSameMarkup else { return }
    }
    let words = Self.words(in: node, of: new)
    let label = Self.label(node, of: new)
    let key = PageCause.Key(subject: .appeared, text: [label, words ?? ""].joined(separator: "\u{0}"))
    let cause = causes.number(key, words.map { [ValueChange("text", from: nil, to: $0)] } ?? [])
    carry(cause, node: node, new.names[node])
    edits[node] = cause
    movingEdits.insert(cause)
  }

  /// Notes that an element has the change, and the first one as where it was edited.
  private mutating func carry(_ cause: Int, node: Int, isOld: Bool = false, _ name: ElementName) {
    causes.carry(cause, node: node, name)
    if causes[cause].anchor == nil { causes[cause].anchor = (node, isOld) }
  }

  /// Whether a node is a `<style>`, or a `<link>` of a style sheet, whose coming and going is a cause of its own.
  private func isOfSheetList(_ node: Int, of tree: PageTree) -> Bool {
    guard sheets.knowsSheets(of: path) else { return false }
    return tree.names[node].tag == "style"
      || tree.names[node].tag == "link"
        && tree.page.attribute(node, "rel")?.lowercased().split(whereSeparator: \.isWhitespace).contains("stylesheet")
          == true
  }

  /// Whether a node is a text of white space, which boxes beside it may keep or drop (CSS Text 3, 4.1.1).
  private func isBlankText(_ node: Int, of tree: PageTree) -> Bool {
    tree.names[node].kind == .text && (tree.page.text(node) ?? "").allSatisfy { " \t\n\r".contains($0) }
  }

  /// Finds the generated boxes that came or went, before what they do to the white space beside them.
  private mutating func findGenerated() {
    for node in 0..<new.count where matching.oldNodes[node] == nil && new.names[node].kind.isGenerated {
      guard let parent = new.page.parent(node), matching.oldNodes[parent] != nil else { continue }
      noteGenerated(node, of: new, isNew: true)
    }
    for node in 0..<old.count where matching.newNodes[node] == nil && old.names[node].kind.isGenerated {
      guard let parent = old.page.parent(node), matching.newNodes[parent] != nil else { continue }
      noteGenerated(node, of: old, isNew: false)
      if old.names[node].kind != .marker, let cause = generated.last?.cause { noteFollower(of: node, cause) }
    }
  }

  /// Notes where a node vanished: before the next one that is left, or at the end of its parent.
  private mutating func noteFollower(of node: Int, _ cause: Int) {
    let parent = old.page.parent(node)
    var next = old.ends[node]
    let end = parent.map { old.ends[$0] } ?? old.count
    while next < end, matching.newNodes[next] == nil { next = old.ends[next] }
    if next < end, let follower = matching.newNodes[next] {
      vanishedBefore[follower] = cause
    } else {
      vanishedAtEnd[parent.flatMap { matching.newNodes[$0] } ?? -1] = cause
    }
  }

  /// Boxes of `::before` and `::after` come and go by rules. Markers do so with `list-style`, which is a finding by itself.
  private mutating func noteGenerated(_ node: Int, of tree: PageTree, isNew: Bool) {
    guard tree.names[node].kind != .marker else { return }
    let text = Self.content(of: node, in: tree)
    let change = ValueChange("content", from: isNew ? "none" : text, to: isNew ? text : "none")
    let name = tree.names[node].named(in: tree, node)
    let cause: Int
    if let property = PropertyID(named: "content"), let edited = sheetCause(behind: property, on: name) {
      cause = edited.cause
      if edited.isRule { causes.add(change, to: cause) }
    } else {
      let key = PageCause.Key(
        subject: .style, text: ["generated", change.old ?? "", change.new ?? ""].joined(separator: "\u{0}"))
      cause = causes.number(key, [change])
    }
    causes.carry(cause, node: node, name)
    movingEdits.insert(cause)
    let parent = tree.page.parent(node)
    if isNew {
      edits[node] = cause
      if let parent { generatedIn[parent] = cause }
    } else if let parent = parent.flatMap({ matching.newNodes[$0] }) {
      generatedIn[parent] = cause
    }
    generated.append((cause, isNew ? node : parent.flatMap { matching.newNodes[$0] }))
  }

  /// What a generated box shows: its text, or what its rule says, such as `counter(n)`.
  private static func content(of node: Int, in tree: PageTree) -> String {
    if let text = tree.page.text(node), !text.isEmpty { return "“\(text)”" }
    let entries = tree.page.style(node).flatMap { try? tree.page.portableStyle($0).entries } ?? []
    let value = entries.first { entry in
      if case .property(let property) = entry.field { property.name == "content" } else { false }
    }?.value.text
    guard let value, !value.isEmpty else { return "“”" }
    // One string is shown as texts are.
    let inner = value.dropFirst().dropLast()
    let isString = value.count > 1 && value.hasPrefix("\"") && value.hasSuffix("\"") && !inner.contains("\"")
    return isString ? "“\(inner)”" : value
  }

  /// Notes which edits of the tree may be why generated boxes came or went.
  mutating func explainGenerated(_ explanations: [PageCause.Key?]) {
    for (cause, node) in generated {
      causes[cause].explanations[node.flatMap { explanation(of: $0, explanations) }, default: 0] += 1
    }
  }

  /// The edit that explains a node, or one of its parent's attributes.
  private func explanation(of node: Int, _ explanations: [PageCause.Key?]) -> PageCause.Key? {
    if let edit = edits[node], causes[edit].key.subject == .attribute { return causes[edit].key }
    return explanations[node]
  }

  private mutating func noteRelocated(_ node: Int) {
    let words = Self.words(in: node, of: new)
    let key = PageCause.Key(
      subject: .relocated, text: [Self.label(node, of: new), words ?? ""].joined(separator: "\u{0}"))
    let cause = causes.number(key, words.map { [ValueChange("text", from: $0, to: $0)] } ?? [])
    carry(cause, node: node, new.names[node])
    edits[node] = cause
    movingEdits.insert(cause)
  }

  private mutating func compareText(_ oldNode: Int, _ node: Int) {
    let (before, after) = (old.page.text(oldNode) ?? "", new.page.text(node) ?? "")
    guard before != after else { return }
    // Texts are named by what they are in.
    let holder = new.names[node].kind == .text ? new.page.parent(node) ?? node : node
    let key = PageCause.Key(
      subject: .text, text: [new.names[holder].label, before, after].joined(separator: "\u{0}"))
    let cause = causes.number(key, [ValueChange("text", from: before, to: after)])
    carry(cause, node: node, new.names[holder])
    edits[node] = cause
    movingEdits.insert(cause)
  }

  private mutating func compareAttributes(_ oldNode: Int, _ node: Int) {
    let before = Dictionary(
      old.page.attributes(oldNode).map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
    let after = Dictionary(
      new.page.attributes(node).map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
    var changes: [ValueChange] = []
    if old.names[oldNode].tag != new.names[node].tag {
      changes.append(ValueChange("tag", from: old.names[oldNode].tag, to: new.names[node].tag))
    }
    let isListed = isOfSheetList(oldNode, of: old) || isOfSheetList(node, of: new)
    for name in Set(before.keys).union(after.keys).sorted() where before[name] != after[name] {
      // Of a sheet that another one replaces, or that applies under another condition, that is the cause.
      if isListed, ["rel", "media", "disabled"].contains(name) || name == "href" && !sheets.listEdits(of: path).isEmpty
      {
        continue
      }
      changes.append(ValueChange(name, from: before[name], to: after[name]))
    }
    if changes.isEmpty {
      guard !isListed else { return }
      guard new.names[node].kind != .text, old.page.text(oldNode) == new.page.text(node) else { return }
      changes.append(ValueChange("handlers or bindings", from: nil, to: nil))
    }
    let isLink = changes.allSatisfy { $0.name == "href" }
    let isImage = changes.contains { ["src", "srcset", "poster"].contains($0.name) }
    let subject: Finding.Subject = isLink ? .link : isImage ? .image : .attribute
    let parts = changes.map { "\($0.name)\u{1}\($0.old ?? "\u{2}")\u{1}\($0.new ?? "\u{2}")" }
    let key = PageCause.Key(
      subject: subject, text: ([Self.label(oldNode, of: old)] + parts).joined(separator: "\u{0}"))
    let cause = causes.number(key, changes)
    carry(cause, node: node, changes.contains { $0.name == "class" } ? old.names[oldNode] : new.names[node])
    edits[node] = cause
    if changes.contains(where: { !Self.isSilent($0.name) }) { movingEdits.insert(cause) }
  }

  /// Whether an attribute moves no box but by styles that select it.
  private static func isSilent(_ name: String) -> Bool {
    name.hasPrefix("aria-") || name.hasPrefix("data-") || name.hasPrefix("on")
      || [
        "href", "alt", "title", "target", "rel", "name", "for", "role", "class", "id", "style", "tabindex", "content",
        "handlers or bindings", "loading", "decoding", "fetchpriority", "datetime", "action", "method",
      ].contains(name)
  }

  private mutating func findVanished() {
    for node in 0..<old.count where matching.newNodes[node] == nil {
      let parent = old.page.parent(node)
      // What is in it vanished with it.
      if let parent, matching.newNodes[parent] == nil { continue }
      if Self.isViewport(node, of: old) || old.names[node].kind.isGenerated || isOfSheetList(node, of: old) { continue }
      if isBlankText(node, of: old), let parent = parent.flatMap({ matching.newNodes[$0] }) {
        if hasSameMarkup || generatedIn[parent] != nil { continue }
      }
      let words = Self.words(in: node, of: old)
      let key = PageCause.Key(
        subject: .vanished, text: [Self.label(node, of: old), words ?? ""].joined(separator: "\u{0}"))
      let cause = causes.number(key, words.map { [ValueChange("text", from: $0, to: nil)] } ?? [])
      carry(cause, node: node, isOld: true, old.names[node])
      movingEdits.insert(cause)
      noteFollower(of: node, cause)
    }
  }

  private mutating func compareScripts() {
    func scripts(_ page: PageReader) -> [String] {
      (0..<page.scriptCount).map { index in
        let script = page.script(index)
        return script.source ?? script.text ?? ""
      }
    }
    let (before, after) = (scripts(old.page), scripts(new.page))
    guard before != after else { return }
    let (oldSet, newSet) = (Set(before), Set(after))
    let changes =
      before.filter { !newSet.contains($0) }.map { ValueChange("script", from: $0, to: nil) }
      + after.filter { !oldSet.contains($0) }.map { ValueChange("script", from: nil, to: $0) }
    let parts = changes.map { ($0.old ?? "") + "\u{1}" + ($0.new ?? "") }.joined(separator: "\u{0}")
    _ = causes.number(PageCause.Key(subject: .script, text: parts), changes)
  }

  // MARK: Names

  /// A name like a selector's; a text's is that of its parent.
  static func label(_ node: Int, of tree: PageTree) -> String {
    let name = tree.names[node]
    guard name.kind == .text || name.kind.isGenerated, let parent = tree.page.parent(node) else { return name.label }
    return name.kind == .text ? tree.names[parent].label : tree.names[parent].label + name.label
  }

  /// The first words in a subtree, at most 60 characters; `nil` where there is no text.
  static func words(in node: Int, of tree: PageTree) -> String? {
    for inner in node..<tree.ends[node] where tree.names[inner].kind == .text {
      let text = (tree.page.text(inner) ?? "").split(whereSeparator: \.isWhitespace).joined(separator: " ")
      if !text.isEmpty { return text.count > 60 ? text.prefix(59) + "…" : text }
    }
    return nil
  }
}
