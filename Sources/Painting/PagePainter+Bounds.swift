import CSSValues
import PageFormat

/// Counts what shadows, masks and drawings take together.
extension PagePainter {
  /// What was painted of all that has a bound for the whole page.
  struct Totals {
    /// Square CSS px of shadows.
    var shadows = Areas()
    /// Square CSS px of the masks of drawings.
    var masks = Areas()
    /// Elements of drawings, or steps where these are more.
    var graphicElements = 0
    /// By node, where transforms move its box on the page; empty where nothing is transformed. Found once a box with a shadow
    /// or mask asks.
    var matrices: [PaintMatrix]?
  }

  /// Square CSS px of areas, in all and by part of the page: what a page may have grows with its length, what a screen has of
  /// it does not.
  struct Areas {
    /// The height of a part.
    static let height = 1024.0
    private var total = 0.0
    private var parts: [Double] = []

    init() {}

    /// Counts an area, as a part of the page; `false` where it is too much.
    mutating func add(_ area: LayoutRect, least: Double, page: LayoutRect) -> Bool {
      if parts.isEmpty {
        // Pages may be millions of px long.
        parts = Array(repeating: 0, count: Int(min(10_000, max(1, (page.height / Self.height).rounded(.up)))))
      }
      total += max(least, area.area)
      guard total <= max(PaintLimits.wholeArea, page.area * PaintLimits.timesOfPage) else { return false }
      let most = max(PaintLimits.partArea, page.width * Self.height * PaintLimits.timesOfPage)
      let last = parts.count - 1
      func part(_ y: Double) -> Int { y.isFinite ? Int(min(Double(last), max(0, y / Self.height))) : 0 }
      let first = part(area.y)
      for index in first...max(first, part(area.bottom)) {
        let top = max(area.y, Double(index) * Self.height)
        let bottom = index == last ? area.bottom : min(area.bottom, Double(index + 1) * Self.height)
        parts[index] += max(least, area.width * max(0, bottom - top))
        guard parts[index] <= most else { return false }
      }
      return true
    }
  }

  /// The whole page.
  var canvasArea: LayoutRect { LayoutRect(x: 0, y: 0, width: list.size.width, height: list.size.height) }

  /// Counts what a shadow covers, and reports the first one that is too much.
  mutating func hasRoom(forShadowIn area: LayoutRect, _ property: PropertyID, _ node: Int) -> Bool {
    let shown = shownArea(of: area, node)
    guard !totals.shadows.add(shown, least: PaintLimits.leastShadow, page: canvasArea) else { return true }
    omit(property, "beyond 64 million square px in all or 16 million on a screen", node)
    return false
  }

  /// Counts a mask of a drawing, and reports the first one that is too much.
  ///
  /// - Parameters:
  ///   - area: what is drawn apart for the mask, on the page.
  ///   - node: what is masked.
  mutating func hasRoom(forMaskOf area: LayoutRect, _ node: Int) -> Bool {
    guard !totals.masks.add(area, least: PaintLimits.leastMask, page: canvasArea) else { return true }
    let condition = "beyond 64 million square px in all or 16 million on a screen"
    if page.kind(node) == .element { omit(.maskImage, condition, node) } else { omit("<mask>", condition, node) }
    return false
  }

  /// Whether the page's drawings have taken less than all of them may.
  mutating func hasRoomForDrawing(_ what: String, _ node: Int) -> Bool {
    guard totals.graphicElements >= PaintLimits.graphicElementsOfPage else { return true }
    omit(what, "beyond the first 400,000 elements of drawings, as often as `<use>` and masks show them", node)
    return false
  }

  /// What a scope begins. Masks of very many steps that are begun very often are clips that cut nothing instead.
  mutating func bounded(_ scope: PaintScopes.Scope) -> [DisplayItem] {
    guard scope.begins.count > 16 else { return scope.begins }
    totals.graphicElements += scope.begins.count
    guard !hasRoomForDrawing("mask-image: url()", Int(scope.node)) else { return scope.begins }
    let everywhere = LayoutRect(x: -1e7, y: -1e7, width: 2e7, height: 2e7)
    return Array(repeating: .beginClip(.rounded(RoundedRect(everywhere))), count: scope.ends)
  }

  /// What shows of an area around a node's box, on the page.
  mutating func shownArea(of area: LayoutRect, _ node: Int) -> LayoutRect {
    let matrices = totals.matrices ?? findMatrices()
    totals.matrices = matrices
    return (matrices.indices.contains(node) ? matrices[node].bounds(of: area) : area).intersection(canvasArea)
  }

  /// By node, where transforms move its box on the page; empty where nothing is transformed.
  private func findMatrices() -> [PaintMatrix] {
    var found: [PaintMatrix] = []
    for node in 0..<page.nodeCount {
      let outer = page.parent(node).flatMap { $0 < found.count ? found[$0] : nil } ?? .identity
      guard let matrix = layout.transform(node), matrix.count == 6, let frame = frame(node) else {
        if !found.isEmpty { found.append(outer) }
        continue
      }
      if found.isEmpty { found = Array(repeating: .identity, count: node) }
      let own = PaintMatrix(matrix[0], matrix[1], matrix[2], matrix[3], matrix[4], matrix[5])
      found.append(
        outer.concatenated(.translation(frame.x, frame.y)).concatenated(own)
          .concatenated(.translation(-frame.x, -frame.y)))
    }
    return found
  }

  // MARK: Foreseeing them

  /// Square CSS px that the shadows of a box with a style cover, or more.
  ///
  /// - Parameters:
  ///   - style: of the box.
  ///   - width: of the box.
  ///   - height: of the box.
  public static func areaOfShadows(_ style: ComputedStyle, width: Double, height: Double) -> Double {
    shadows(style, isInset: false).reduce(0) { sum, shadow in
      let reach = max(0, 2 * (max(0, shadow.values[2]) + shadow.values[3]))
      return sum + max(PaintLimits.leastShadow, (width + reach) * (height + reach))
    } + Double(shadows(style, isInset: true).count) * max(PaintLimits.leastShadow, width * height)
  }

  /// Square CSS px that the shadows of a text cover, or more.
  ///
  /// - Parameters:
  ///   - style: of the text.
  ///   - width: of the box around all lines of the text.
  ///   - height: of the box around all lines of the text.
  public static func areaOfTextShadows(_ style: ComputedStyle, width: Double, height: Double) -> Double {
    let look = TextLook(style)
    let size = max(1, look.fontSize)
    let lines = max(1, (height / size).rounded(.up))
    return look.shadows.reduce(0) { sum, shadow in
      let reach = size + 2 * max(0, shadow.blur)
      return sum + lines * max(PaintLimits.leastShadow, (width + reach) * (min(height, 2 * size) + reach))
    }
  }
}
