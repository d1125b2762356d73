import CSSValues
import Names
import PageFormat

/// Makes the display list of a page from its files: what a client, the preview and `hybrid picture` draw.
///
/// The nodes come in the layout file's order of painting. Each is painted inside of its scopes (transforms, groups, clips);
/// what an element shows is in the folders beside this file: `Boxes/`, `Text/`, `Replaced/`, `Graphics/`.
///
/// ```swift
/// let list = try PagePainter(page: page, layout: layout) { source in images.size(of: source) }.paint()
/// ```
public struct PagePainter {
  /// The natural size of an image in CSS px, by its address as the page names it; `nil` where it is unknown.
  public typealias ImageSizes = (String) -> (width: Double, height: Double)?
  /// Whether an image is a drawing that keeps its ratio in whatever box it is shown in (SVG 2, 8.2).
  public typealias ImageRatios = (String) -> Bool

  let page: PageReader
  let layout: LayoutReader
  let imageSize: ImageSizes
  let keepsRatio: ImageRatios

  var list = DisplayList()
  private var scopes = PaintScopes()
  private var current: Int32 = -1
  private var nodeScopes: [Int32]
  private var contentScopes: [Int32]
  private let origins: [(x: Int32, y: Int32)]
  /// By their numbers; `nil` for those that no node of the layout has.
  private var styles: [NodeStyle?] = []
  private var textStyleNumbers: [Int: Int] = [:]
  /// The styles of emphasis marks by those of their texts.
  var emphasisStyles: [Int: Int] = [:]
  /// By node, those that were asked for.
  var decorations: [[Decoration]?]
  /// The lines of all nodes, in their order, and where those of each node begin.
  private var placedLines: [PlacedLine] = []
  private var lineStarts: [Int] = []
  /// The stacking contexts in which something blends.
  private var isolated: Set<Int> = []
  /// Whether an element overrides the directions of characters.
  private(set) var overridesDirections = false
  /// The elements that references name.
  let identified: IdentifiedElements
  /// By the elements that ask for lines.
  var decoratedLines: [Int: DecoratedLine] = [:]
  private var outlines: [Int] = []
  /// Whether the list has groups.
  private var hasGroups = false
  /// The pieces of the split box whose background is being painted, side by side.
  var slice: LayoutRect?
  /// The styles of `::placeholder` by the nodes of fields.
  private var placeholderStyles: [Int: Int] = [:]
  /// The styles of `::file-selector-button` by the nodes of fields.
  private var fileButtonStyles: [Int: Int] = [:]
  /// The styles of other parts of controls.
  private var controlParts: [ControlPart: Int] = [:]
  /// The styles of `::first-line` and `::first-letter` by their elements.
  private(set) var firstLineStyles: [Int: Int] = [:]
  private(set) var firstLetterStyles: [Int: Int] = [:]
  /// The styles of what is in those, by the elements around the texts.
  var lineParts: [LinePart.Key: LinePart] = [:]
  /// The elements whose first lines have their backgrounds.
  var paintedFirstLines: Set<Int> = []
  /// The node whose background is the canvas's (CSS Backgrounds 3, 2.11.2).
  var canvasNode: Int?
  /// By table, once a cell of it was painted.
  var columnsOfTables: [Int: TableColumns] = [:]
  private var omitted: Set<String> = []
  /// The elements of the current drawing that were looked at.
  var graphicElements = 0
  /// The boxes of elements of drawings whose transforms count from them.
  var graphicBoxes: [Int: GraphicBox] = [:]
  /// Square CSS px of the backdrops that were painted.
  var backdropArea = 0.0
  /// Those backdrops, and square CSS px that they cover of each other.
  var backdrops: [LayoutRect] = []
  var backdropOverlap = 0.0
  /// Square CSS px of the images of backgrounds that were painted.
  var layerArea = 0.0
  /// Square CSS px of the boxes whose filters spread what is in them.
  var filterArea = 0.0
  /// What other bounds count.
  var totals = Totals()
  /// What a mask in the drawing that is being painted covers.
  var graphicArea = LayoutRect.zero

  /// A style with what painting asks of it often.
  final class NodeStyle {
    let computed: ComputedStyle
    /// Whether the box itself shows anything.
    let paintsBox: Bool
    let hasOutline: Bool
    /// Whether the box is a table whose cells share their borders.
    let collapsesBorders: Bool
    let hasBackdrop: Bool
    /// Whether the node is painted as a group or moved.
    let makesGroup: Bool
    /// Whether the node hides where it is turned away.
    let hidesItsBack: Bool
    /// The transform of a box that leaves the plane; `nil` for nearly all boxes.
    let spatialTransform: TransformMatrix?
    /// Whether the element puts lines at its texts.
    let hasDecoration: Bool
    /// What the style asks for and is not painted.
    let omissions: [(property: PropertyID, condition: String?)]
    /// Whether there are lines between columns.
    let hasColumnRule: Bool
    /// Whether readers may resize the box by a handle.
    let hasResizeHandle: Bool
    /// Whether lines at the texts around the box do not reach it.
    let isApart: Bool
    /// What the style says of its texts.
    private(set) lazy var textLook = TextLook(computed)

    init(_ style: ComputedStyle) {
      computed = style
      let border = style.border
      paintsBox = PagePainter.showsBox(style)
      hasBackdrop = style.painted(.backdropFilter) != nil
      hasOutline = border.outline.width > 0 && border.outline.style != .none
      collapsesBorders = style.text.borderCollapse == .collapse && style.box.display.isTable
      makesGroup = PagePainter.makesGroup(style)
      hidesItsBack = style.other[.backfaceVisibility]?.keyword == "hidden"
      spatialTransform = style.painted(.transform).flatMap(TransformMatrix.init).flatMap { $0.isPlanar ? nil : $0 }
      hasDecoration = style.painted(.textDecorationLine) != nil
      omissions = PagePainter.omissions(style)
      hasColumnRule = style.painted(.columnRuleStyle) != nil
      hasResizeHandle = PagePainter.hasResizeHandle(style)
      isApart = PagePainter.isApart(style)
    }
  }

  /// Whether a box with a style shows anything of its own.
  public static func showsBox(_ style: ComputedStyle) -> Bool {
    let border = style.border
    return style.visual.backgroundColor != .color(.transparent) || style.painted(.backgroundImage) != nil
      || style.painted(.boxShadow) != nil || style.painted(.borderImageSource) != nil || border.top.width > 0
      || border.right.width > 0 || border.bottom.width > 0 || border.left.width > 0
  }

  /// Whether a box with a style shows anything of its own on a canvas: more than that one's color.
  public static func showsBox(_ style: ComputedStyle, on canvas: PaintColor) -> Bool {
    var style = style
    if style.resolved(style.visual.backgroundColor) == canvas { style.visual.backgroundColor = .color(.transparent) }
    return showsBox(style)
  }

  /// The color below the background of a root.
  public static func canvas(below root: ComputedStyle, prefersDark: Bool) -> PaintColor {
    let dark = 18.0 / 255
    return root.usesDarkScheme(prefersDark: prefersDark) ? PaintColor(dark, dark, dark) : .white
  }

  /// How many images a style puts behind its boxes.
  public static func backgroundImages(of style: ComputedStyle) -> Int {
    style.painted(.backgroundImage)?.layers.count ?? 0
  }

  /// A painter of a page in one layout.
  ///
  /// - Parameters:
  ///   - page: the page.
  ///   - layout: a layout of that page.
  ///   - imageSize: the natural sizes of images.
  ///   - keepsRatio: which images are drawings that keep their ratio.
  public init(
    page: PageReader, layout: LayoutReader, imageSize: @escaping ImageSizes = { _ in nil },
    keepsRatio: @escaping ImageRatios = { _ in false }
  ) {
    self.page = page
    self.layout = layout
    self.keepsRatio = keepsRatio
    self.imageSize = imageSize
    origins = layout.origins(in: page)
    nodeScopes = Array(repeating: -2, count: page.nodeCount)
    contentScopes = Array(repeating: -2, count: page.nodeCount)
    decorations = Array(repeating: nil, count: page.nodeCount)
    identified = IdentifiedElements(page)
  }

  /// A painter of a page whose one element has a style that no file has.
  init(page: PageReader, layout: LayoutReader, style: ComputedStyle, imageSize: @escaping ImageSizes) {
    self.init(page: page, layout: layout, imageSize: imageSize)
    styles = [NodeStyle(style)]
  }

  /// Paints the whole page.
  ///
  /// - Throws: `PageFormatError` where a style of the page file is unsound.
  public mutating func paint() throws(PageFormatError) -> DisplayList { try paint(keepingSteps: true) }

  /// What the page asks for and the painter leaves out: as in the list of ``paint()``, without the memory that its steps take.
  ///
  /// - Throws: `PageFormatError` where a style of the page file is unsound.
  public mutating func omissions() throws(PageFormatError) -> [PaintOmission] {
    try paint(keepingSteps: false).omissions
  }

  private mutating func paint(keepingSteps keepsSteps: Bool) throws(PageFormatError) -> DisplayList {
    list = DisplayList()
    list.keepsSteps = keepsSteps
    (backdropArea, backdropOverlap, filterArea, layerArea) = (0, 0, 0, 0)
    backdrops = []
    totals = Totals()
    let viewport = layout.viewport
    list.size = (
      max(viewport.width, Double(layout.contentWidth) / 64), max(viewport.height, Double(layout.contentHeight) / 64)
    )
    if keepsSteps {
      list.items.reserveCapacity(page.nodeCount)
      list.bounds.reserveCapacity(page.nodeCount)
      list.nodes.reserveCapacity(page.nodeCount)
    }
    try readStyles()
    placeLines()
    paintCanvas()
    findIsolated()
    var graphicEnd = 0
    var graphics: Set<Int> = []
    // By the last cell whose background is painted before texts: the tables with collapsed borders and all their cells.
    var collapsing: [Int: (table: Int, cells: [Int])] = [:]
    for node in layout.paintOrder() {
      defer {
        if !collapsing.isEmpty, let (table, cells) = collapsing.removeValue(forKey: node) {
          paintCollapsedBorders(of: table, cells)
        }
      }
      if node < graphicEnd, isInsideGraphic(node) { continue }
      let flags = layout.flags(node)
      if flags.contains(.invisible) { continue }
      let kind = page.kind(node)
      if kind == .text {
        paintLines(of: node)
        continue
      }
      if !flags.contains(.noBox) {
        let style = style(of: node)
        if style.hasBackdrop { paintBackdrop(node, style.computed) }
        if !style.omissions.isEmpty { omitUnpainted(node, style) }
        if style.paintsBox || style.computed.box.display == .tableCell { paintBox(of: node, style) }
        if style.collapsesBorders {
          let cells = collapsedCells(node)
          let last = cells.last { cell in
            let style = self.style(of: cell)
            return !style.makesGroup && style.computed.box.position == .static
          }
          if let last = last ?? cells.last { collapsing[last] = (node, cells) }
        }
        if style.hasColumnRule { paintColumnRules(of: node, style.computed) }
        if style.hasOutline { outlines.append(node) }
        if kind == .element { paintReplaced(node, style) }
        if style.hasResizeHandle { paintResizeHandle(of: node, style.computed) }
        if kind == .before || kind == .after || kind == .marker { paintContentImages(node, style.computed) }
      }
      if kind == .mathMLElement, page.tag(node) == "math" { omit("<math>", "as a formula", node) }
      if kind == .svgElement, page.tag(node) == "svg", graphics.insert(node).inserted {
        paintGraphic(node)
        graphicEnd = max(graphicEnd, page.subtreeEnd(node))
      }
      paintLines(of: node)
    }
    for node in outlines { paintOutline(of: node) }
    enter(-1)
    if hasGroups { omitDeepGroups() }
    return list
  }

  // MARK: Lines

  /// Reads all lines, once: looking for those of each node takes as many searches as there are nodes.
  private mutating func placeLines() {
    placedLines = (0..<layout.lineCount).map { layout.line($0, at: origins) }
    lineStarts = []
    lineStarts.reserveCapacity(page.nodeCount + 1)
    for (row, line) in placedLines.enumerated() {
      while lineStarts.count <= min(line.node, page.nodeCount) { lineStarts.append(row) }
    }
    while lineStarts.count <= page.nodeCount { lineStarts.append(placedLines.count) }
  }

  /// The lines of a node, from the first on.
  func lines(of node: Int) -> ArraySlice<PlacedLine> { placedLines[lineStarts[node]..<lineStarts[node + 1]] }

  /// Whether the node is painted with the `<svg>` around it.
  private func isInsideGraphic(_ node: Int) -> Bool {
    var next = page.parent(node)
    while let ancestor = next {
      if page.kind(ancestor) == .svgElement { return true }
      next = page.parent(ancestor)
    }
    return false
  }

  // MARK: Styles

  /// Reads the styles, once.
  mutating func readStyles() throws(PageFormatError) {
    guard styles.isEmpty else { return }
    styles = Array(repeating: nil, count: page.styleCount)
    for node in 0..<page.nodeCount {
      if let number = layout.style(node, in: page) { try readStyle(number) }
    }
    let table = try page.pseudoStyles(in: layout.viewport)
    for row in 0..<table.count {
      guard let pseudo = table.style(at: row) else { continue }
      switch pseudo.pseudo {
      case .placeholder: placeholderStyles[pseudo.node] = pseudo.style
      case .fileSelectorButton: fileButtonStyles[pseudo.node] = pseudo.style
      case .firstLine: firstLineStyles[pseudo.node] = pseudo.style
      case .firstLetter: firstLetterStyles[pseudo.node] = pseudo.style
      case .selection, .backdrop: continue
      default: controlParts[ControlPart(node: pseudo.node, pseudo: pseudo.pseudo)] = pseudo.style
      }
      try readStyle(pseudo.style)
    }
  }

  private mutating func readStyle(_ number: Int) throws(PageFormatError) {
    guard styles.indices.contains(number), styles[number] == nil else { return }
    let style = try page.portableStyle(number).computed()
    styles[number] = NodeStyle(style)
    let bidi = style.box.unicodeBidi
    if bidi == .bidiOverride || bidi == .isolateOverride { overridesDirections = true }
  }

  func knownStyle(_ number: Int) -> NodeStyle? { styles.indices.contains(number) ? styles[number] : nil }

  /// Finds the stacking contexts around what blends: nothing beyond them is blended with (Compositing 1, 3.3).
  private mutating func findIsolated() {
    guard styles.contains(where: { $0?.computed.other[.mixBlendMode]?.keyword ?? "normal" != "normal" }) else { return }
    for node in 0..<page.nodeCount where page.kind(node) != .text {
      guard layout.style(node, in: page) != nil,
        let mode = style(of: node).computed.other[.mixBlendMode]?.keyword, mode != "normal"
      else { continue }
      var next = page.parent(node)
      while let ancestor = next, ancestor != 0, !makesStackingContext(ancestor) { next = page.parent(ancestor) }
      guard let context = next else { continue }
      // What blends in the root's stacking context does so with the root's background, and without one with nothing: the
      // white below is not part of that group (Compositing 1, 3.2). A background covers it all.
      if context != 0 || canvasNode == nil { isolated.insert(context) }
    }
  }

  private func makesStackingContext(_ node: Int) -> Bool {
    let style = style(of: node)
    if style.makesGroup || layout.transform(node) != nil { return true }
    let box = style.computed.box
    if box.position == .fixed || box.position == .sticky { return true }
    return box.position != .static && style.computed.box.zIndex != nil
  }

  private let initialStyle = NodeStyle(ComputedStyle())

  /// The style of an element, or of the element around a text.
  func style(of node: Int) -> NodeStyle {
    var next: Int? = node
    while let candidate = next {
      if let number = layout.style(candidate, in: page), let style = knownStyle(number) { return style }
      next = page.parent(candidate)
    }
    return initialStyle
  }

  /// The style of a field's placeholder where that is what the field shows.
  func placeholderStyle(of node: Int) -> NodeStyle? {
    guard let number = placeholderStyles[node], page.attribute(node, "placeholder") != nil,
      !page.children(node).contains(where: { page.kind($0) == .text })
    else { return nil }
    let (type, value) = (page.attribute(node, "type")?.lowercased() ?? "", page.attribute(node, "value") ?? "")
    let hasValue = type == "number" ? Double(value) != nil : !value.isEmpty
    return hasValue || Self.calendarTypes.contains(type) ? nil : knownStyle(number)
  }

  /// Fields that show no placeholder.
  static let calendarTypes: Set<String> = ["date", "time", "datetime-local", "month", "week"]

  /// The style of a file chooser's button where the page has one.
  func fileButtonStyle(of node: Int) -> NodeStyle? { fileButtonStyles[node].flatMap(knownStyle) }

  /// The style of a part of a control where the page file has one.
  func controlPart(_ pseudo: PagePseudoElement, of node: Int) -> NodeStyle? {
    controlParts[ControlPart(node: node, pseudo: pseudo)].flatMap(knownStyle)
  }

  /// The number of a text's font and spacing in the list.
  mutating func textStyle(of node: Int, _ style: @autoclosure () -> ComputedStyle) -> Int {
    var owner: Int? = node
    while let candidate = owner, layout.style(candidate, in: page) == nil { owner = page.parent(candidate) }
    let key = owner.flatMap { layout.style($0, in: page) } ?? -1
    if let known = textStyleNumbers[key] { return known }
    list.textStyles.append(TextRunStyle(style()))
    textStyleNumbers[key] = list.textStyles.count - 1
    return list.textStyles.count - 1
  }

  // MARK: Places

  /// The border box in px; `nil` without a box.
  func frame(_ node: Int) -> LayoutRect? {
    guard !layout.flags(node).contains(.noBox) else { return nil }
    let (origin, size) = (origins[node], layout.size(node))
    // 1/64 px.
    return LayoutRect(
      x: Double(origin.x) / 64, y: Double(origin.y) / 64, width: Double(size.width) / 64,
      height: Double(size.height) / 64)
  }

  /// The boxes of a node that is split; its one frame otherwise.
  func fragments(_ node: Int) -> [LayoutRect] {
    guard layout.flags(node).contains(.fragmented) else { return frame(node).map { [$0] } ?? [] }
    return layout.fragments(node, in: page).map(\.rect)
  }

  /// The used radii of the border box in px.
  func radii(_ node: Int) -> [Double] { layout.corners(node)?.map { Double($0) / 64 } ?? [] }

  /// The used padding of a box in px; percentages count from the width of the parent's box.
  func padding(_ node: Int, _ style: ComputedStyle) -> Sides<Double> {
    let basis = page.parent(node).flatMap { frame($0)?.width } ?? layout.viewport.width
    let padding = style.box.padding
    return Sides(
      top: padding.top.resolve(basis), right: padding.right.resolve(basis), bottom: padding.bottom.resolve(basis),
      left: padding.left.resolve(basis))
  }

  // MARK: Items

  /// Adds a step for a node in the current scope.
  mutating func add(_ item: DisplayItem, _ bounds: LayoutRect, _ node: Int) {
    if item.isGroup { hasGroups = true }
    list.append(item, bounds: bounds, node: node)
  }

  /// Reports something that is left out, each kind once.
  ///
  /// - Parameters:
  ///   - what: the element or the property as source has it.
  ///   - condition: in which case it is left out, after "is not painted".
  mutating func omit(_ what: String, _ condition: String? = nil, _ node: Int, _ property: PropertyID? = nil) {
    guard omitted.insert(what + (condition ?? "")).inserted else { return }
    list.omissions.append(PaintOmission(node: node, what: what, condition: condition, property: property))
  }

  /// Reports a property of a node that is left out.
  mutating func omit(_ property: PropertyID, _ condition: String? = nil, _ node: Int) {
    omit(property.name, condition, node, property)
  }

  /// Takes over what a copy of this painter left out.
  mutating func adoptOmissions(of other: PagePainter) {
    omitted = other.omitted
    list.omissions = other.list.omissions
  }

  // MARK: Scopes

  /// Ends and begins what is needed to paint the node itself.
  mutating func enterScope(of node: Int) { enter(scope(of: node)) }

  private mutating func enter(_ scope: Int32) {
    guard scope != current else { return }
    let (ends, begins) = scopes.path(from: current, to: scope)
    for _ in 0..<ends { add(.end, .zero, -1) }
    for number in begins {
      let scope = scopes.scopes[Int(number)]
      for item in bounded(scope) { add(item, .zero, Int(scope.node)) }
    }
    current = scope
  }

  /// The scope that the node is painted in, its own group included.
  private mutating func scope(of node: Int) -> Int32 {
    if nodeScopes[node] != -2 { return nodeScopes[node] }
    let outer: Int32
    let parent = page.parent(node)
    let container = layout.clipParent(node, in: page)
    if container == parent {
      outer = parent.map { contentScope(of: $0) } ?? -1
    } else {
      outer = scopeWithoutClips(of: node, from: container)
    }
    let made =
      page.kind(node) == .text
      ? outer : scope(in: outer, node: node, isClip: false)
    nodeScopes[node] = made
    return made
  }

  private mutating func scope(in parent: Int32, node: Int, isClip: Bool) -> Int32 {
    // OPTIMIZATION: most nodes begin nothing, and need no look into the table.
    guard isClip ? layout.clip(node, in: page) != nil : mayMakeGroup(node) else { return parent }
    if let known = scopes.known(in: parent, node: node, isClip: isClip) { return known }
    let items = isClip ? clipItems(node) : groupItems(node)
    return scopes.add(items, in: parent, node: node, isClip: isClip)
  }

  /// The scope of what is in the node.
  private mutating func contentScope(of node: Int) -> Int32 {
    if contentScopes[node] != -2 { return contentScopes[node] }
    let own = scope(of: node)
    let made = scope(in: own, node: node, isClip: true)
    contentScopes[node] = made
    return made
  }

  /// The groups of all ancestors, with the clips of only those that clip the node.
  private mutating func scopeWithoutClips(of node: Int, from container: Int?) -> Int32 {
    var clipping: Set<Int32> = []
    var next = container
    while let ancestor = next {
      clipping.insert(Int32(ancestor))
      next = layout.clipParent(ancestor, in: page)
    }
    var ancestors: [Int] = []
    var up = page.parent(node)
    while let ancestor = up {
      ancestors.append(ancestor)
      up = page.parent(ancestor)
    }
    var scope: Int32 = -1
    for ancestor in ancestors.reversed() {
      scope = self.scope(in: scope, node: ancestor, isClip: false)
      if clipping.contains(Int32(ancestor)) {
        scope = self.scope(in: scope, node: ancestor, isClip: true)
      }
    }
    return scope
  }

  /// What the node cuts what is in it to.
  private func clipItems(_ node: Int) -> [DisplayItem] {
    guard let clip = layout.clip(node, in: page)?.rect else { return [] }
    let radii = radii(node)
    guard !radii.isEmpty, let frame = frame(node) else { return [.beginClip(.rounded(RoundedRect(clip)))] }
    let border = style(of: node).computed.border
    let inner = RoundedRect(frame, radii: radii).inset(
      top: border.top.width, right: border.right.width, bottom: border.bottom.width, left: border.left.width)
    return [.beginClip(.rounded(RoundedRect(clip, radii: inner.rect == clip ? inner.radii : [])))]
  }

  /// Whether ``groupItems(_:)`` may have any.
  private func mayMakeGroup(_ node: Int) -> Bool {
    let style = style(of: node)
    return style.makesGroup || style.hidesItsBack && isTurnedAway(node) || layout.flags(node).contains(.fixed)
      || isolated.contains(node)
      || style.computed.box.position == .sticky
      || layout.transform(node) != nil || layout.clipPath(node, in: page) != nil
  }

  /// What the node with all that is in it is painted through (CSS Transforms 1; Filter Effects 1, 5; CSS Masking 1).
  mutating func groupItems(_ node: Int) -> [DisplayItem] {
    var items: [DisplayItem] = []
    guard page.kind(node) != .text, let frame = frame(node) else { return [] }
    if layout.flags(node).contains(.fixed), !isFixedAround(node) { items.append(.beginFixed(node: node)) }
    if let shift = stickyShift(node) { items.append(.beginTransform(shift)) }
    if let matrix = layout.transform(node), matrix.count == 6 {
      let own = PaintMatrix(matrix[0], matrix[1], matrix[2], matrix[3], matrix[4], matrix[5])
      let place = own.isTranslation ? (frame.x, frame.y) : placeOnPixels(node, frame)
      let placed = PaintMatrix.translation(place.0, place.1).concatenated(own)
        .concatenated(.translation(-frame.x, -frame.y))
      items.append(.beginTransform(placed))
    }
    let style = style(of: node)
    if let transform = style.spatialTransform { omitPerspective(transform, node) }
    if style.hidesItsBack, isTurnedAway(node) { items.append(.beginClip(.rounded(RoundedRect(.zero)))) }
    if let clip = layout.clipPath(node, in: page)?.rect {
      items.append(.beginClip(.rounded(RoundedRect(clip, radii: insetRadii(style.computed, clip)))))
    }
    guard style.makesGroup || isolated.contains(node) else { return items }
    var effect = GroupEffect(node: node)
    effect.isIsolated = isolated.contains(node)
    effect.opacity = min(1, max(0, style.computed.visual.opacity))
    if let blend = style.computed.other[.mixBlendMode]?.keyword, let mode = BlendMode(rawValue: blend) {
      effect.blend = mode
    }
    effect.mask = maskLayers(node, style.computed, frame)
    effect.filters = filters(style.computed, node, scale: 1)
    if !effect.filters.isEmpty,
      let region = filterRegion(
        style.computed, around: LayoutRect(x: 0, y: 0, width: frame.width, height: frame.height),
        (frame.width, frame.height))
    {
      items.append(.beginClip(.rounded(RoundedRect(region.offset(frame.x, frame.y)))))
    }
    if effect.isVisible { items.append(.beginGroup(effect)) }
    if layout.clipPath(node, in: page) == nil, let shape = clipShape(node, style.computed, frame) {
      items.append(.beginClip(shape))
    }
    items += referenceItems(node, style.computed, frame)
    return items
  }

  /// Where browsers put a box that is turned or scaled: on whole device pixels, counted from the box around it that is.
  private func placeOnPixels(_ node: Int, _ frame: LayoutRect) -> (Double, Double) {
    var origin = (0.0, 0.0)
    var up = page.parent(node)
    while let ancestor = up {
      if let matrix = layout.transform(ancestor), matrix.count == 6, let around = self.frame(ancestor),
        !PaintMatrix(matrix[0], matrix[1], matrix[2], matrix[3], matrix[4], matrix[5]).isTranslation
      {
        origin = (around.x, around.y)
        break
      }
      up = page.parent(ancestor)
    }
    let whole = LayoutRect(x: frame.x - origin.0, y: frame.y - origin.1, width: 0, height: 0)
      .onPixels(layout.viewport.scale)
    return (origin.0 + whole.x, origin.1 + whole.y)
  }

  /// Reports a box that browsers draw in perspective, its own or its parent's (CSS Transforms 2, 4): it is painted flat.
  ///
  /// UNIMPLEMENTED: maps that are not affine, which neither lists nor renderers have.
  private mutating func omitPerspective(_ transform: TransformMatrix, _ node: Int) {
    if transform.isPerspective { return omit("transform: perspective()", nil, node, .transform) }
    guard transform.leavesPlane, let parent = page.parent(node) else { return }
    let outer = style(of: parent).computed
    if outer.other[.transformStyle]?.keyword == "preserve-3d", let around = outer.painted(.transform),
      TransformMatrix(around)?.leavesPlane == true
    {
      omit(.transformStyle, nil, parent)
    }
    if style(of: parent).computed.painted(.perspective) != nil { omit(.perspective, nil, node) }
  }

  /// Whether a box is turned away (CSS Transforms 2, 7), by its own transform and those of the boxes whose space it shares.
  private func isTurnedAway(_ node: Int) -> Bool {
    func turns(_ node: Int) -> [CSSValue] {
      // Moves turn nothing, and their percentages wait for the box.
      style(of: node).computed.painted(.transform)?.words.filter { function in
        function.function.map { !$0.name.hasPrefix("translate") } ?? false
      } ?? []
    }
    var functions = turns(node)
    var next = page.parent(node)
    while let ancestor = next {
      let style = style(of: ancestor)
      let box = style.computed.box
      // What cuts or groups what is in it has no space to share.
      guard style.computed.other[.transformStyle]?.keyword == "preserve-3d", !style.makesGroup,
        box.overflowX == .visible, box.overflowY == .visible
      else { break }
      functions = turns(ancestor) + functions
      next = page.parent(ancestor)
    }
    guard !functions.isEmpty else { return false }
    return TransformMatrix(.list(functions, .space))?.facesAway ?? false
  }

  func isFixedAround(_ node: Int) -> Bool {
    var next = page.parent(node)
    while let ancestor = next {
      if layout.flags(ancestor).contains(.fixed) { return true }
      next = page.parent(ancestor)
    }
    return false
  }

  // MARK: The canvas

  /// The canvas and its background: the root's, or the body's where the root has none (CSS Backgrounds 3, 2.11.2).
  private mutating func paintCanvas() {
    guard page.nodeCount > 0 else { return }
    let root = 0
    let prefersDark = layout.viewport.colorScheme == .dark
    list.canvasColor = Self.canvas(below: style(of: root).computed, prefersDark: prefersDark)
    var candidates = [root]
    if let body = page.children(root).first(where: { page.tag($0) == "body" }) { candidates.append(body) }
    guard page.tag(root) == "html" else { return }
    canvasNode = candidates.first { node in
      let style = style(of: node).computed
      return style.visual.backgroundColor != .color(.transparent) || style.painted(.backgroundImage) != nil
    }
    guard let node = canvasNode else { return }
    let canvas = LayoutRect(x: 0, y: 0, width: list.size.width, height: list.size.height)
    paintBackground(node, style(of: node).computed, positioning: frame(root) ?? canvas, painting: RoundedRect(canvas))
  }
}
