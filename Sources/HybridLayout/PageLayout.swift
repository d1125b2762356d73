import CSSValues
import Layout
import Page
import PageFormat

/// Why a page cannot be laid out on the device as it was built.
public enum RelayoutError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The page file has nothing to lay it out from: it was made by an older build.
  case noLayoutInput
  /// No screen can have the viewport's numbers.
  case viewport
  /// Other rules hold there than in any environment that the build knows.
  case rules
  /// Styles ask for `env()`, and the page was not built for a screen with these insets.
  case safeArea
  /// Images chosen by width or container queries for more than sizes decide: only the built environments are known.
  case builtOnly
  /// The file is broken.
  case file(PageFormatError)

  /// One line for people.
  public var description: String {
    switch self {
    case .noLayoutInput: "the page file holds nothing to lay the page out from; build it again"
    case .viewport: "no screen has such a size"
    case .rules: "the page's media queries choose rules there that were not built"
    case .safeArea: "the page's styles use env(safe-area-inset-*), and it was not built for these insets"
    case .builtOnly: "the page's styles depend on more than the viewport; only built viewports are known"
    case .file(let error): "\(error)"
    }
  }
}

/// What a layout changed.
public struct Relayout: Sendable {
  /// The whole page as it is now. Frames are by node; nodes that changes added follow those of the page.
  public var layout: LayoutModel
  /// The nodes whose frames, fragments or scroll areas are others than before, ascending.
  public var changedFrames: [Int]
  /// The nodes whose lines or their characters are others than before, ascending.
  public var changedLines: [Int]
}

/// Lays a page out again on the device, at another width, font scale or colour scheme or with data filled in, with the
/// build's own layout code. It reads styles that the page file holds; nothing parses HTML or CSS.
///
/// One belongs to one page on one thread at a time.
public final class PageLayout {
  /// The page.
  public let page: PageReader
  private let input: PageLayoutInput
  private let description: ViewportDescription
  private(set) var tree: Page
  private var environment: DeviceEnvironment?
  let engine = IncrementalLayout()
  /// The nodes whose characters changed since the last layout: their lines are others wherever they are.
  private var rewritten: Set<Int> = []
  /// The last layout.
  public internal(set) var current: LayoutModel?
  /// What wrote the last layout.
  private(set) var writer: LayoutModelWriter?
  /// By node of the page: its index in the tree of the last layout, -1 for none; empty before one is looked for.
  var treeNodes: [Int32] = []
  /// The texts of lines that were added to the last layout without a new one.
  var addedStrings = 0

  /// Reads what the page file holds for layout.
  ///
  /// - Throws: ``RelayoutError``.
  public init(_ page: PageReader) throws(RelayoutError) {
    self.page = page
    do {
      input = try page.readLayoutInput()
    } catch {
      throw .file(error)
    }
    guard !input.variants.isEmpty else { throw .noLayoutInput }
    tree = page.page(input)
    description = page.viewportDescription
  }

  /// The number of nodes, those that were added or removed included.
  public var nodeCount: Int { tree.nodes.count }

  /// Whether the page can be laid out in an environment; `nil` where it can.
  public func obstacle(in viewport: Viewport) -> RelayoutError? {
    guard viewport.isSound else { return .viewport }
    let viewport = viewport.page(description).viewport
    if !variants(for: viewport).isEmpty { return nil }
    let isBuiltForOtherInsets = input.variants.contains { variant in
      var other = viewport
      other.safeArea = variant.environment.safeArea
      return variant.dependsOnSafeArea && other != viewport
        && (input.isBuiltOnly ? Self.isBuilt(variant, for: other) : variant.holds(in: other))
    }
    if isBuiltForOtherInsets { return .safeArea }
    return input.isBuiltOnly ? .builtOnly : .rules
  }

  /// Lays the page out.
  ///
  /// - Parameters:
  ///   - viewport: the device's; the name is only for the answer.
  ///   - measurer: the device's text system.
  ///   - changes: what changed since the last layout, in order. Numbers that name no node are passed over.
  /// - Returns: the layout, and how it differs from the last one (from nothing, the first time).
  /// - Throws: ``RelayoutError``; the tree keeps the changes.
  public func layOut(
    in viewport: Viewport, measuredBy measurer: any TextMeasurer, changes: [PageChange] = []
  ) throws(RelayoutError) -> Relayout {
    var known = PartialChange()
    if let answer = replaceTexts(changes, in: viewport, &known) { return answer }
    for change in changes { apply(change) }
    if let obstacle = obstacle(in: viewport) { throw obstacle }
    guard let model = try model(in: viewport, measuredBy: measurer) else { throw .rules }
    let difference = LayoutDifference(from: current, to: model)
    current = model
    treeNodes = []
    addedStrings = 0
    var frames = difference.frames
    var lines = difference.lines
    if !rewritten.isEmpty {
      lines = Set(lines).union(model.lines.lazy.map(\.node).filter { [rewritten] in rewritten.contains($0) }).sorted()
      rewritten = []
    }
    if !known.isEmpty {
      frames = known.frames.union(frames).sorted()
      lines = known.lines.union(lines).sorted()
    }
    return Relayout(layout: model, changedFrames: frames, changedLines: lines)
  }

  /// Whether the last layout was one of the whole page in a viewport, by rules that no container's size chose.
  func isLaidOut(in device: Viewport) -> Bool {
    guard let environment, current?.viewport == device else { return false }
    return environment.viewport == device.page(description).viewport
      && input.variants[environment.variant].containers.isEmpty
  }

  /// Gives a text of the page other characters.
  ///
  /// - Returns: whether it has others now.
  func setText(_ text: String, of node: Int) -> Bool { tree.setText(text, of: node) }

  /// The characters that a line of a layout shows.
  public func text(of line: LayoutLine, in layout: LayoutModel) -> String {
    texts(of: CollectionOfOne(line), in: layout).first ?? ""
  }

  /// The characters that lines of a layout show. Those of one node are together: its text is read once.
  public func texts(of lines: some Collection<LayoutLine>, in layout: LayoutModel) -> [String] {
    var known = -1
    var units: [UInt16] = []
    return lines.map { line in
      if line.text.exists { return layout.strings[line.text] }
      guard tree.nodes.indices.contains(line.node) else { return "" }
      if line.node != known {
        units = Array((tree.texts[Int32(line.node)] ?? page.text(Int(tree.nodes[line.node].source)) ?? "").utf16)
        known = line.node
      }
      let end = line.start + line.length
      guard line.start >= 0, line.length >= 0, end <= units.count else { return "" }
      return String(decoding: units[line.start..<end], as: UTF16.self)
    }
  }

  /// The layout by the first variant whose rules hold there; `nil` where the sizes of containers want rules that were not
  /// built.
  private func model(
    in device: Viewport, measuredBy measurer: any TextMeasurer
  ) throws(RelayoutError) -> LayoutModel? {
    let (viewport, scale) = device.page(description)
    for number in variants(for: viewport) {
      let assembly: StyledTreeAssembly<DeviceEnvironment>
      do {
        assembly = try assemble(number, viewport, measurer)
      } catch {
        throw .file(error)
      }
      let result = engine.layOut(
        assembly.tree, identities: assembly.identities,
        in: viewport, scrollbars: Scrollbars(thickness: input.scrollbarThickness), measuredBy: measurer)
      guard isConsistent(result, assembly, input.variants[number].containers) else { continue }
      var model = LayoutModel(source: page.source, viewport: device)
      model.pageScale = scale
      if input.variants[number].dependsOnSafeArea { model.flags.insert(.usesSafeArea) }
      if page.dialect == .web, description.saysNothing { model.flags.insert(.namesNoViewport) }
      let writer = LayoutModelWriter(
        pageNodes: assembly.pageNodes, isAnonymous: assembly.isAnonymous, cutsClampedLines: page.dialect == .token)
      writer.write(assembly.tree, result, nodeCount: tree.nodes.count, into: &model)
      self.writer = writer
      return model
    }
    return nil
  }

  /// Whether the containers have sizes at which the rules that laid them out hold. A container's size never
  /// depends on what its queries change (CSS Containment 3, 5), so that no other rules can be consistent too.
  private func isConsistent(
    _ result: LayoutResult, _ assembly: StyledTreeAssembly<DeviceEnvironment>, _ containers: [PageVariant.Container]
  ) -> Bool {
    guard !containers.isEmpty else { return true }
    var ranges: [Int32: PageVariant.Container] = [:]
    for container in containers { ranges[Int32(container.node)] = container }
    for (index, node) in assembly.pageNodes.enumerated() where node >= 0 && !assembly.isAnonymous[index] {
      // Copies of a container are containers as it is.
      guard let range = ranges[tree.nodes[Int(node)].source], result.frames[index].hasBox else { continue }
      let style = assembly.tree.styles[Int(assembly.tree.nodes[index].style)]
      let size = style.containerContent(of: result.frames[index].rect)
      guard range.width.contains(size.width), range.height.contains(size.height) else { return false }
    }
    return true
  }

  // MARK: Variants

  /// The variants whose rules hold in a viewport, the one that was built for it first; of several, the sizes of containers
  /// decide. The last layout's is tried first.
  private func variants(for viewport: Viewport) -> [Int] {
    let built = input.variants.firstIndex { Self.isBuilt($0, for: viewport) }
    if input.isBuiltOnly { return built.map { [$0] } ?? [] }
    var numbers = input.variants.indices.filter { $0 != built && input.variants[$0].holds(in: viewport) }
    if let built { numbers.insert(built, at: 0) }
    guard numbers.contains(where: { !input.variants[$0].containers.isEmpty }) else { return Array(numbers.prefix(1)) }
    if let last = environment?.variant, let position = numbers.firstIndex(of: last) {
      numbers.remove(at: position)
      numbers.insert(last, at: 0)
    }
    return numbers
  }

  /// Whether a variant's own environment is the viewport.
  private static func isBuilt(_ variant: PageVariant, for viewport: Viewport) -> Bool {
    let built = variant.environment
    return built.width == viewport.width && built.height == viewport.height && built.scale == viewport.scale
      && built.fontScale == viewport.fontScale && built.colorScheme == viewport.colorScheme
      && (!variant.dependsOnSafeArea || built.safeArea == viewport.safeArea)
  }

  private func assemble(
    _ number: Int, _ viewport: Viewport, _ measurer: any TextMeasurer
  ) throws(PageFormatError) -> StyledTreeAssembly<DeviceEnvironment> {
    var assembly = StyledTreeAssembly(try takeEnvironment(number, viewport, measurer))
    assembly.assemble()
    if let error = assembly.environment.error { throw error }
    environment = assembly.environment
    environment?.page = Page()
    return assembly
  }

  /// The last layout's environment where it is the same, which nobody else has while styles are added to it: they are not
  /// copied.
  private func takeEnvironment(
    _ number: Int, _ viewport: Viewport, _ measurer: any TextMeasurer
  ) throws(PageFormatError) -> DeviceEnvironment {
    let last = environment
    environment = nil
    // Declarations of their own make styles without end: what is too much begins again.
    let mostStyles = max(20_000, 4 * tree.nodes.count)
    var next: DeviceEnvironment
    if let last, last.variant == number, last.viewport == viewport, last.styles.count <= mostStyles {
      next = last
    } else {
      engine.forget()
      next = try DeviceEnvironment(
        page, input, variant: number, isBuilt: Self.isBuilt(input.variants[number], for: viewport),
        viewport: viewport, measurer: measurer, after: last)
    }
    next.page = tree
    return next
  }

  /// Forgets what was measured, such as when fonts have been loaded: the next layout measures everything again.
  public func forgetMeasurements() {
    environment = nil
    engine.forget()
  }

  /// What the last layout took over from the one before.
  public var reuse: IncrementalLayout.Reuse { engine.reuse }

  // MARK: Changes

  private func apply(_ change: PageChange) {
    switch change {
    case .text(let node, let text):
      if tree.nodes.indices.contains(node), tree.nodes[node].kind == .text, tree.setText(text, of: node) {
        rewritten.insert(node)
      }
    case .content(let node, let text):
      if tree.nodes.indices.contains(node), tree.nodes[node].kind != .text, tree.setText(text, of: node) {
        rewritten.insert(node)
      }
    case .style(let node, let style):
      guard tree.contains(node), tree.nodes[node].kind != .text, style < page.styleCount else { return }
      let known = style >= 0 ? style : page.style(Int(tree.nodes[node].source)) ?? -1
      tree.setStyle(Int32(known), isOwn: style >= 0, of: node)
    case .declarations(let node, let declarations):
      guard tree.contains(node), tree.nodes[node].kind != .text else { return }
      tree.setDeclarations(declarations, of: node)
    case .insertCopy(let template, let parent, let sibling, let number):
      // A copy with the number of an earlier one shows other characters than that.
      let count = tree.nodes.count
      if let originals = tree.insertCopy(of: template, into: parent, after: sibling, as: number), number < count {
        rewritten.formUnion(number..<number + originals.count)
      }
    case .remove(let node): tree.remove(node)
    case .move(let node, let sibling): tree.move(node, after: sibling)
    }
  }
}
