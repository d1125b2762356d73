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
  var styles: StyleComparison
  var notes: [String] = []

  /// Compares the trees.
  ///
  /// - Parameters:
  ///   - path: the page's path.
  ///   - oldPage: the page before.
  ///   - newPage: the page now.
  ///   - doctypes: what the two documents begin with; `nil` where one is not there to read.
  ///   - fileChanged: gives the path of the file that an address names from this page, where it differs.
  init(
    path: String, _ oldPage: PageReader, _ newPage: PageReader, doctypes: (old: String?, new: String?)? = nil,
    fileChanged: (String) -> String?
  ) {
    self.path = path
    old = PageTree(oldPage)
    new = PageTree(newPage)
    matching = TreeMatching(old, new)
    styles = StyleComparison(oldPage, newPage)
    edits = Array(repeating: nil, count: new.count)
    compareDoctypes(doctypes)
    compareViewports()
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
      if matching.relocated.contains(node) { noteRelocated(node) }
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
        causes.carry(cause, node: node, new.names[node])
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
    guard !new.names[node].kind.isGenerated else { return noteGenerated(node, of: new, isNew: true) }
    let words = Self.words(in: node, of: new)
    let label = Self.label(node, of: new)
    let key = PageCause.Key(subject: .appeared, text: [label, words ?? ""].joined(separator: "\u{0}"))
    let cause = causes.number(key, words.map { [ValueChange("text", from: nil, to: $0)] } ?? [])
    causes.carry(cause, node: node, new.names[node])
    edits[node] = cause
    movingEdits.insert(cause)
  }

  /// Boxes of `::before` and `::after` come and go by rules. Markers do so with `list-style`, which is a finding by itself.
  private mutating func noteGenerated(_ node: Int, of tree: PageTree, isNew: Bool) {
    guard tree.names[node].kind != .marker else { return }
    let text = tree.page.text(node).map { "“\($0)”" } ?? "“”"
    let change = ValueChange("content", from: isNew ? "none" : text, to: isNew ? text : "none")
    let key = PageCause.Key(
      subject: .style, text: ["generated", change.old ?? "", change.new ?? ""].joined(separator: "\u{0}"))
    let cause = causes.number(key, [change])
    causes.carry(cause, node: node, tree.names[node].named(in: tree, node))
    movingEdits.insert(cause)
    if isNew { edits[node] = cause }
    generated.append((cause, isNew ? node : tree.page.parent(node).flatMap { matching.newNodes[$0] }))
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
    causes.carry(cause, node: node, new.names[node])
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
    causes.carry(cause, node: node, new.names[holder])
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
    for name in Set(before.keys).union(after.keys).sorted() where before[name] != after[name] {
      changes.append(ValueChange(name, from: before[name], to: after[name]))
    }
    if changes.isEmpty {
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
    causes.carry(cause, node: node, changes.contains { $0.name == "class" } ? old.names[oldNode] : new.names[node])
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
      if Self.isViewport(node, of: old) { continue }
      if old.names[node].kind.isGenerated {
        noteGenerated(node, of: old, isNew: false)
        continue
      }
      let words = Self.words(in: node, of: old)
      let key = PageCause.Key(
        subject: .vanished, text: [Self.label(node, of: old), words ?? ""].joined(separator: "\u{0}"))
      let cause = causes.number(key, words.map { [ValueChange("text", from: $0, to: nil)] } ?? [])
      causes.carry(cause, node: node, old.names[node])
      movingEdits.insert(cause)
      var next = old.ends[node]
      let end = parent.map { old.ends[$0] } ?? old.count
      while next < end, matching.newNodes[next] == nil { next = old.ends[next] }
      if next < end, let follower = matching.newNodes[next] {
        vanishedBefore[follower] = cause
      } else {
        vanishedAtEnd[parent.flatMap { matching.newNodes[$0] } ?? -1] = cause
      }
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
