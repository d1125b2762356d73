import CSS
import CSSValues
import Names

/// The author's `@keyframes` rules as animations ask for them: each rule is sorted once, and what it says is worked out once for
/// all progresses between two of its offsets.
struct KeyframeTimelines {
  /// By name, the rule that counts: the last.
  private var rules: [String: Int] = [:]
  private var timelines: [Int: KeyframeTimeline] = [:]
  /// The last lists of `animation-*` properties, which very many elements share, and the animations that they stand for.
  private var last: (values: [CSSValue], animations: [StyleAnimation])?

  /// The rule of a name, if there is any.
  mutating func rule(named name: String, in author: RuleSet) -> Int? {
    if rules.isEmpty {
      for (index, rule) in author.keyframes.enumerated() { rules[rule.name] = index }
    }
    return rules[name]
  }

  /// The animations of a style, in order.
  mutating func animations(of style: ComputedStyle) -> [StyleAnimation] {
    let values = StyleAnimation.properties.map { style.computedValue($0) }
    if let last, last.values == values { return last.animations }
    let animations = StyleAnimation.all(values)
    last = (values, animations)
    return animations
  }

  /// The timeline of a rule.
  mutating func timeline(of rule: Int, in author: RuleSet, _ blocks: PageBlocks) -> KeyframeTimeline {
    if let known = timelines[rule] { return known }
    let timeline = KeyframeTimeline(
      author.keyframes[rule], firstBlock: blocks.authorStart + author.keyframeBlocks[rule], blocks)
    timelines[rule] = timeline
    return timeline
  }
}

/// What one `@keyframes` rule says of each property, by offset.
final class KeyframeTimeline {
  /// The blocks on both sides of a progress.
  struct Moment {
    /// What counts before it; `nil` where the rule says nothing.
    var from: UInt32?
    /// What counts behind it, if anything does.
    var to: UInt32?
    /// How far the progress is from one to the other, 0 to 1.
    var fraction = 0.0
    /// The longhands of both, ascending.
    var properties: [PropertyID] = []
  }

  /// A declaration at an offset.
  private struct Place {
    var offset: Double
    var declaration: Int32
  }
  private struct Key: Hashable {
    /// The offsets at or before the progress.
    var passed: Int
    var isAtEnd: Bool
  }
  /// A moment without a fraction, and the offsets that its fraction counts from.
  private struct Interval {
    var moment: Moment
    var start: Double
    var end: Double
  }

  private var declarations: [PropertyDeclaration] = []
  /// All offsets, ascending.
  private var offsets: [Double] = []
  /// By property, its places ascending; of equal ones the last in the rule.
  private var places: [(property: DeclaredProperty, places: [Place])] = []
  private var intervals: [Key: Interval] = [:]
  /// How many pairs of blocks were made.
  var intervalCount: Int { intervals.count }

  init(_ rule: KeyframesRule, firstBlock: UInt32, _ blocks: PageBlocks) {
    var found: [DeclaredProperty: [Place]] = [:]
    var allOffsets: Set<Double> = []
    for frame in rule.frames {
      let frameOffsets = Set(frame.offsets.map { $0 / 100 })
      allOffsets.formUnion(frameOffsets)
      for declaration in blocks[firstBlock + frame.block].declarations {
        let number = Int32(truncatingIfNeeded: declarations.count)
        declarations.append(declaration)
        for offset in frameOffsets {
          found[declaration.property, default: []].append(.init(offset: offset, declaration: number))
        }
      }
    }
    offsets = allOffsets.sorted()
    places = found.map { property, places in
      var settled: [Place] = []
      for place in places.sorted(by: { ($0.offset, $0.declaration) < ($1.offset, $1.declaration) }) {
        if settled.last?.offset == place.offset { settled.removeLast() }
        settled.append(place)
      }
      return (property, settled)
    }
    places.sort { Self.rank($0.property) < Self.rank($1.property) }
  }

  private static func rank(_ property: DeclaredProperty) -> (Int, UInt32) {
    switch property {
    case .known(let property): (0, UInt32(property.rawValue))
    case .custom(let name): (1, name.rawValue)
    }
  }

  /// What counts at a progress, property by property.
  ///
  /// - Parameter blocks: where the declarations become blocks.
  func moment(at progress: Double, _ blocks: PageBlocks) -> Moment {
    let key = Key(passed: Self.firstPlace(offsets.count) { offsets[$0] > progress }, isAtEnd: progress >= 1)
    let interval: Interval
    if let known = intervals[key] {
      interval = known
    } else {
      interval = makeInterval(progress, blocks)
      intervals[key] = interval
    }
    var moment = interval.moment
    if interval.end > interval.start {
      moment.fraction = (progress - interval.start) / (interval.end - interval.start)
    }
    return moment
  }

  private func makeInterval(_ progress: Double, _ blocks: PageBlocks) -> Interval {
    // CSS Animations 1, 3: without a last frame of its own, a property ends as the element has it.
    let isAtEnd = progress >= 1
    var before: [Place] = []
    var after: [Place] = []
    var hasImplicitEnd = false
    var moment = Moment()
    for (property, places) in places {
      let next = Self.firstPlace(places.count) { places[$0].offset > progress }
      let last: Place? = next > 0 && (!isAtEnd || places[next - 1].offset >= 1) ? places[next - 1] : nil
      let following: Place? = next < places.count ? places[next] : nil
      guard last != nil || following != nil else { continue }
      if let last { before.append(last) }
      if let following { after.append(following) }
      if !isAtEnd, last != nil, following == nil { hasImplicitEnd = true }
      if case .known(let known) = property { moment.properties.append(known) }
    }
    let start = before.lazy.map(\.offset).max() ?? 0
    let end = after.lazy.map(\.offset).min() ?? 1
    guard !before.isEmpty || !after.isEmpty else { return Interval(moment: moment, start: 0, end: 0) }
    func append(_ places: [Place]) -> UInt32 {
      let found: [PropertyDeclaration] = places.map { declarations[Int($0.declaration)] }
      return blocks.append(DeclarationBlock(found.sorted { $0.range.lowerBound < $1.range.lowerBound }))
    }
    moment.from = append(before)
    if hasImplicitEnd || !after.isEmpty { moment.to = append(after) }
    return Interval(moment: moment, start: start, end: end)
  }

  /// The first of so many places for which something holds that holds for all behind it, too.
  private static func firstPlace(_ count: Int, where holds: (Int) -> Bool) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = low + (high - low) / 2
      if holds(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
