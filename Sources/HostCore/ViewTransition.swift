import CSSValues
import PageFormat

/// Which of a view's properties change over time, and how (CSS Transitions 1, 2): the computed lists of its style.
///
/// UNIMPLEMENTED: transitions of frames, which end at once; builds report them.
struct TransitionRules {
  struct Rule: Hashable {
    var duration: Double
    var delay: Double
    var timing: TimingFunction
  }

  private let properties: [String]
  private let durations: [Double]
  private let delays: [Double]
  private let timings: [TimingFunction]

  /// The longest time of a transition, in seconds.
  private static let longest = 3_600.0

  /// The rules of a view; `nil` where nothing changes over time.
  init?(of view: HostView) {
    guard let text = view["transitionDuration"] else { return nil }
    durations = Self.items(text).map(Self.seconds)
    guard durations.contains(where: { $0 > 0 }) else { return nil }
    properties = view["transitionProperty"].map { Self.items($0) } ?? ["all"]
    delays = view["transitionDelay"].map { Self.items($0).map(Self.seconds) } ?? [0]
    timings = view["transitionTimingFunction"].map { Self.items($0).map { TimingFunction($0) ?? .ease } } ?? [.ease]
  }

  /// The last rule that names a property; lists that are shorter are repeated.
  func rule(for property: String) -> Rule? {
    guard let names = Self.names[property], let place = properties.lastIndex(where: { names.contains($0) }),
      !durations.isEmpty, !delays.isEmpty, !timings.isEmpty
    else { return nil }
    return Rule(
      duration: max(0, durations[place % durations.count]), delay: delays[place % delays.count],
      timing: timings[place % timings.count])
  }

  /// The names under which CSS knows what hosts are sent.
  static let names: [String: Set<String>] = [
    "opacity": ["all", "opacity"],
    "color": ["all", "color"],
    "backgroundColor": ["all", "background-color", "background"],
    "borderColor": ["all", "border-color", "border", "border-top-color", "border-top"],
    "transform": ["all", "transform"],
    "translate": ["all", "translate"],
    "rotate": ["all", "rotate"],
    "scale": ["all", "scale"],
  ]

  /// The items of a list, of which functions may have commas.
  static func items(_ text: String) -> [String] {
    var items: [String] = []
    var item = ""
    var depth = 0
    for character in text.prefix(4_000) {
      switch character {
      case "(": depth += 1
      case ")": depth -= 1
      case "," where depth == 0:
        items.append(item)
        item = ""
        continue
      default: break
      }
      item.append(character)
    }
    return (items + [item]).map { $0.split(separator: " ").joined(separator: " ") }
  }

  static func seconds(_ text: String) -> Double {
    let isShort = text.hasSuffix("ms")
    guard let number = Double(text.dropLast(isShort ? 2 : 1)), number.isFinite else { return 0 }
    return max(-longest, min(isShort ? number / 1_000 : number, longest))
  }
}

/// A property of a view on its way from one value to another.
struct ViewTransition {
  var from: TransitionValue
  var to: TransitionValue
  /// When it begins to change, in seconds of the clock of frames; `nil` before the first frame.
  var begin: Double?
  var delay: Double
  var duration: Double
  var timing: TimingFunction
  /// CSS Transitions 1, 3.1: what a way back begins from, and which share of its time it takes.
  var reversingStart: TransitionValue
  var shortening = 1.0

  /// The share of the way at a time.
  func share(at now: Double) -> Double {
    guard let begin, now > begin else { return 0 }
    return timing.output(at: duration > 0 ? min(1, (now - begin) / duration) : 1)
  }

  func value(at now: Double) -> TransitionValue { from.toward(to, share(at: now)) }

  func isOver(at now: Double) -> Bool { begin.map { now >= $0 + duration } ?? false }
}

/// A value that can be between two others.
enum TransitionValue: Hashable {
  case number(Double)
  case color(ViewLook.Color)
  case transform(TransformList)

  /// A property's value; `nil` for what has nothing between. Without a text it is the initial value.
  ///
  /// - Parameter frame: the view's, whose size percentages of transforms count from.
  init?(_ property: String, _ text: String?, _ frame: LayoutRect) {
    switch property {
    case "transform", "translate", "rotate", "scale":
      guard let list = TransformList(property, text, width: frame.width, height: frame.height) else { return nil }
      self = .transform(list)
    case "opacity":
      guard let number = text.map({ Double($0) }) ?? 1, number.isFinite else { return nil }
      self = .number(max(0, min(1, number)))
    case "backgroundColor":
      guard let color = text.map({ ViewLook.Color($0) }) ?? ViewLook.Color(0, 0, 0, 0) else { return nil }
      self = .color(color)
    default:
      guard let color = text.map({ ViewLook.Color($0) }) ?? .black else { return nil }
      self = .color(color)
    }
  }

  /// What is at a share of the way; colours are mixed premultiplied (CSS Color 4, 12).
  func toward(_ other: TransitionValue, _ share: Double) -> TransitionValue {
    func mix(_ a: Double, _ b: Double) -> Double { a + (b - a) * share }
    switch (self, other) {
    case (.number(let a), .number(let b)): return .number(max(0, min(1, mix(a, b))))
    case (.color(let a), .color(let b)):
      let alpha = max(0, min(1, mix(a.alpha, b.alpha)))
      guard alpha > 0 else { return .color(ViewLook.Color(b.red, b.green, b.blue, 0)) }
      func part(_ a: Double, _ aAlpha: Double, _ b: Double, _ bAlpha: Double) -> Double {
        max(0, min(1, mix(a * aAlpha, b * bAlpha) / alpha))
      }
      return .color(
        ViewLook.Color(
          part(a.red, a.alpha, b.red, b.alpha), part(a.green, a.alpha, b.green, b.alpha),
          part(a.blue, a.alpha, b.blue, b.alpha), alpha))
    case (.transform(let a), .transform(let b)): return .transform(a.toward(b, share))
    default: return other
    }
  }

  /// As a property's text.
  var text: String {
    switch self {
    case .number(let number): "\(number)"
    case .color(let color): "rgba(\(color.red * 255), \(color.green * 255), \(color.blue * 255), \(color.alpha))"
    case .transform(let list): list.text
    }
  }
}

// Transitions: properties that change over time, on the clock of the platform's frames.
extension HostTree {
  /// A property of a view was changed: it goes there over time, if the view's rules say so.
  func beginTransition(_ name: String, of view: HostView, from before: String?) {
    let after = view.said(name)
    let running = view.transitions[name]
    view.transitions[name] = nil
    let isSeen = !reducesMotion && !view.isNew && platformView(of: view.node) != nil
    // Said again, or twice in a batch.
    if let running, TransitionValue(name, after, view.frame) == running.to {
      view.transitions[name] = running
      return
    }
    guard isSeen, let rule = TransitionRules(of: view)?.rule(for: name), rule.duration + rule.delay > 0,
      let end = TransitionValue(name, after, view.frame),
      let start = running?.value(at: clock) ?? TransitionValue(name, before, view.frame),
      start != end
    else {
      view.show(nil, for: name)
      return
    }
    var transition = ViewTransition(
      from: start, to: end, delay: rule.delay, duration: rule.duration, timing: rule.timing, reversingStart: start)
    if let running, running.reversingStart == end {
      // CSS Transitions 1, 3.1 Faster reversing of interrupted transitions
      let done = running.share(at: clock)
      transition.reversingStart = running.to
      transition.shortening = max(0, min(1, abs(done * running.shortening + 1 - running.shortening)))
      transition.duration *= transition.shortening
      if rule.delay < 0 { transition.delay *= transition.shortening }
    }
    view.transitions[name] = transition
    view.show(start.text, for: name)
    moving[view.node] = view
    requestFrames()
  }

  /// Asks the platform for frames, unless it draws them already.
  func requestFrames() {
    guard !isDrawing else { return }
    isDrawing = true
    onMotion()
  }

  /// The platform draws a frame: views whose properties change over time are updated.
  ///
  /// - Parameter now: seconds of a clock that never goes back.
  /// - Returns: whether more frames are wanted.
  @discardableResult public func drawFrame(at now: Double) -> Bool {
    guard now.isFinite else { return isDrawing }
    clock = now
    var isPlaceOver = false
    var isMoving = false
    for (node, view) in moving.sorted(by: { $0.key < $1.key }) {
      guard self.view(of: node) === view else {
        moving[node] = nil
        continue
      }
      for (name, var transition) in view.transitions.sorted(by: { $0.key < $1.key }) {
        if transition.begin == nil {
          transition.begin = now + transition.delay
          view.transitions[name] = transition
        }
        if transition.isOver(at: now) {
          view.transitions[name] = nil
          view.show(nil, for: name)
          if TransformList.properties.contains(name) { isPlaceOver = true }
        } else {
          view.show(transition.value(at: now).text, for: name)
        }
      }
      let own = platformView(of: node)
      // What is far off the screen begins when it comes near, and is drawn as it is then.
      if own != nil, !view.animations.isEmpty, drawAnimations(of: view) { isPlaceOver = true }
      let isAnimated = view.isAnimated(at: now)
      if view.transitions.isEmpty, !isAnimated { moving[node] = nil }
      if !view.transitions.isEmpty || own != nil && isAnimated { isMoving = true }
      if let own {
        adapter.update(own, from: view)
      } else {
        view.needsUpdate = true
      }
    }
    isDrawing = isMoving
    // Other views may be on the screen now.
    if isPlaceOver { refresh() }
    return isDrawing
  }
}
