import HTML
import PageFormat
import Painting

/// Texts whose colour is too near to what is painted behind them (WCAG 2.2, 1.4.3), where all that is painted there is plain colours.
///
/// The steps of painting say what is seen: with opacity, what is above and below, the texts of `::before`, fields and buttons.
/// Nothing is reported where the answer is not certain: over images, gradients, filters and blending, where something is animated
/// or stays while the page scrolls, for texts with an outline of another colour and the first lines of `::first-line`.
struct ContrastCheck {
  /// A text that is hard to read.
  struct Finding {
    var element: NodeID
    var foreground: String
    var background: String
    var ratio: Double
    var wanted: Double
  }

  /// Two colours: measured once.
  private struct Pair: Hashable {
    var text: PlainColor
    var background: PlainColor
  }

  private let document: Document
  private let page: PageReader
  private let list: DisplayList
  /// By node of the page: its element in the document, of texts and generated boxes that around them.
  private let elements: [NodeID]
  private let exempt: Set<NodeID>
  private let isMoving: [Bool]
  private var probe: PaintProbe
  private var ratios: [Pair: Double] = [:]
  /// The text at which the steps were used up.
  private(set) var stop: NodeID?
  /// A line of text is looked at in so many places at most.
  private static let mostPlaces = 12
  /// What a new pair of colours takes, in steps.
  private static let stepsOfPair = 200

  /// - Parameters:
  ///   - document: the page's tree.
  ///   - page: the page.
  ///   - list: what is painted of it.
  ///   - elements: by node of the page its element in the document, of texts and generated boxes that around them.
  ///   - isMoving: by node of the page whether it is animated, or in something that is.
  ///   - exempt: the elements whose text may be pale: disabled controls and their labels.
  ///   - budget: the steps that the check may take.
  init(
    _ document: Document, _ page: PageReader, _ list: DisplayList, elements: [NodeID],
    isMoving: [Bool], exempt: Set<NodeID>, budget: Int
  ) {
    self.document = document
    self.page = page
    self.list = list
    self.elements = elements
    self.exempt = exempt
    probe = PaintProbe(list, isMoving: isMoving, budget: budget)
    self.isMoving = isMoving
  }

  /// The steps that are left.
  var budget: Int { probe.budget }

  /// The elements with texts that are hard to read, each once.
  mutating func findings() -> [Finding] {
    var seen: Set<NodeID> = []
    var found: [Finding] = []
    for (index, item) in list.items.enumerated() {
      guard case .text(let run) = item, elements.indices.contains(run.node), case let element = elements[run.node],
        element.exists, !seen.contains(element), !exempt.contains(element), isMeant(run)
      else { continue }
      let finding = finding(element, run, at: index)
      if probe.isSpent {
        stop = element
        break
      }
      guard let finding else { continue }
      seen.insert(element)
      found.append(finding)
    }
    return found
  }

  /// Whether a text has to be read, and nothing but its colour decides whether it can be.
  private func isMeant(_ run: TextRun) -> Bool {
    if isMoving.indices.contains(run.node), isMoving[run.node] { return false }
    switch page.kind(run.node) {
    case .marker, .svgElement: return false
    // Signs are ornaments.
    case .before, .after: guard run.text.contains(where: { $0.isLetter || $0.isNumber }) else { return false }
    default: break
    }
    guard run.text.unicodeScalars.contains(where: { $0.value > 0x20 && !(0xE000...0xF8FF).contains($0.value) }) else {
      return false
    }
    if let stroke = run.stroke, stroke.width > 0, stroke.color.alpha > 0, run.paint != .color(stroke.color) {
      return false
    }
    return true
  }

  private mutating func finding(_ element: NodeID, _ run: TextRun, at item: Int) -> Finding? {
    guard case .color(let paint) = run.paint, list.textStyles.indices.contains(run.style), run.width > 1, run.height > 1
    else { return nil }
    let color = PlainColor(paint)
    guard color.alpha > 0 else { return nil }
    let font = list.textStyles[run.style].font
    let size = font.size * run.scale
    let shown = size * probe.scale(of: item)
    // WCAG 2.2: large text is of 24 px, or of 18.66 px in bold.
    let isLarge = shown >= 24 || shown >= 18.66 && font.weight >= 700
    let wanted = isLarge ? 3.0 : 4.5
    let shadows = self.shadows(of: run, before: item)
    let count = max(1, min(Self.mostPlaces, Int(max(0, min(1e6, run.width / max(1, size * 1.5))))))
    var known = 0
    var failing = 0
    var first: Finding?
    for place in 0..<count {
      let x = run.x + run.width * (Double(place) + 0.5) / Double(count)
      guard let sample = probe.sample(of: item, in: color, x, run.baseline - size * 0.3) else { continue }
      known += 1
      let own = ratio(sample.text, sample.background)
      // A shadow can only make the difference larger: what is between it and the background is between their contrasts.
      var best = own
      for shadow in shadows { best = max(best, ratio(sample.text, shadow)) }
      // What rounding makes is passed over.
      guard best < wanted - 0.01 else { continue }
      failing += 1
      if first == nil {
        first = Finding(
          element: element, foreground: sample.text.text, background: sample.background.text, ratio: own,
          wanted: wanted)
      }
    }
    // One place of many may be an edge.
    return failing >= 2 || failing == known ? first : nil
  }

  /// The colours of a text's shadows.
  private func shadows(of run: TextRun, before item: Int) -> [PlainColor] {
    var colors: [PlainColor] = []
    var index = item - 1
    while index >= 0, colors.count < 8 {
      switch list.items[index] {
      case .textShadow(let shadow, _):
        guard shadow.node == run.node else { return colors }
        if case .color(let paint) = shadow.paint {
          var color = PlainColor(paint)
          color.alpha = 1
          colors.append(color)
        }
      case .decoration, .beginGroup, .end: break
      default: return colors
      }
      index -= 1
    }
    return colors
  }

  private mutating func ratio(_ text: PlainColor, _ background: PlainColor) -> Double {
    let pair = Pair(text: text, background: background)
    if let known = ratios[pair] { return known }
    let ratio = PlainColor.contrast(text, background)
    probe.spend(Self.stepsOfPair)
    ratios[pair] = ratio
    return ratio
  }
}
