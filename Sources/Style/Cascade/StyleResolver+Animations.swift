import CSS
import CSSValues
import Names

// Animations that are paused hold a frame for good: it is part of the style (CSS Animations 1, 4). Of the others a page at
// rest shows what they leave when they have ended: the last frame of those that fill forwards. The moment in which the page
// comes up counts where the environment asks for it.
extension StyleResolver {
  /// The style with what paused and ended animations set, or `nil` where there are none.
  func animated(
    _ record: StyleRecord, _ element: Int, pseudo: PseudoElement?, _ applied: [AppliedBlock], parentStyle: Int,
    isRoot: Bool, container: Int
  ) -> StyleRecord? {
    guard !author.keyframes.isEmpty, record.style.other[.animationName] != nil, !work.isBeyond else { return nil }
    let animations = keyframeTimelines.animations(of: record.style)
    work.charge(StyleWork.animation, times: animations.count, .animations)
    // Below a transition of zero length the frame before counts as it is; what has no later frame ends as it is below the
    // animation.
    var from = applied
    var to = applied
    var mixtures: [(properties: [PropertyID], fraction: Double)] = []
    for animation in animations {
      let isShown = environment.showsRunningAnimations || animation.isPaused
      guard let progress = isShown ? animation.progress : animation.endProgress,
        let rule = keyframeTimelines.rule(named: animation.name, in: author)
      else { continue }
      let timeline = keyframeTimelines.timeline(of: rule, in: author, blocks)
      let moment = timeline.moment(at: progress, blocks)
      guard let before = moment.from else { continue }
      let isMixed = moment.to != nil && moment.fraction > 0
      let after = moment.to ?? before
      from.append(AppliedBlock(block: before, origin: .animation, layer: .max))
      to.append(AppliedBlock(block: isMixed ? after : before, origin: .animation, layer: .max))
      mixtures.append((moment.properties, isMixed ? animation.eased(moment.fraction) : 0))
    }
    guard !mixtures.isEmpty else { return nil }
    var result = compute(
      element, pseudo: pseudo, from, parentStyle: parentStyle, isRoot: isRoot, container: container
    ).0
    guard to != from else { return result }
    let target = compute(
      element, pseudo: pseudo, to, parentStyle: parentStyle, isRoot: isRoot, container: container
    ).0
    // The last animation of a property decides (CSS Animations 1, 3).
    var isSettled = Set<PropertyID>()
    for (properties, fraction) in mixtures.reversed() {
      let own = properties.filter { !$0.isShorthand && isSettled.insert($0).inserted }
      guard fraction > 0 else { continue }
      work.charge(StyleWork.longhand, times: own.count, .animations)
      interpolate(&result.style, to: target.style, fraction, properties: own)
      if recordsOrigins { for property in own { result.origins.note(property, .own) } }
    }
    return result
  }

  /// Sets properties to what lies between two styles (CSS Values 4, 3); what cannot be mixed switches half way.
  private func interpolate(
    _ style: inout ComputedStyle, to target: ComputedStyle, _ fraction: Double, properties: [PropertyID]
  ) {
    for property in properties {
      let physical = property.physical(style.text.writingMode, style.text.direction)
      let from = style.computedValue(physical)
      let to = target.computedValue(physical)
      let interpolation = Interpolation(fraction)
      let value: CSSValue?
      switch (physical, from, to) {
      case (.transform, _, _): value = interpolation.transform(from, to)
      case (.rotate, _, _): value = interpolation.rotate(from, to)
      case (.scale, _, _): value = interpolation.scale(from, to)
      case (.translate, _, _): value = interpolation.translate(from, to)
      case (.filter, _, _), (.backdropFilter, _, _): value = interpolation.filter(from, to)
      case (_, .color(let left), .color(let right)):
        value = absolute(left, style).flatMap { left in absolute(right, target).flatMap { mixed(left, $0, fraction) } }
      default: value = interpolation.number(from, to)
      }
      style.setComputed(physical, value ?? (fraction < 0.5 ? from : to))
    }
  }

  /// A color between two of one space.
  private func mixed(_ left: Color, _ right: Color, _ fraction: Double) -> CSSValue? {
    guard left.space == right.space else { return nil }
    return .color(
      .absolute(
        Color(
          left.space, left.first + (right.first - left.first) * fraction,
          left.second + (right.second - left.second) * fraction, left.third + (right.third - left.third) * fraction,
          alpha: left.alpha + (right.alpha - left.alpha) * fraction)))
  }

  private func absolute(_ color: ColorValue, _ style: ComputedStyle) -> Color? {
    switch color {
    case .absolute(let color): color
    case .currentColor: style.text.color
    default: nil
    }
  }
}

/// One animation of a style: where it is at the moment in which a page comes up, and when it has ended (CSS Animations 1, 3;
/// Web Animations 1, 4.8).
struct StyleAnimation {
  /// The rule's name.
  let name: String
  /// Whether it holds a frame for good.
  let isPaused: Bool
  /// The progress within an iteration as the page comes up, direction included; `nil` where the animation has no effect.
  let progress: Double?
  /// The progress that is left when the animation has ended; `nil` where it leaves nothing or never ends.
  let endProgress: Double?
  private let easing: String

  /// The lists that say what a style's animations are.
  static let properties: [PropertyID] = [
    .animationName, .animationDuration, .animationDelay, .animationPlayState, .animationIterationCount,
    .animationDirection, .animationFillMode, .animationTimingFunction,
  ]

  /// The animations of lists in the order of ``properties``: shorter lists than that of names are repeated.
  static func all(_ values: [CSSValue]) -> [StyleAnimation] {
    let lists = values.map { value in
      if case .list(let items, .comma) = value { items } else { [value] }
    }
    return lists[0].indices.compactMap { index in StyleAnimation(lists.map { $0[index % $0.count] }) }
  }

  /// An animation of one item of each list; `nil` where it has no name.
  private init?(_ items: [CSSValue]) {
    switch items[0] {
    case .identifier(let identifier): name = identifier.string
    case .string(let text): name = text
    default: return nil
    }
    func keyword(_ value: CSSValue) -> String { if case .keyword(let name) = value { name.string } else { "" } }
    func seconds(_ value: CSSValue) -> Double {
      guard case .dimension(let number, let unit) = value else { return 0 }
      return number * (unit.canonicalFactor ?? 0)
    }
    let iterations: Double =
      switch items[4] {
      case .keyword("infinite"): .infinity
      case .number(let number): max(0, number)
      default: 1
      }
    let duration = seconds(items[1])
    let (direction, fill) = (keyword(items[5]), keyword(items[6]))
    isPaused = keyword(items[3]) == "paused"
    easing = items[7].text
    func progress(elapsed: Double) -> Double? {
      var overall: Double
      if elapsed < 0 {
        guard fill == "backwards" || fill == "both" else { return nil }
        overall = 0
      } else if elapsed >= duration * iterations {
        guard fill == "forwards" || fill == "both" else { return nil }
        overall = iterations
      } else {
        overall = duration > 0 ? elapsed / duration : 0
      }
      guard overall.isFinite else { return nil }
      var iteration = overall.rounded(.down)
      if overall > 0, iteration == overall, elapsed >= duration * iterations { iteration -= 1 }
      overall -= iteration
      let isOdd = iteration.truncatingRemainder(dividingBy: 2) != 0
      switch direction {
      case "reverse": return 1 - overall
      case "alternate": return isOdd ? 1 - overall : overall
      case "alternate-reverse": return isOdd ? overall : 1 - overall
      default: return overall
      }
    }
    self.progress = progress(elapsed: -seconds(items[2]))
    endProgress = iterations.isInfinite ? nil : progress(elapsed: .infinity)
  }

  /// An easing's value; only the keywords that a frame between two needs are told apart (CSS Easing 2).
  func eased(_ fraction: Double) -> Double {
    switch easing {
    case "linear": fraction
    case "step-end", "steps(1)": 0
    case "step-start", "steps(1, start)": 1
    case "ease-in": Self.bezier(fraction, 0.42, 0, 1, 1)
    case "ease-out": Self.bezier(fraction, 0, 0, 0.58, 1)
    case "ease-in-out": Self.bezier(fraction, 0.42, 0, 0.58, 1)
    default: Self.bezier(fraction, 0.25, 0.1, 0.25, 1)
    }
  }

  private static func bezier(_ x: Double, _ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) -> Double {
    func point(_ t: Double, _ first: Double, _ second: Double) -> Double {
      3 * (1 - t) * (1 - t) * t * first + 3 * (1 - t) * t * t * second + t * t * t
    }
    var low = 0.0
    var high = 1.0
    for _ in 0..<48 {
      let middle = (low + high) / 2
      if point(middle, x1, x2) < x { low = middle } else { high = middle }
    }
    return point(low, y1, y2)
  }
}
