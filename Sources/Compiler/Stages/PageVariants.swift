import CSS
import CSSValues
import HTML
import Layout
import Names
import PageFormat
import Style

/// The environments in which a page's media queries choose the same rules: those that were built, and those of other
/// phones between them, which are styled but not laid out.
struct PageVariants {
  /// An environment of ``PageEncoder/layouts``, with what is known of the others that share its rules.
  struct Place {
    var variant: PageVariant
    /// The sizes of containers between which its queries answer alike.
    var containers: [NodeID: (width: PageRange, height: PageRange)] = [:]
    /// Whether it says what no place before it says.
    var isKept = true
  }

  /// The widths of phones in CSS px, for which every variant is made.
  static let phoneWidths = 320.0...480.0
  /// No page has so many rules that hold only at one phone's width.
  static let maximumSamples = 12
  /// The most nodes that are laid out to find out what containers' sizes are between the built environments: a page of so
  /// many nodes is tried once, one of a thousandth of them a thousand times.
  static let maximumTriedNodes = 400_000
  /// So many answers of queries take as long as the layout of a node.
  static let queriesOfNode = 32
  /// The widths of phones that were sold in numbers. Where containers change between two of them, no arithmetic says at
  /// which width: the build tries these.
  static let commonPhoneWidths: [Double] = [320, 360, 375, 384, 390, 393, 402, 411, 412, 414, 420, 428, 430, 440]

  /// One for each built layout, then one for each sample.
  private(set) var places: [Place] = []
  /// The environments between the built ones.
  private(set) var samples: [ViewportLayout] = []
  /// Whether any style asks for `env()`: all rules then hold only for their own safe area.
  private let usesSafeArea: Bool
  /// Whether styles or images depend on more than the environment and the sizes of containers.
  let isBuiltOnly: Bool
  /// Where the page's container queries change their answers; `nil` without such queries.
  private let containerThresholds: ContainerThresholds?
  /// Those, ascending.
  private let containerWidths: [Double]
  private let containerHeights: [Double]

  init(
    layouts: [ViewportLayout], document: Document, sheets: PageStyleSheets, features: DeviceFeatures,
    stage: LayoutStage
  ) {
    usesSafeArea = layouts.contains(where: \.usesSafeArea)
    let hasContainers = layouts.contains { $0.usesContainers || Self.holdsContainers($0, sheets) }
    containerThresholds = hasContainers ? Self.containerThresholds(layouts, document, sheets) : nil
    containerWidths = containerThresholds?.widths.sorted() ?? []
    containerHeights = containerThresholds?.heights.sorted() ?? []
    isBuiltOnly =
      hasContainers && containerThresholds == nil || Self.choosesImages(document)
      // Enlarged values do not say what they came of.
      || layouts.contains { !$0.styles.zooms.isEmpty }
    guard let first = layouts.first else { return }
    let base = Environment(viewport: first.viewport, features: features)
    let shared =
      sheets.cache.thresholds(sheets.sheets, base) { Self.thresholds(sheets, base) }
    for layout in layouts { add(layout, features, shared) }
    guard !isBuiltOnly else { return }
    var candidates = candidates(layouts, shared.thresholds)
    if hasContainers {
      let count = triedCount(nodes: first.tree.nodes.count)
      // Where not all are tried, the phones that many have come first.
      if candidates.count > count {
        let isCommon = { (viewport: Viewport) in Self.commonPhoneWidths.contains(viewport.width) }
        candidates = candidates.filter(isCommon) + candidates.filter { !isCommon($0) }
        candidates.removeLast(candidates.count - count)
      }
    }
    for viewport in candidates {
      guard samples.count < Self.maximumSamples else { break }
      let isKnown = places.contains { $0.isKept && $0.variant.holds(in: viewport) }
      // The sizes of containers are known when the page is laid out.
      guard !isKnown || hasContainers else { continue }
      let sample =
        hasContainers
        ? stage.layOut(in: viewport, features: features)
        : stage.style(in: viewport, features: features)
      // Devices of the sizes that are left have no rules of their own: they take those of the nearest viewport.
      guard sample.styles.excess == nil else { break }
      if hasContainers, isContained(sample, viewport) { continue }
      samples.append(sample)
      add(sample, features, shared)
    }
  }

  /// How many environments are laid out to find out what containers' sizes are there. Each answers all queries for all
  /// containers, so that many queries count as many nodes.
  private func triedCount(nodes: Int) -> Int {
    let queries = (containerWidths.count + containerHeights.count) / Self.queriesOfNode
    guard queries > 1 else { return max(Self.maximumSamples, Self.maximumTriedNodes / max(1, nodes)) }
    return max(2, Self.maximumTriedNodes / max(1, nodes * queries))
  }

  /// Whether a place before gives an environment's rules.
  private func isContained(_ layout: ViewportLayout, _ viewport: Viewport) -> Bool {
    let sizes = containerThresholds == nil ? [:] : layout.containers
    return places.contains { place in
      place.isKept && place.variant.holds(in: viewport)
        && place.containers.allSatisfy { node, ranges in
          sizes[node].map { ranges.width.contains($0.width) && ranges.height.contains($0.height) } ?? false
        }
    }
  }

  /// The sizes at which container queries change their answers; `nil` where more than sizes decides.
  private static func containerThresholds(
    _ layouts: [ViewportLayout], _ document: Document, _ sheets: PageStyleSheets
  ) -> ContainerThresholds? {
    func rootFont(_ layout: ViewportLayout) -> Double? { layout.tree.styles.isEmpty ? nil : layout.rootFontSize }
    guard let first = layouts.first, let font = rootFont(first), layouts.allSatisfy({ rootFont($0) == font }),
      !layouts.contains(where: { layout in
        layout.tree.styles.contains { $0.isSizeContainer && $0.text.writingMode != .horizontalTB }
      })
    else { return nil }
    var thresholds = ContainerThresholds(rootFontSize: font)
    func add(_ collected: CollectedSheet) {
      thresholds.add(collected.sheet)
      for nested in collected.imports { if let nested { add(nested) } }
    }
    for sheet in sheets.sheets { add(sheet) }
    var node = document.documentElement
    while node.exists {
      if document.isElement(node), let style = document.value(node, .style),
        ContainerThresholds.countsFromContainers(Array(style.utf8))
      {
        return nil
      }
      node = document.next(after: node)
    }
    return thresholds.areComplete ? thresholds : nil
  }

  private mutating func add(_ layout: ViewportLayout, _ features: DeviceFeatures, _ shared: SharedThresholds) {
    let thresholds = shared.thresholds
    let viewport = layout.viewport
    var variant = PageVariant(environment: viewport.unnamed)
    let environment = Environment(viewport: viewport, features: features)
    let width = shared.widthRange(environment)
    let height = MediaThresholds.range(around: viewport.height, thresholds.heights)
    let ratio = MediaThresholds.range(around: viewport.width / viewport.height, thresholds.ratios)
    let scale = MediaThresholds.range(around: viewport.scale, thresholds.scales)
    variant.width = PageRange(width.low, width.high)
    variant.height = PageRange(height.low, height.high)
    variant.ratio = PageRange(ratio.low, ratio.high)
    variant.scale = PageRange(scale.low, scale.high)
    variant.dependsOnColorScheme = thresholds.dependsOnColorScheme
    variant.dependsOnFontScale = thresholds.dependsOnFontScale
    variant.dependsOnSafeArea = usesSafeArea
    // `env(preferred-text-scale)`.
    if usesSafeArea { variant.dependsOnFontScale = true }
    if containerThresholds != nil {
      // Lengths in the root's font size.
      variant.dependsOnFontScale = true
    }
    // Another built environment under the same rules says nothing new, unless only built ones are known.
    let isKnown = !isBuiltOnly && isContained(layout, variant.environment)
    var place = Place(variant: variant, isKept: !isKnown)
    if containerThresholds != nil {
      place.containers = layout.containers.mapValues { size in
        let width = MediaThresholds.range(around: size.width, sorted: containerWidths)
        let height = MediaThresholds.range(around: size.height, sorted: containerHeights)
        return (PageRange(width.low, width.high), PageRange(height.low, height.high))
      }
    }
    places.append(place)
  }

  /// All numbers at which the page's queries change their answers.
  static func thresholds(_ sheets: PageStyleSheets, _ environment: Environment) -> MediaThresholds {
    var thresholds = MediaThresholds()
    func add(_ collected: CollectedSheet) {
      thresholds.add(collected.sheet, environment)
      for list in collected.media { thresholds.add(list, environment) }
      for nested in collected.imports { if let nested { add(nested) } }
    }
    for sheet in sheets.sheets { add(sheet) }
    return thresholds
  }

  /// Whether there are containers that queries ask for.
  private static func holdsContainers(_ layout: ViewportLayout, _ sheets: PageStyleSheets) -> Bool {
    sheets.sheets.contains { $0.dependencies.contains(.container) }
      && layout.styles.styles.contains { $0.other[.containerType] != nil }
  }

  /// Whether the images that elements show are chosen among several.
  private static func choosesImages(_ document: Document) -> Bool {
    var node = document.documentElement
    while node.exists {
      if document.isElement(node), document.hasAttribute(node, .srcset) { return true }
      node = document.next(after: node)
    }
    return false
  }

  /// A phone between each two widths that thresholds part, in each scheme: as the built phone of the nearest width, and
  /// of each other density.
  private func candidates(
    _ layouts: [ViewportLayout], _ thresholds: MediaThresholds
  ) -> [Viewport] {
    let phoneWidths = Self.phoneWidths
    let phones = layouts.filter { phoneWidths.contains($0.viewport.width) }
    guard !phones.isEmpty else { return [] }
    var widths: [Double] = []
    let edges = thresholds.widths.union(containerEdges(layouts)).filter {
      $0 > phoneWidths.lowerBound && $0 < phoneWidths.upperBound
    }.sorted()
    var low = phoneWidths.lowerBound
    for edge in edges + [phoneWidths.upperBound] {
      widths.append(((low + edge) / 2).rounded())
      if edge < phoneWidths.upperBound { widths.append(edge) }
      low = edge
    }
    if containerThresholds != nil { widths = Set(widths).union(Self.commonPhoneWidths).sorted() }
    let schemes = layouts.map(\.viewport.colorScheme).reduce(into: [ColorScheme]()) {
      if !$0.contains($1) { $0.append($1) }
    }
    var result: [Viewport] = []
    for scheme in schemes {
      for width in widths {
        let byDistance = phones.filter { $0.viewport.colorScheme == scheme }.sorted {
          abs($0.viewport.width - width) < abs($1.viewport.width - width)
        }
        for phone in byDistance {
          var viewport = phone.viewport
          viewport.width = width
          result.append(viewport)
        }
      }
    }
    return result
  }
}

extension PageVariants {
  /// The viewports' widths at which containers would reach a threshold that grow as the viewport does, px for px or in
  /// proportion.
  private func containerEdges(_ layouts: [ViewportLayout]) -> Set<Double> {
    var edges: Set<Double> = []
    for layout in layouts where Self.phoneWidths.contains(layout.viewport.width) {
      let viewport = layout.viewport.width
      for width in Set(layout.containers.values.map(\.width)).sorted().prefix(Self.maximumSizes) {
        for threshold in thresholds(from: width + Self.phoneWidths.lowerBound - viewport - 1, width, viewport) {
          edges.insert((viewport + threshold - width).rounded())
        }
        guard width > 0 else { continue }
        for threshold in thresholds(from: (Self.phoneWidths.lowerBound - 1) * width / viewport, width, viewport) {
          edges.insert((viewport * threshold / width).rounded(.up))
        }
      }
    }
    return edges
  }

  /// The thresholds from a width on at which one of the two edges may be a phone's.
  private func thresholds(from least: Double, _ width: Double, _ viewport: Double) -> ArraySlice<Double> {
    let upper = Self.phoneWidths.upperBound + 1
    let most = max(width + upper - viewport, upper * width / max(1, viewport))
    func place(_ number: Double) -> Int {
      var (first, last) = (0, containerWidths.count)
      while first < last {
        let middle = (first + last) / 2
        if containerWidths[middle] < number { first = middle + 1 } else { last = middle }
      }
      return first
    }
    let first = place(least)
    return containerWidths[first..<max(first, place(most.nextUp))].prefix(Self.maximumSizes)
  }

  /// No more sizes of containers, and no more thresholds around one of them, are looked at.
  private static let maximumSizes = 500
}

extension ViewportLayout {
  /// The root element's font size in px.
  fileprivate var rootFontSize: Double { tree.nodes.isEmpty ? 16 : tree.styles[Int(tree.nodes[0].style)].font.size }
}
