/// The phases of resolving intrinsic track sizes (CSS Grid 2, 12.5 step 3).
enum GridDistributionPhase {
  case intrinsicMinimums
  case contentBasedMinimums
  case maxContentMinimums
  case intrinsicMaximums
  case maxContentMaximums

  /// Whether base sizes grow; otherwise growth limits do.
  var isForBase: Bool {
    switch self {
    case .intrinsicMinimums, .contentBasedMinimums, .maxContentMinimums: true
    case .intrinsicMaximums, .maxContentMaximums: false
    }
  }

  /// Whether a track's sizes grow in this phase.
  func affects(_ track: GridTrack) -> Bool {
    switch self {
    case .intrinsicMinimums: track.hasIntrinsicMinimum
    case .contentBasedMinimums: track.minimum == .minContent || track.minimum == .maxContent
    case .maxContentMinimums: track.minimum == .maxContent
    case .intrinsicMaximums: track.hasIntrinsicMaximum
    case .maxContentMaximums: track.hasMaxContentMaximum
    }
  }
}

extension GridTrack {
  /// CSS Grid 2, 12.4: initialize track sizes.
  mutating func initialize() {
    base = 0
    growthLimit = .infinity
    isInfinitelyGrowable = false
    if isCollapsed {
      growthLimit = 0
      return
    }
    if case .fixed(let length) = minimum { base = length }
    if case .fixed(let length) = maximum { growthLimit = max(base, length) }
  }
}

extension GridTracks {
  /// CSS Grid 2, 12.5.1: distributes extra space to the affected tracks of one item and plans their increases.
  mutating func distributeExtraSpace(
    _ space: Double, to affected: [Int], _ phase: GridDistributionPhase, byFlexFactors: Bool
  ) {
    for index in affected { tracks[index].incurredIncrease = 0 }
    if byFlexFactors {
      shareByFlexFactors(space, affected)
    } else {
      let left = shareUpToLimits(space, affected, phase)
      if left > 0 { shareBeyondLimits(left, affected, phase) }
    }
    for index in affected where tracks[index].incurredIncrease > tracks[index].plannedIncrease {
      tracks[index].plannedIncrease = tracks[index].incurredIncrease
    }
  }

  /// The size that a track may grow to in a phase before others have reached theirs.
  private func limit(_ track: GridTrack, _ phase: GridDistributionPhase) -> Double {
    if phase.isForBase { return min(track.growthLimit, max(track.base, track.fitContentLimit)) }
    if track.growthLimit == .infinity || track.isInfinitelyGrowable {
      return max(track.growthLimit == .infinity ? track.base : track.growthLimit, track.fitContentLimit)
    }
    return track.growthLimit
  }

  private func affectedSize(_ track: GridTrack, _ phase: GridDistributionPhase) -> Double {
    phase.isForBase || track.growthLimit == .infinity ? track.base : track.growthLimit
  }

  /// Shares equally, freezing tracks at their limits; returns what is left.
  private mutating func shareUpToLimits(
    _ space: Double, _ affected: [Int], _ phase: GridDistributionPhase
  ) -> Double {
    var left = space
    // The tracks with the least room freeze first, so that one pass suffices.
    let ordered = affected.map { (room: limit(tracks[$0], phase) - affectedSize(tracks[$0], phase), index: $0) }
      .sorted { ($0.room, $0.index) < ($1.room, $1.index) }
    for (position, entry) in ordered.enumerated() {
      let share = units.truncated(left / Double(ordered.count - position))
      let increase = max(0, min(share, entry.room))
      tracks[entry.index].incurredIncrease += increase
      left -= increase
    }
    return left
  }

  private mutating func shareBeyondLimits(_ space: Double, _ affected: [Int], _ phase: GridDistributionPhase) {
    var growing: [Int]
    switch phase {
    case .intrinsicMinimums, .contentBasedMinimums:
      growing = affected.filter { tracks[$0].hasIntrinsicMaximum }
    case .maxContentMinimums:
      growing = affected.filter { tracks[$0].hasMaxContentMaximum }
    case .intrinsicMaximums, .maxContentMaximums:
      return growPastLimits(space, affected)
    }
    if growing.isEmpty { growing = affected }
    var left = space
    for (position, index) in growing.enumerated() {
      let share = units.truncated(left / Double(growing.count - position))
      tracks[index].incurredIncrease += share
      left -= share
    }
  }

  /// Growth limits grow on, those of `fit-content()` as far as its argument.
  private mutating func growPastLimits(_ space: Double, _ affected: [Int]) {
    var left = space
    let ordered = affected.map { index -> (room: Double, index: Int) in
      let track = tracks[index]
      let size = (track.growthLimit == .infinity ? track.base : track.growthLimit) + track.incurredIncrease
      return (max(0, track.fitContentLimit - size), index)
    }.sorted { ($0.room, $0.index) < ($1.room, $1.index) }
    for (position, entry) in ordered.enumerated() {
      let increase = min(units.truncated(left / Double(ordered.count - position)), entry.room)
      tracks[entry.index].incurredIncrease += increase
      left -= increase
    }
  }

  /// 12.5 step 4: flexible tracks share by their factors, or equally where these are all zero.
  private mutating func shareByFlexFactors(_ space: Double, _ affected: [Int]) {
    var sum = affected.reduce(0.0) { $0 + (tracks[$1].flexFactor ?? 0) }
    let isEqual = sum == 0
    if isEqual { sum = Double(affected.count) }
    var left = space
    for (position, index) in affected.enumerated() {
      let factor = isEqual ? 1 : tracks[index].flexFactor ?? 0
      let share = position == affected.count - 1 && sum > 0 ? left : units.truncated(sum > 0 ? left * factor / sum : 0)
      tracks[index].incurredIncrease += share
      left -= share
      sum -= factor
    }
  }

  /// Adds the planned increases of a phase to the tracks of a span and forgets them.
  mutating func applyPlannedIncreases(_ phase: GridDistributionPhase, in span: GridSpan) {
    for index in span.indices where tracks[index].isAsked {
      let increase = tracks[index].plannedIncrease
      tracks[index].plannedIncrease = 0
      tracks[index].isAsked = false
      if phase.isForBase {
        tracks[index].base += increase
      } else if tracks[index].growthLimit == .infinity {
        // A limit that becomes finite here may go on growing in the next phase.
        tracks[index].growthLimit = tracks[index].base + increase
        tracks[index].isInfinitelyGrowable = phase == .intrinsicMaximums
      } else {
        tracks[index].growthLimit += increase
      }
    }
  }

  /// CSS Grid 2, 12.6: shares free space equally among the tracks, freezing them at their growth limits.
  mutating func growToLimits(_ space: Double) {
    guard space > 0 else { return }
    var left = space
    let ordered = tracks.indices.filter { tracks[$0].growthLimit > tracks[$0].base }
      .map { (room: tracks[$0].growthLimit - tracks[$0].base, index: $0) }
      .sorted { ($0.room, $0.index) < ($1.room, $1.index) }
    for (position, entry) in ordered.enumerated() {
      let share = units.truncated(left / Double(ordered.count - position))
      let increase = min(share, entry.room)
      tracks[entry.index].base += increase
      left -= increase
    }
  }

  // MARK: 12.7.1 Find the size of an fr

  /// The length of 1 fr with which the tracks of a span fill a space.
  func flexFraction(filling space: Double, _ span: GridSpan? = nil) -> Double {
    let span = span ?? GridSpan(start: 0, end: Int32(tracks.count))
    guard span.length > 0 else { return 0 }
    var inflexible = Set<Int>()
    let gaps = gaps(in: span)
    while true {
      var left = space - gaps
      var factors = 0.0
      for index in span.indices {
        if let factor = tracks[index].flexFactor, !inflexible.contains(index) {
          factors += factor
        } else {
          left -= tracks[index].base
        }
      }
      let fraction = max(0, left) / max(1, factors)
      var restarts = false
      for index in span.indices {
        if let factor = tracks[index].flexFactor, !inflexible.contains(index), fraction * factor < tracks[index].base {
          inflexible.insert(index)
          restarts = true
        }
      }
      // Each turn freezes a track, so that there are no more turns than tracks.
      if !restarts { return fraction }
    }
  }

  /// The size of all tracks if flexible ones took a fraction.
  func sizeWithFlexFraction(_ fraction: Double) -> Double {
    tracks.reduce(totalGaps) { sum, track in
      sum + max(track.base, (track.flexFactor ?? 0) * fraction)
    }
  }

  /// Gives flexible tracks their share where it is larger than their base size.
  mutating func applyFlexFraction(_ fraction: Double) {
    guard fraction > 0 else { return }
    // What flooring to 1/64 px loses is carried on to the next track.
    var carried = 0.0
    for index in tracks.indices {
      guard let factor = tracks[index].flexFactor else { continue }
      let exact = fraction * factor + carried
      // What a sum of doubles lacks of a whole 1/64 px is not lost.
      let share = units.truncated(exact + 1e-6)
      if share >= tracks[index].base {
        tracks[index].base = share
        carried = max(0, exact - share)
      }
    }
  }
}
