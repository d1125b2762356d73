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
    /// Whether it says what no place before it says.
    var isKept = true
  }

  /// The widths of phones in CSS px, for which every variant is made.
  static let phoneWidths = 320.0...480.0
  /// No page has so many rules that hold at one phone's width alone.
  static let maximumSamples = 12

  /// One for each built layout, then one for each sample.
  private(set) var places: [Place] = []
  /// The environments between the built ones.
  private(set) var samples: [ViewportLayout] = []
  /// Whether styles or images depend on more than the environment.
  let isBuiltOnly: Bool

  init(
    layouts: [ViewportLayout], document: Document, sheets: PageStyleSheets, features: DeviceFeatures,
    stage: LayoutStage
  ) {
    isBuiltOnly =
      layouts.contains { $0.usesContainers || Self.holdsContainers($0, sheets) } || Self.choosesImages(document)
    guard let first = layouts.first else { return }
    let base = Environment(viewport: first.viewport, scheme: first.colorScheme, features: features)
    let thresholds = Self.thresholds(sheets, document, base)
    for layout in layouts { add(layout.viewport, layout.colorScheme, features, thresholds) }
    guard !isBuiltOnly else { return }
    for (viewport, scheme) in Self.candidates(layouts, thresholds) {
      guard samples.count < Self.maximumSamples else { break }
      let environment = PageFormat.LayoutViewport(viewport, scheme)
      guard !places.contains(where: { $0.isKept && $0.variant.holds(in: environment) }) else { continue }
      samples.append(stage.style(in: viewport, scheme, features: features))
      add(viewport, scheme, features, thresholds)
    }
  }

  private mutating func add(
    _ viewport: Viewport, _ scheme: Compiler.ColorScheme, _ features: DeviceFeatures, _ thresholds: MediaThresholds
  ) {
    var variant = PageVariant(environment: PageFormat.LayoutViewport(viewport, scheme))
    let environment = Environment(viewport: viewport, scheme: scheme, features: features)
    let width = thresholds.widthRange(environment)
    let height = MediaThresholds.range(around: viewport.height, thresholds.heights)
    let ratio = MediaThresholds.range(around: viewport.width / viewport.height, thresholds.ratios)
    let scale = MediaThresholds.range(around: viewport.scale, thresholds.scales)
    variant.width = PageRange(width.low, width.high)
    variant.height = PageRange(height.low, height.high)
    variant.ratio = PageRange(ratio.low, ratio.high)
    variant.scale = PageRange(scale.low, scale.high)
    variant.dependsOnColorScheme = thresholds.dependsOnColorScheme
    variant.dependsOnFontScale = thresholds.dependsOnFontScale
    // Another built environment under the same rules says nothing new, unless only built ones are known.
    let isKnown =
      !isBuiltOnly && places.contains { $0.isKept && $0.variant.holds(in: variant.environment) }
    places.append(Place(variant: variant, isKept: !isKnown))
  }

  /// All numbers at which the page's queries change their answers.
  private static func thresholds(
    _ sheets: PageStyleSheets, _ document: Document, _ environment: Environment
  ) -> MediaThresholds {
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
  private static func candidates(
    _ layouts: [ViewportLayout], _ thresholds: MediaThresholds
  ) -> [(Viewport, Compiler.ColorScheme)] {
    let phones = layouts.filter { phoneWidths.contains($0.viewport.width) }
    guard !phones.isEmpty else { return [] }
    var widths: [Double] = []
    let edges = thresholds.widths.filter { $0 > phoneWidths.lowerBound && $0 < phoneWidths.upperBound }.sorted()
    var low = phoneWidths.lowerBound
    for edge in edges + [phoneWidths.upperBound] {
      widths.append(((low + edge) / 2).rounded())
      if edge < phoneWidths.upperBound { widths.append(edge) }
      low = edge
    }
    let schemes = layouts.map(\.colorScheme).reduce(into: [Compiler.ColorScheme]()) {
      if !$0.contains($1) { $0.append($1) }
    }
    var result: [(Viewport, Compiler.ColorScheme)] = []
    for scheme in schemes {
      for width in widths {
        let byDistance = phones.filter { $0.colorScheme == scheme }.sorted {
          abs($0.viewport.width - width) < abs($1.viewport.width - width)
        }
        for phone in byDistance {
          var viewport = phone.viewport
          viewport.width = width
          result.append((viewport, scheme))
        }
      }
    }
    return result
  }
}

extension PageFormat.LayoutViewport {
  /// What a page file says of a viewport in a colour scheme.
  init(_ viewport: Viewport, _ scheme: Compiler.ColorScheme) {
    self.init(
      name: "", width: viewport.width, height: viewport.height, scale: viewport.scale, fontScale: viewport.fontScale,
      colorScheme: scheme == .dark ? .dark : .light)
  }
}
