import CSSValues
import HybridLayout
import Layout
import Page
import Testing

/// The walk from a page to layout's input, which builds and devices share.
struct StyledTreeAssemblyTests {
  /// The tree, one node a line: roles, texts in quotes, `!` before what has no node.
  private func dump(_ environment: HandmadeEnvironment) -> String {
    var assembly = StyledTreeAssembly(environment)
    assembly.assemble()
    let tree = assembly.tree
    #expect(tree.nodes.count == assembly.pageNodes.count && tree.nodes.count == assembly.isAnonymous.count)
    #expect(tree.nodes.count == assembly.identities.count)
    let known = assembly.identities.filter { $0 >= 0 }
    #expect(Set(known).count == known.count, "no two nodes share an identity")
    var depths: [Int] = []
    return tree.nodes.enumerated().map { index, node in
      depths.append(node.parent >= 0 ? depths[Int(node.parent)] + 1 : 0)
      let range = Int(node.textStart)..<Int(node.textStart + node.textLength)
      let name = node.kind == .text ? "'\(String(decoding: tree.text[range], as: UTF16.self))'" : "\(node.role)"
      let isExtra = assembly.isAnonymous[index] || assembly.pageNodes[index] < 0
      return String(repeating: " ", count: depths[index]) + (isExtra ? "!" : "") + name
    }.joined(separator: "\n")
  }

  @Test func contentsFollowBeforeAndPrecedeChildren() {
    var environment = HandmadeEnvironment()
    let root = environment.add(.element, to: -1, .root)
    let box = environment.add(.element, to: root, .listMarker, space: [.atEnd, .lineFeedAtEnd])
    environment.add(.marker, to: box, .bulletMarker, [.text("•")])
    environment.add(.before, to: box, .generic, [.text("before")])
    environment.addText("text", to: box, space: .before)
    environment.add(.after, to: box, .generic, [.text("after")])
    environment.boxes[box]?.facts = [.text("contents"), .image(.init(naturalWidth: 1, naturalHeight: 1))]
    #expect(
      dump(environment) == """
        root
         listMarker
          bulletMarker
           !'•'
          generic
           !'before'
          !'contents'
          !replaced
          !' '
          'text'
          generic
           !'after'
          !'
        '
        """)
  }

  /// Trees are held for all viewports of a page: what was reserved for more nodes is given back.
  @Test func treesHoldNoMoreThanTheyHave() {
    var environment = HandmadeEnvironment()
    let root = environment.add(.element, to: -1, .root)
    for _ in 0..<40_000 { _ = environment.add(.element, to: root, .generic) }
    var assembly = StyledTreeAssembly(environment)
    assembly.assemble()
    let tree = assembly.tree
    #expect(tree.nodes.count == 40_001)
    #expect(tree.nodes.capacity < 42_000 && assembly.pageNodes.capacity < 42_000)
    #expect(assembly.identities.capacity < 42_000 && assembly.isAnonymous.capacity < 42_000)
  }

  @Test func detailsShowTheirSummaryAndABlockOfTheRest() {
    var environment = HandmadeEnvironment()
    let details = environment.add(.element, to: -1, .details)
    environment.addText("first", to: details)
    let summary = environment.add(.element, to: details, .button)
    environment.tags[summary] = "summary"
    environment.add(.after, to: details, .generic, [.text("after")])
    #expect(
      dump(environment) == """
        details
         button
         !generic
          'first'
         generic
          !'after'
        """)
  }

  @Test func whatIsLeftOutOrHiddenHasNoBoxes() {
    var environment = HandmadeEnvironment()
    let root = environment.add(.element, to: -1, .root)
    let image = environment.add(.element, to: root, .replaced, [.naturalSize(.init(naturalWidth: 9, naturalHeight: 9))])
    environment.boxes[image]?.children = .none
    environment.addText("fallback", to: image)
    environment.boxes[environment.add(.element, to: root, .generic)] = nil
    let lone = environment.add(.element, to: root, .generic, [.image(.init(naturalWidth: 1, naturalHeight: 1))])
    environment.boxes[lone]?.children = .generated
    environment.add(.before, to: lone, .generic)
    environment.addText("replaced", to: lone)
    #expect(dump(environment) == "root\n replaced\n generic\n  generic\n  !replaced")
  }

  @Test func whatIsNestedTooDeepIsLeftOutAndSaid() {
    var environment = HandmadeEnvironment()
    var parent: Int32 = -1
    for _ in 0..<Page.maximumDepth + 100 { parent = environment.add(.element, to: parent, .generic) }
    environment.addText("deep", to: parent)
    var assembly = StyledTreeAssembly(environment)
    assembly.assemble()
    #expect(assembly.tree.nodes.count == Page.maximumDepth && assembly.tree.isTruncated)
  }
}

/// A page written out by hand: what its nodes are is what was said of them.
private struct HandmadeEnvironment: PageEnvironment {
  var page = Page()
  var boxes: [Int32: StyledNode] = [:]
  var texts: [Int32: String] = [:]
  var tags: [Int32: String] = [:]
  var styles = [ComputedStyle()]
  let isQuirky = false
  let hasLineHeightQuirk = false

  @discardableResult
  mutating func add(
    _ kind: PageNodeKind, to parent: Int32, _ role: PageRole, _ facts: [PageLayoutFact] = [], space: PageSpace = []
  ) -> Int32 {
    var record = Page.Node(kind: kind, source: Int32(page.nodes.count))
    record.space = space
    let node = page.append(record, to: parent)
    boxes[node] = StyledNode(style: 0, role: role, facts: facts)
    return node
  }

  mutating func addText(_ text: String, to parent: Int32, space: PageSpace = []) {
    var node = Page.Node(kind: .text, source: Int32(page.nodes.count))
    node.space = space
    texts[page.append(node, to: parent)] = text
  }

  func style(of node: Int32, inside parent: Int32) -> Int32? { boxes[node]?.style }
  func box(of node: Int32, inside parent: Int32, depth: Int) -> StyledNode? { boxes[node] }
  func style(_ derivation: DerivedStyle, inside parent: Int32) -> Int32 { 0 }
  let hasLineStyles = false
  func style(of pseudo: LinePseudoElement, of node: Int32, inside parent: Int32) -> Int32? { nil }
  func appendText(of node: Int32, to tree: inout StyledTree, inside parent: StyledTree.Index) {
    tree.appendText(characters(of: node), to: parent)
  }
  func characters(of node: Int32) -> [UInt16] { Array((texts[node] ?? "").utf16) }
  func tag(of node: Int32) -> String? { tags[node] }
  func attribute(_ name: String, of node: Int32) -> String? { nil }
}
