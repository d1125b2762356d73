/// The numbers at which media queries change their answers: between two of them all environments agree.
public struct MediaThresholds: Sendable {
  /// Viewport widths in CSS px.
  public private(set) var widths: Set<Double> = []
  /// Viewport heights in CSS px.
  public private(set) var heights: Set<Double> = []
  /// The width over the height.
  public private(set) var ratios: Set<Double> = []
  /// Device pixels in a CSS px.
  public private(set) var scales: Set<Double> = []
  /// Whether a query asks for the colour scheme.
  public private(set) var dependsOnColorScheme = false
  /// Whether a query counts in font sizes.
  public private(set) var dependsOnFontScale = false
  /// The queries.
  private var lists: [MediaQueryList] = []
  /// How many answers of queries a range of widths may cost.
  private static let maximumAnswers = 200_000

  /// No queries.
  public init() {}

  /// Adds the queries of a sheet, those of its groups and of what it imports.
  ///
  /// - Parameters:
  ///   - sheet: the sheet, parsed.
  ///   - environment: what lengths in font sizes count in.
  public mutating func add(_ sheet: CSSStyleSheet, _ environment: Environment) {
    for group in sheet.groups { if case .media(let list) = group.kind { add(list, environment) } }
    for rule in sheet.imports { add(rule.media, environment) }
  }

  /// Adds a list of queries.
  public mutating func add(_ list: MediaQueryList, _ environment: Environment) {
    guard !list.queries.isEmpty else { return }
    lists.append(list)
    let units = QueryUnits(environment)
    for query in list.queries {
      query.condition?.visitTests { add($0, units) }
    }
  }

  private mutating func add(_ test: FeatureTest, _ units: QueryUnits) {
    if test.mediaDependencies.contains(.fontScale) { dependsOnFontScale = true }
    switch test.name {
    case "width", "device-width": widths.formUnion(Self.numbers(test, units))
    case "height", "device-height": heights.formUnion(Self.numbers(test, units))
    case "aspect-ratio", "device-aspect-ratio": ratios.formUnion(Self.numbers(test, units))
    // A viewport as wide as it is high is upright.
    case "orientation": ratios.insert(1)
    case "resolution", "-webkit-device-pixel-ratio": scales.formUnion(Self.numbers(test, units))
    case "prefers-color-scheme": dependsOnColorScheme = true
    default: break
    }
  }

  private static func numbers(_ test: FeatureTest, _ units: QueryUnits) -> [Double] {
    test.bounds.compactMap { bound in
      switch QueryValue.parse(bound.value, units) {
      case .quantity(let number, _, _): number
      case .ratio(let first, let second): second == 0 ? nil : first / second
      default: nil
      }
    }
  }

  /// Every query's answer in an environment.
  public func answers(_ environment: Environment) -> [Bool] { lists.map { $0.matches(environment) } }

  /// The closed range of numbers around one within which no threshold is; a threshold is a range of its own.
  public static func range(around number: Double, sorted thresholds: [Double]) -> (low: Double, high: Double) {
    var (first, last) = (0, thresholds.count)
    while first < last {
      let middle = (first + last) / 2
      if thresholds[middle] < number { first = middle + 1 } else { last = middle }
    }
    if first < thresholds.count, thresholds[first] == number { return (number, number) }
    return (
      first > 0 ? thresholds[first - 1].nextUp : -.infinity,
      first < thresholds.count ? thresholds[first].nextDown : .infinity
    )
  }

  /// As ``range(around:sorted:)``, of thresholds in any order.
  public static func range(around number: Double, _ thresholds: Set<Double>) -> (low: Double, high: Double) {
    if thresholds.contains(number) { return (number, number) }
    let low = thresholds.filter { $0 < number }.max().map(\.nextUp) ?? -.infinity
    let high = thresholds.filter { $0 > number }.min().map(\.nextDown) ?? .infinity
    return (low, high)
  }

  /// The closed range of widths around an environment's in which all queries answer as they do in it.
  ///
  /// The range ends sooner where so many queries have so many thresholds that looking at each would take long.
  public func widthRange(_ environment: Environment) -> (low: Double, high: Double) {
    let expected = answers(environment)
    let count = lists.reduce(widths.count + 1) { $0 + $1.queries.count }
    var steps = max(16, Self.maximumAnswers / count)
    func agrees(_ width: Double) -> Bool {
      steps -= 1
      guard steps > 0 else { return false }
      var other = environment
      other.viewport.width = width
      return answers(other) == expected
    }
    var (low, high) = Self.range(around: environment.viewport.width, widths)
    while high < .infinity, case let next = Self.range(around: high.nextUp, widths), agrees(Self.inside(next)) {
      high = next.high
    }
    while low > -.infinity, case let next = Self.range(around: low.nextDown, widths), agrees(Self.inside(next)) {
      low = next.low
    }
    return (low, high)
  }

  /// A number of a range.
  private static func inside(_ range: (low: Double, high: Double)) -> Double {
    if range.low == -.infinity { return range.high == .infinity ? 0 : max(0, range.high - 1) }
    return range.high == .infinity ? range.low + 1 : (range.low + range.high) / 2
  }
}
