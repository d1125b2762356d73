import CSSValues
import JSONValues

/// When an animation is where (CSS Animations 1, 3; Web Animations 1, 4).
struct AnimationTiming: Hashable {
  enum Direction: String {
    case normal, reverse, alternate
    case alternateReverse = "alternate-reverse"
  }

  enum Fill: String {
    case none, forwards, backwards, both
  }

  /// Of an iteration, in seconds.
  var duration = 0.0
  /// In seconds.
  var delay = 0.0
  /// Iterations, which may be infinite.
  var count = 1.0
  var direction = Direction.normal
  var fill = Fill.none
  var isPaused = false
  /// Between two frames, where those name no other.
  var easing = TimingFunction.ease

  /// The progress within an iteration, direction included.
  ///
  /// - Parameter time: seconds since the animation began, its delay included.
  /// - Returns: `nil` where it has no effect.
  func progress(at time: Double) -> Double? {
    let elapsed = time - delay
    let length = duration * count
    let overall: Double
    if elapsed < 0 {
      guard fill == .backwards || fill == .both else { return nil }
      overall = 0
    } else if elapsed >= length || duration <= 0 {
      guard fill == .forwards || fill == .both else { return nil }
      // What never ends without a duration ends where it begins.
      overall = count.isFinite ? count : 1
    } else {
      overall = elapsed / duration
    }
    var iteration = overall.rounded(.down)
    // The end of the last iteration, not the begin of one more.
    if iteration == overall, overall > 0, elapsed >= length || duration <= 0 { iteration -= 1 }
    let share = overall - iteration
    let isOdd = iteration.truncatingRemainder(dividingBy: 2) != 0
    switch direction {
    case .normal: return share
    case .reverse: return 1 - share
    case .alternate: return isOdd ? 1 - share : share
    case .alternateReverse: return isOdd ? share : 1 - share
    }
  }

  /// Whether nothing changes any more.
  func isOver(at time: Double) -> Bool { duration <= 0 || time - delay >= duration * count }
}

/// A keyframe animation of a view.
struct ViewAnimation {
  /// A property's value at an offset, with the easing from there on.
  struct Stop: Hashable {
    var offset: Double
    /// As the page says, to be read for the view's size.
    var text: String
    var easing: TimingFunction?
  }

  let name: String
  var timing: AnimationTiming
  /// By property, the stops by their offsets.
  var tracks: [String: [Stop]]
  /// When it began, in seconds of the clock of frames; `nil` before the first frame.
  var begin: Double?
  /// How long it ran before it was paused, in seconds.
  var held: Double?

  /// Seconds since it began.
  func time(at now: Double) -> Double { held ?? begin.map { now - $0 } ?? 0 }

  /// Whether it changes something with time.
  func isRunning(at now: Double) -> Bool { !timing.isPaused && !timing.isOver(at: time(at: now)) }

  /// Notes that a frame is drawn: what has not begun begins, what is paused stays where it is.
  mutating func tick(at now: Double) {
    if timing.isPaused { return }
    if let time = held {
      begin = now - time
      held = nil
    } else if begin == nil {
      begin = now
    }
  }

  /// A property's value at a progress; `nil` where the animation has no part in it or its values cannot be read.
  ///
  /// - Parameter own: the value without the animation, which stands in for a first or last frame that is missing.
  func value(
    of property: String, at progress: Double, own: String?, frame: LayoutRect
  ) -> TransitionValue? {
    guard let stops = tracks[property] else { return nil }
    func value(_ stop: Stop?) -> TransitionValue? { TransitionValue(property, stop.map { $0.text } ?? own, frame) }
    let next = stops.firstIndex { $0.offset > progress }
    let after = next.map { stops[$0] }
    let before = (next ?? stops.count) > 0 ? stops[(next ?? stops.count) - 1] : nil
    // At the end the last frame counts, not the way to it.
    if after == nil, let before, before.offset >= 1 { return value(before) }
    guard let from = value(before), let to = value(after) else { return nil }
    let start = before?.offset ?? 0, end = after?.offset ?? 1
    guard end > start else { return from }
    let easing = before?.easing ?? timing.easing
    return from.toward(to, easing.output(at: (progress - start) / (end - start)))
  }
}

/// What a view's properties say of its animations.
struct AnimationRules {
  /// The names with their timing, of which the last counts most.
  private(set) var animations: [(name: String, timing: AnimationTiming)] = []

  /// The properties that say something of animations.
  static let names: Set<String> = [
    "animationName", "animationDuration", "animationDelay", "animationTimingFunction", "animationIterationCount",
    "animationDirection", "animationFillMode", "animationPlayState", "keyframes",
  ]

  /// More animations than a view has.
  private static let most = 16

  init(of view: HostView) {
    guard let names = view["animationName"] else { return }
    func items(_ name: String) -> [String] { view[name].map { TransitionRules.items($0) } ?? [] }
    let durations = items("animationDuration").map(TransitionRules.seconds)
    let delays = items("animationDelay").map(TransitionRules.seconds)
    let easings = items("animationTimingFunction").map { TimingFunction($0) ?? .ease }
    let counts = items("animationIterationCount")
    let directions = items("animationDirection")
    let fills = items("animationFillMode")
    let states = items("animationPlayState")
    func item<Value>(_ list: [Value], _ index: Int) -> Value? { list.isEmpty ? nil : list[index % list.count] }
    for (index, name) in TransitionRules.items(names).prefix(Self.most).enumerated() where name != "none" {
      var timing = AnimationTiming()
      timing.duration = max(0, item(durations, index) ?? 0)
      timing.delay = item(delays, index) ?? 0
      timing.easing = item(easings, index) ?? .ease
      let count = item(counts, index) ?? "1"
      timing.count = count == "infinite" ? .infinity : max(0, min(Double(count) ?? 1, 1e9))
      timing.direction = item(directions, index).flatMap { .init(rawValue: $0) } ?? .normal
      timing.fill = item(fills, index).flatMap { .init(rawValue: $0) } ?? .none
      timing.isPaused = item(states, index) == "paused"
      animations.append((name.filter { $0 != "\"" }, timing))
    }
  }

  /// The stops of each property of a rule, from the view's `keyframes`.
  static func tracks(_ rule: JSONValue?) -> [String: [ViewAnimation.Stop]] {
    var tracks: [String: [ViewAnimation.Stop]] = [:]
    for frame in (rule?.elements ?? []).prefix(mostFrames) {
      guard case .object(let members) = frame, let offset = frame["offset"]?.double, (0...1).contains(offset) else {
        continue
      }
      let easing = frame["easing"]?.text.flatMap { TimingFunction($0) }
      for (name, value) in members where TransitionRules.names[name] != nil {
        guard let text = value.text, tracks[name]?.last.map({ $0.offset < offset }) ?? true else { continue }
        tracks[name, default: []].append(ViewAnimation.Stop(offset: offset, text: text, easing: easing))
      }
    }
    return tracks
  }

  private static let mostFrames = 1_000
  /// The longest text of frames that is read.
  static let longestText = 1 << 20
}

// Keyframe animations, on the clock of the platform's frames.
extension HostTree {
  /// What a view says of its animations changed: those that it names still go on, others begin or end.
  func readAnimations(of view: HostView) {
    let before = view.animations
    guard !before.isEmpty || view["animationName"] != nil else { return }
    let rules = reducesMotion ? [] : AnimationRules(of: view).animations
    let text = view["keyframes"] ?? ""
    let frames = text.utf8.count <= AnimationRules.longestText ? try? JSONParser.parse(Array(text.utf8)) : nil
    view.animations = rules.compactMap { name, timing in
      let tracks = AnimationRules.tracks(frames?[name])
      guard !tracks.isEmpty else { return nil }
      var animation =
        before.first { $0.name == name } ?? ViewAnimation(name: name, timing: timing, tracks: tracks)
      (animation.timing, animation.tracks) = (timing, tracks)
      if timing.isPaused, animation.held == nil { animation.held = animation.begin.map { max(0, clock - $0) } ?? 0 }
      return animation
    }
    if view.animations.isEmpty {
      endAnimations(of: view, before)
    } else {
      animate(view)
    }
  }

  /// Shows an animated view as it is in the last frame, and asks for more.
  private func animate(_ view: HostView) {
    view.showAnimations(at: clock)
    view.needsUpdate = true
    moving[view.node] = view
    if platformView(of: view.node) != nil { requestFrames() }
  }

  /// Shows a view's animations in the frame that is drawn.
  ///
  /// - Returns: whether one has just ended that moved the view.
  func drawAnimations(of view: HostView) -> Bool {
    for index in view.animations.indices { view.animations[index].tick(at: clock) }
    view.showAnimations(at: clock)
    return view.isMovedByAnimations && !view.isAnimated(at: clock)
  }

  private func endAnimations(of view: HostView, _ before: [ViewAnimation]) {
    guard !before.isEmpty else { return }
    for name in Set(before.flatMap(\.tracks.keys)) where view.transitions[name] == nil { view.show(nil, for: name) }
    view.needsUpdate = true
  }

  /// What is hidden may be shown again: animations in it begin again then.
  func restartAnimations(in root: HostView) {
    var stack = [root]
    while let view = stack.popLast() {
      stack += view.children
      guard !view.animations.isEmpty else { continue }
      for index in view.animations.indices {
        view.animations[index].begin = nil
        view.animations[index].held = nil
      }
      animate(view)
    }
  }
}

extension HostView {
  /// Whether an animation is not where it will stay.
  func isAnimated(at now: Double) -> Bool { animations.contains { $0.isRunning(at: now) } }

  /// Whether an animation moves the view.
  var isMovedByAnimations: Bool {
    animations.contains { animation in TransformList.properties.contains { animation.tracks[$0] != nil } }
  }

  /// Shows what animations make of the view's properties at a time; of those of one property the last counts.
  func showAnimations(at now: Double) {
    for name in Set(animations.flatMap(\.tracks.keys)) where transitions[name] == nil {
      let value = animations.reversed().lazy.compactMap { animation in
        animation.timing.progress(at: animation.time(at: now)).flatMap {
          animation.value(of: name, at: $0, own: self.said(name), frame: self.frame)
        }
      }.first
      show(value?.text, for: name)
    }
  }
}
