import CSS
import CSSValues
import HTML
import Layout
import Names
import Style

/// Lays a page out with candidates for its images, and compares frames and styles with those of the page as it was written.
///
/// Candidates have the natural size that `sizes` says, `width` and `height` are hints of style, and an element around an image is
/// seen by selectors: whether a page looks the same with them is tried, at every viewport.
struct ImageTrial {
  let document: Document
  let layouts: [ViewportLayout]
  let stage: LayoutStage
  let images: PageImages
  let description: ViewportDescription
  let options: CompilerOptions

  /// What the markup of the images gets in a trial.
  private struct Plan {
    var images: Set<NodeID>
    /// Those with `width` and `height`.
    var pinned: Set<NodeID>
    var wraps: Bool
  }

  /// What a trial found.
  private enum Outcome {
    case same
    /// The images whose own frames differ; empty where only other frames do.
    case differs(Set<NodeID>)
  }

  /// Marks the images that may get candidates, and says what else each gets.
  func mark(_ uses: inout [(node: NodeID, use: ImageUse)], wraps: Bool) {
    let eligible = uses.filter { $0.use.reason.isEmpty && !$0.use.sizes.isEmpty }
    guard !eligible.isEmpty else { return }
    let sizes = Dictionary(
      eligible.map {
        ($0.node, PlannedImage(sizes: $0.use.sizes, ratio: Double($0.use.width) / Double($0.use.height)))
      },
      uniquingKeysWith: { first, _ in first })
    var plan = Plan(images: Set(eligible.map(\.node)), pinned: [], wraps: wraps)
    plan.pinned = plan.images.filter { !document.hasAttribute($0, .width) && !document.hasAttribute($0, .height) }
    var isSame = false
    for attempt in 0..<4 where !isSame {
      switch outcome(of: plan, sizes) {
      case .same: isSame = true
      case .differs(let images):
        switch attempt {
        case 0: plan.pinned = images.isDisjoint(with: plan.pinned) ? [] : plan.pinned.subtracting(images)
        case 1: (plan.pinned, plan.wraps) = ([], false)
        case 2: plan.images = images.isDisjoint(with: plan.images) ? [] : plan.images.subtracting(images)
        default: plan.images = []
        }
        if plan.images.isEmpty { isSame = true }
      }
    }
    if !isSame { plan.images = [] }
    var number = 0
    for index in uses.indices where uses[index].use.reason.isEmpty && !uses[index].use.sizes.isEmpty {
      let node = uses[index].node
      guard plan.images.contains(node) else {
        uses[index].use.reason = "the page would be laid out in another way"
        continue
      }
      uses[index].use.mark = number
      number += 1
      uses[index].use.isWrapped = plan.wraps
      uses[index].use.getsDimensions = plan.pinned.contains(node)
      noteSourceSizes(of: &uses[index].use, node, sizes)
    }
  }

  /// What `sizes` comes to at every viewport.
  private func noteSourceSizes(of use: inout ImageUse, _ node: NodeID, _ sizes: [NodeID: PlannedImage]) {
    var planned = images
    planned.planned = sizes
    for (index, layout) in layouts.enumerated() {
      let environment = Environment(viewport: layout.viewport, features: options.features)
      use.boxes[index].sourceSize = planned.size(of: node, in: layout.viewport, environment)?.naturalWidth ?? 0
    }
  }

  private func outcome(of plan: Plan, _ sizes: [NodeID: PlannedImage]) -> Outcome {
    var changed = document
    for node in plan.images.sorted(by: { $0.rawValue < $1.rawValue }) {
      if plan.pinned.contains(node), let size = naturalSize(of: node) {
        changed.setAttribute(.width, to: "\(size.width)", of: node)
        changed.setAttribute(.height, to: "\(size.height)", of: node)
      }
      guard plan.wraps else { continue }
      let wrapper = changed.wrap(node, in: .picture)
      changed.setAttribute(.style, to: ImageMarkup.wrapperStyle, of: wrapper)
    }
    var planned = images
    planned.planned = sizes.filter { plan.images.contains($0.key) }
    let trial = LayoutStage(
      document: changed, sheets: stage.sheets, fonts: stage.fonts, images: planned, digests: stage.digests,
      styleMemories: stage.styleMemories, customScrollbars: stage.customScrollbars, resolvesStates: false,
      limits: stage.limits)
    for (known, screen) in zip(layouts, options.screens) {
      let layout = trial.layOut(on: screen, described: description, features: options.features)
      if let images = difference(known, layout, plan) { return .differs(images) }
    }
    return .same
  }

  private func naturalSize(of node: NodeID) -> (width: Int, height: Int)? {
    document.value(node, .src).flatMap(images.raster).map { ($0.width, $0.height) }
  }

  /// The images whose frames differ, or none of them where others do; `nil` where both layouts are the same.
  private func difference(_ before: ViewportLayout, _ after: ViewportLayout, _ plan: Plan) -> Set<NodeID>? {
    // What is around the images comes behind all nodes of the page.
    let own = after.origins.indices.filter { index in
      if case .node(let node) = after.origins[index] { return node.index < document.nodeCount }
      return true
    }
    guard own.count == before.origins.count, before.result.lines.count == after.result.lines.count else { return [] }
    var isSame = true
    var images: Set<NodeID> = []
    var equalStyles: Set<[Int32]> = []
    for (index, place) in own.enumerated() {
      guard before.origins[index] == after.origins[place] else { return [] }
      let (old, new) = (before.tree.nodes[index], after.tree.nodes[place])
      var image: NodeID?
      if case .node(let node) = before.origins[index], plan.images.contains(node) { image = node }
      if !isSameFrame(before, index, after, place) {
        isSame = false
        if let image { images.insert(image) }
      }
      guard image.map({ !plan.pinned.contains($0) }) ?? true, !equalStyles.contains([old.style, new.style]) else {
        continue
      }
      guard before.tree.styles[Int(old.style)] == after.tree.styles[Int(new.style)] else { return [] }
      equalStyles.insert([old.style, new.style])
    }
    for (old, new) in zip(before.result.lines, after.result.lines) where !Self.isSame(old.rect, new.rect) {
      isSame = false
    }
    return isSame ? nil : images
  }

  private func isSameFrame(_ before: ViewportLayout, _ index: Int, _ after: ViewportLayout, _ place: Int) -> Bool {
    guard index < before.result.frames.count, place < after.result.frames.count else {
      return index >= before.result.frames.count && place >= after.result.frames.count
    }
    let (old, new) = (before.result.frames[index], after.result.frames[place])
    return old.hasBox == new.hasBox && (!old.hasBox || Self.isSame(old.rect, new.rect))
  }

  /// Whether two rectangles are the same except for what lengths of `sizes` with two decimals leave.
  private static func isSame(_ one: LayoutRect, _ other: LayoutRect) -> Bool {
    abs(one.x - other.x) < 0.05 && abs(one.y - other.y) < 0.05 && abs(one.width - other.width) < 0.05
      && abs(one.height - other.height) < 0.05
  }
}
