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
    guard !author.keyframes.isEmpty, record.style.other[.animationName] != nil else { return nil }
    let style = record.style
    func items(_ property: PropertyID) -> [String] {
      let text = style.computedValue(property).text
      return keyframeTimelines.items(of: text) { text.split(separator: ",").map { $0.trimmingSpaces } }
    }
    let names = items(.animationName)
    let fills = items(.animationFillMode)
    guard names != ["none"],
      environment.showsRunningAnimations || style.computedValue(.animationPlayState).text.contains("paused")
        || fills.contains("forwards") || fills.contains("both")
    else { return nil }
    let timing = AnimationTiming(
      durations: items(.animationDuration), delays: items(.animationDelay), states: items(.animationPlayState),
      iterations: items(.animationIterationCount), directions: items(.animationDirection),
      fills: fills)
    // Each animation's blocks are above those of the animations before it: only the last one's styles are computed.
    var below = applied
    var last: (moment: KeyframeTimeline.Moment, from: AppliedBlock, below: [AppliedBlock])?
    for (index, name) in names.enumerated() {
      guard let rule = keyframeTimelines.rule(named: name, in: author),
        let progress = environment.showsRunningAnimations || timing.isPaused(index)
          ? timing.progress(index) : timing.endProgress(index)
      else { continue }
      let timeline = keyframeTimelines.timeline(of: rule, in: author, blocks)
      if timeline.isCut { valueParts.refuse(element) }
      let moment = timeline.moment(
        at: progress, takesCustom: textBytes.customProperties <= Self.maximumCustomPropertyBytes, blocks)
      guard let from = moment.from else { continue }
      let block = AppliedBlock(block: from, origin: .animation, layer: .max)
      last = (moment, block, below)
      below.append(block)
    }
    guard let last else { return record }
    let moment = last.moment
    var result = compute(
      element, pseudo: pseudo, last.below + [last.from], parentStyle: parentStyle, isRoot: isRoot, container: container
    ).0
    // Below a transition of zero length the frame before counts as it is.
    if let to = moment.to, moment.fraction > 0 {
      // What has no later frame ends as it is below the animation.
      let after = last.below + [AppliedBlock(block: to, origin: .animation, layer: .max)]
      let target = compute(
        element, pseudo: pseudo, after, parentStyle: parentStyle, isRoot: isRoot, container: container
      ).0
      let easing = style.computedValue(.animationTimingFunction).text
      let fraction = AnimationTiming.eased(moment.fraction, easing)
      interpolate(&result.style, to: target.style, fraction, properties: moment.properties)
      if recordsOrigins {
        for property in moment.properties where !property.isShorthand { result.origins.note(property, .own) }
      }
    }
    return result
  }

  /// Sets properties to what lies between two styles (CSS Values 4, 3); what cannot be mixed switches half way.
  private func interpolate(
    _ style: inout ComputedStyle, to target: ComputedStyle, _ fraction: Double, properties: [PropertyID]
  ) {
    for property in properties where !property.isShorthand {
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

/// When an animation is where (CSS Animations 1, 3; Web Animations 1, 4.8), at the moment in which a page comes up.
struct AnimationTiming {
  let durations: [String]
  let delays: [String]
  let states: [String]
  let iterations: [String]
  let directions: [String]
  let fills: [String]

  private static func item(_ list: [String], _ index: Int) -> String { list.isEmpty ? "" : list[index % list.count] }

  private static func seconds(_ text: String) -> Double {
    if text.hasSuffix("ms") { return (Double(text.dropLast(2)) ?? 0) / 1000 }
    return Double(text.dropLast()) ?? 0
  }

  func isPaused(_ index: Int) -> Bool { Self.item(states, index) == "paused" }

  /// The progress that is left when the animation has ended; `nil` where it leaves nothing or never ends.
  func endProgress(_ index: Int) -> Double? {
    Self.item(iterations, index) == "infinite" ? nil : progress(index, elapsed: .infinity)
  }

  /// The progress within an iteration as the page comes up, direction included; `nil` where the animation has no effect.
  func progress(_ index: Int) -> Double? { progress(index, elapsed: -Self.seconds(Self.item(delays, index))) }

  private func progress(_ index: Int, elapsed: Double) -> Double? {
    let duration = Self.seconds(Self.item(durations, index))
    let fill = Self.item(fills, index)
    let count = Self.item(iterations, index)
    let iterations = count == "infinite" ? Double.infinity : max(0, Double(count) ?? 1)
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
    switch Self.item(directions, index) {
    case "reverse": return 1 - overall
    case "alternate": return isOdd ? 1 - overall : overall
    case "alternate-reverse": return isOdd ? overall : 1 - overall
    default: return overall
    }
  }

  /// An easing's value; only the keywords that a frame between two needs are told apart (CSS Easing 2).
  static func eased(_ fraction: Double, _ easing: String) -> Double {
    switch easing {
    case "linear": fraction
    case "step-end", "steps(1)": 0
    case "step-start", "steps(1, start)": 1
    case "ease-in": bezier(fraction, 0.42, 0, 1, 1)
    case "ease-out": bezier(fraction, 0, 0, 0.58, 1)
    case "ease-in-out": bezier(fraction, 0.42, 0, 0.58, 1)
    default: bezier(fraction, 0.25, 0.1, 0.25, 1)
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

extension Substring {
  /// Without spaces at both ends.
  fileprivate var trimmingSpaces: String {
    var text = drop { $0 == " " }
    while text.last == " " { text = text.dropLast() }
    return String(text)
  }
}
