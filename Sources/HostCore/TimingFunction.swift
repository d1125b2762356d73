/// How far a transition is at a share of its time (CSS Easing Functions 2), read from a computed value.
public enum TimingFunction: Hashable, Sendable {
  /// Pairs of input and output in the order of their inputs, with straight lines between.
  case linear([Point])
  /// Two control points.
  case cubicBezier(x1: Double, y1: Double, x2: Double, y2: Double)
  /// Equal steps.
  case steps(Int, StepPosition)

  /// A point of a line.
  public struct Point: Hashable, Sendable {
    /// The share of the time.
    public var input: Double
    /// The share of the way.
    public var output: Double
  }

  /// Where steps jump.
  public enum StepPosition: String, Hashable, Sendable {
    /// At the start of each.
    case jumpStart = "jump-start"
    /// At the end of each.
    case jumpEnd = "jump-end"
    /// At neither end of the time.
    case jumpNone = "jump-none"
    /// At both ends of the time.
    case jumpBoth = "jump-both"
  }

  /// `ease`, the initial one.
  public static let ease = TimingFunction.cubicBezier(x1: 0.25, y1: 0.1, x2: 0.25, y2: 1)

  /// The most numbers of a function.
  private static let mostNumbers = 1_000

  /// A function from its text; `nil` for what is none.
  public init?(_ text: String) {
    let text = text.lowercased()
    switch text {
    case "linear": self = .linear([Point(input: 0, output: 0), Point(input: 1, output: 1)])
    case "ease": self = .ease
    case "ease-in": self = .cubicBezier(x1: 0.42, y1: 0, x2: 1, y2: 1)
    case "ease-out": self = .cubicBezier(x1: 0, y1: 0, x2: 0.58, y2: 1)
    case "ease-in-out": self = .cubicBezier(x1: 0.42, y1: 0, x2: 0.58, y2: 1)
    case "step-start": self = .steps(1, .jumpStart)
    case "step-end": self = .steps(1, .jumpEnd)
    default:
      guard let open = text.firstIndex(of: "("), text.hasSuffix(")") else { return nil }
      let parts = text[text.index(after: open)...].dropLast().split(separator: ",").prefix(Self.mostNumbers).map {
        part in
        part.split(separator: " ").map(String.init)
      }
      switch text[..<open] {
      case "cubic-bezier":
        let numbers = parts.compactMap { $0.first.flatMap(Double.init) }
        guard numbers.count == 4, numbers.allSatisfy(\.isFinite), (0...1).contains(numbers[0]),
          (0...1).contains(numbers[2])
        else { return nil }
        self = .cubicBezier(x1: numbers[0], y1: numbers[1], x2: numbers[2], y2: numbers[3])
      case "steps":
        guard let count = parts.first?.first.flatMap(Int.init), (1...10_000).contains(count) else { return nil }
        let word = parts.count > 1 ? parts[1].first ?? "" : "end"
        guard let position = StepPosition(rawValue: word == "start" || word == "end" ? "jump-" + word : word),
          count > 1 || position != .jumpNone
        else { return nil }
        self = .steps(count, position)
      case "linear":
        let points = parts.enumerated().compactMap { number, words -> Point? in
          guard let output = words.first.flatMap(Double.init), output.isFinite else { return nil }
          let given = words.dropFirst().first.flatMap { $0.hasSuffix("%") ? Double($0.dropLast()) : nil }
          let input = given.map { $0 / 100 } ?? Double(number) / Double(max(1, parts.count - 1))
          return input.isFinite ? Point(input: input, output: output) : nil
        }
        guard points.count == parts.count, !points.isEmpty else { return nil }
        self = .linear(points)
      default: return nil
      }
    }
  }

  /// The share of the way at a share of the time, 0 to 1.
  public func output(at time: Double) -> Double {
    switch self {
    case .linear(let points): Self.line(points, at: time)
    case .cubicBezier(let x1, let y1, let x2, let y2): Self.bezier(x1, y1, x2, y2, at: time)
    case .steps(let count, let position): Self.step(count, position, at: time)
    }
  }

  private static func line(_ points: [Point], at time: Double) -> Double {
    guard let first = points.first, let last = points.last, points.count > 1 else {
      return points.first?.output ?? time
    }
    guard let next = points.firstIndex(where: { $0.input > time }) else { return last.output }
    guard next > 0 else { return first.output }
    let (a, b) = (points[next - 1], points[next])
    return a.output + (b.output - a.output) * (time - a.input) / (b.input - a.input)
  }

  private static func bezier(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, at time: Double) -> Double {
    if time <= 0 { return 0 }
    if time >= 1 { return 1 }
    func value(_ a: Double, _ b: Double, _ t: Double) -> Double {
      let s = 1 - t
      return 3 * s * s * t * a + 3 * s * t * t * b + t * t * t
    }
    // The first coordinate never falls: halving finds its parameter.
    var low = 0.0
    var high = 1.0
    for _ in 0..<40 {
      let middle = (low + high) / 2
      if value(x1, x2, middle) < time { low = middle } else { high = middle }
    }
    return value(y1, y2, (low + high) / 2)
  }

  /// CSS Easing Functions 2, 2.4.1
  private static func step(_ count: Int, _ position: StepPosition, at time: Double) -> Double {
    var step = (time * Double(count)).rounded(.down)
    if position == .jumpStart || position == .jumpBoth { step += 1 }
    let jumps: Int
    switch position {
    case .jumpStart, .jumpEnd: jumps = count
    case .jumpNone: jumps = count - 1
    case .jumpBoth: jumps = count + 1
    }
    return max(0, min(step, Double(jumps))) / Double(jumps)
  }
}
