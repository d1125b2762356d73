import CSSValues
import Layout
import Page
import PageFormat

/// A page file's nodes in one viewport: the variant's say, and the styles as they were computed there.
struct DeviceEnvironment: PageEnvironment {
  let viewport: Viewport
  /// The variant's number.
  let variant: Int
  let isQuirky: Bool
  let hasLineHeightQuirk: Bool
  /// The page as edits left it; set for each layout.
  var page = Page()
  /// The first style or fact that could not be read: what is laid out after it counts for nothing.
  private(set) var error: PageFormatError?
  private let file: PageReader
  /// The variant's styles of nodes, where they are others: -1 is none.
  private let overrides: [Int32: Int32]
  /// What nodes are laid out as under the variant's rules; empty where all are generic.
  private let boxes: [PageBox]
  /// What layout must know of nodes beyond their styles.
  private let facts: [Int32: [PageLayoutFact]]
  /// By node of the file, whether it has facts: most have none.
  private let hasFacts: [Bool]
  /// The numbers of the styles of `::first-letter` and `::first-line`, by node.
  private var firstLetters: [Int32: Int32] = [:]
  private var firstLines: [Int32: Int32] = [:]
  /// Styles are only added, so that those of the last layout keep their numbers.
  private var computation: StyleComputation

  var styles: [ComputedStyle] { computation.styles }

  /// - Parameter other: an environment of the same page, whose styles are not read again.
  init(
    _ file: PageReader, _ input: PageLayoutInput, variant number: Int, isBuilt: Bool,
    viewport: Viewport, measurer: any TextMeasurer, after other: DeviceEnvironment?
  ) throws(PageFormatError) {
    self.file = file
    self.viewport = viewport
    variant = number
    isQuirky = input.isQuirky
    hasLineHeightQuirk = input.hasLineHeightQuirk
    let variant = input.variants[number]
    var overrides: [Int32: Int32] = [:]
    for override in variant.overrides { overrides[Int32(override.node)] = Int32(override.style ?? -1) }
    self.overrides = overrides
    var facts: [Int32: [PageLayoutFact]] = [:]
    for row in input.facts { facts[Int32(row.node)] = try file.facts(row) }
    for row in variant.facts { facts[Int32(row.node)] = try file.facts(row) }
    self.facts = facts
    var hasFacts = [Bool](repeating: false, count: file.nodeCount)
    for node in facts.keys where hasFacts.indices.contains(Int(node)) { hasFacts[Int(node)] = true }
    self.hasFacts = hasFacts
    var boxes = input.boxes
    if boxes.isEmpty, !variant.boxes.isEmpty { boxes = Array(repeating: PageBox(), count: file.nodeCount) }
    for row in variant.boxes { boxes[row.node] = row.box }
    self.boxes = boxes
    let pseudos = try file.pseudoStyles(in: viewport)
    for row in 0..<pseudos.count {
      guard let pseudo = pseudos.style(at: row) else { continue }
      switch pseudo.pseudo {
      case .firstLetter: firstLetters[Int32(pseudo.node)] = Int32(pseudo.style)
      case .firstLine: firstLines[Int32(pseudo.node)] = Int32(pseudo.style)
      default: break
      }
    }
    computation = StyleComputation(
      file, viewport: viewport, measurer: measurer, isQuirky: input.isQuirky,
      usesFileValues: isBuilt && (number == 0 || input.isBuiltOnly), portable: other?.computation.portable ?? [:])
  }

  // MARK: Styles

  mutating func style(of node: Int32, inside parent: Int32) -> Int32? { style(of: node, inside: parent, []) }

  private mutating func style(
    of node: Int32, inside parent: Int32, _ declarations: [LocalDeclaration]
  ) -> Int32? {
    let record = page.nodes[Int(node)]
    let style = record.hasOwnStyle ? record.style : overrides[record.source] ?? record.style
    guard style >= 0, error == nil else { return nil }
    do throws(PageFormatError) {
      return try computation.index(of: style, parent: parent, declarations: declarations)
    } catch {
      self.error = error
      return nil
    }
  }

  mutating func style(_ derivation: DerivedStyle, inside parent: Int32) -> Int32 {
    computation.derived(derivation, inside: parent)
  }

  var hasLineStyles: Bool { !firstLetters.isEmpty || !firstLines.isEmpty }

  mutating func style(of pseudo: LinePseudoElement, of node: Int32, inside parent: Int32) -> Int32? {
    let record = page.nodes[Int(node)]
    guard record.kind == .element, error == nil,
      let style = (pseudo == .firstLetter ? firstLetters : firstLines)[record.source]
    else { return nil }
    do throws(PageFormatError) {
      let index = try computation.index(of: style, parent: parent)
      return computation.styles[Int(index)].box.display == .none ? nil : index
    } catch {
      self.error = error
      return nil
    }
  }

  mutating func box(of node: Int32, inside parent: Int32, depth: Int) -> StyledNode? {
    let source = page.nodes[Int(node)].source
    let box = boxes.isEmpty ? PageBox() : boxes[Int(source)]
    if box.isLeftOut { return nil }
    let declarations = page.declarations.isEmpty ? [] : page.declarations[node] ?? []
    guard let style = style(of: node, inside: parent, declarations), computation.styles[Int(style)].box.display != .none
    else { return nil }
    var facts = hasFacts.indices.contains(Int(source)) && hasFacts[Int(source)] ? facts[source] ?? [] : []
    if !page.texts.isEmpty, let text = page.texts[node] {
      facts.removeAll(where: \.isContent)
      if !text.isEmpty { facts.append(.text(text)) }
    }
    return StyledNode(style: style, role: box.role, facts: facts, children: box.children)
  }

  // MARK: Texts and attributes

  func appendText(of node: Int32, to tree: inout StyledTree, inside parent: StyledTree.Index) {
    if !page.texts.isEmpty, let text = page.texts[node] {
      tree.appendText(text.utf16, to: parent)
    } else {
      file.withUTF8(ofText: Int(page.nodes[Int(node)].source)) { _ = tree.appendText(utf8: $0, to: parent) }
    }
  }

  func characters(of node: Int32) -> [UInt16] {
    Array((page.texts[node] ?? file.text(Int(page.nodes[Int(node)].source)) ?? "").utf16)
  }

  func tag(of node: Int32) -> String? { file.tag(Int(page.nodes[Int(node)].source)) }

  func attribute(_ name: String, of node: Int32) -> String? {
    let source = Int(page.nodes[Int(node)].source)
    return file.attribute(source, name) ?? (name == "href" ? file.attribute(source, "xlink:href") : nil)
  }
}
