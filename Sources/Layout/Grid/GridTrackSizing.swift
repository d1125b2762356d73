/// What tracks are sized for (CSS Grid 2, 12.1).
enum GridSizingConstraint {
  case minContent
  case maxContent
  /// The layout itself: the available space may still be indefinite.
  case layout
}

/// An item as track sizing sees it.
struct GridSizingItem {
  /// The number that contributions are asked by.
  var index: Int
  var span: GridSpan
  /// Whether the item spans a flexible track.
  var spansFlexible = false
  /// Whether the item spans a track with an intrinsic sizing function.
  var spansIntrinsic = false
}

/// CSS Grid 2, 12.3–12.8: the track sizing algorithm of one axis, as a function over tracks and items.
///
/// What items contribute is asked through ``GridContributions``, so that the algorithm knows nothing of boxes.
struct GridTrackSizing<Contributions: GridContributions> {
  typealias Item = GridSizingItem

  var tracks: GridTracks
  var items: [Item]
  let constraint: GridSizingConstraint
  /// The content box's size, or indefinite.
  let available: Double
  /// The content box's definite minimum, 0 where there is none, and maximum, infinite where there is none: they count
  /// where `available` is indefinite.
  let minimumAvailable: Double
  let maximumAvailable: Double
  /// Whether `*-content` of the axis is `normal` or `stretch`.
  let stretchesAutoTracks: Bool

  /// 12.3: the steps in their order.
  mutating func run(_ contributions: inout Contributions) {
    initializeTrackSizes()
    classifyItems()
    resolveIntrinsicTrackSizes(&contributions)
    maximizeTracks()
    expandFlexibleTracks(&contributions)
    stretchAutoTracks()
  }

  /// 12.4.
  private mutating func initializeTrackSizes() {
    for index in tracks.tracks.indices {
      tracks.tracks[index].initialize()
    }
  }

  private mutating func classifyItems() {
    for index in items.indices {
      for track in items[index].span.indices {
        if tracks.tracks[track].isFlexible { items[index].spansFlexible = true }
        if tracks.tracks[track].hasIntrinsicMinimum || tracks.tracks[track].hasIntrinsicMaximum {
          items[index].spansIntrinsic = true
        }
      }
    }
  }

  // MARK: 12.5 Resolve intrinsic track sizes

  private mutating func resolveIntrinsicTrackSizes(_ contributions: inout Contributions) {
    // Steps 2 and 3: items that span no flexible track, by span; a span of one is the general case.
    let plain = items.indices.filter { items[$0].spansIntrinsic && !items[$0].spansFlexible }
      .sorted { (items[$0].span.length, $0) < (items[$1].span.length, $1) }
    var first = 0
    while first < plain.count {
      var last = first
      let length = items[plain[first]].span.length
      while last < plain.count, items[plain[last]].span.length == length { last += 1 }
      accommodate(plain[first..<last], flexible: false, &contributions)
      first = last
    }
    // Step 4: items that span flexible tracks, all together.
    let flexible = items.indices.filter { items[$0].spansFlexible && items[$0].spansIntrinsic }
    if !flexible.isEmpty { accommodate(flexible[...], flexible: true, &contributions) }
    // Step 5: what is still infinite takes its base size.
    for index in tracks.tracks.indices where tracks.tracks[index].growthLimit == .infinity {
      tracks.tracks[index].growthLimit = tracks.tracks[index].base
    }
  }

  /// The phases of 12.5 step 3 (and 4) for a group of items of one span.
  private mutating func accommodate(
    _ group: ArraySlice<Int>, flexible: Bool, _ contributions: inout Contributions
  ) {
    distribute(.intrinsicMinimums, group, flexible, &contributions)
    distribute(.contentBasedMinimums, group, flexible, &contributions)
    distribute(.maxContentMinimums, group, flexible, &contributions)
    // Tracks that no item of the group spans are as they were.
    for item in group {
      for index in items[item].span.indices where tracks.tracks[index].growthLimit < tracks.tracks[index].base {
        tracks.tracks[index].growthLimit = tracks.tracks[index].base
      }
    }
    if flexible { return }
    distribute(.intrinsicMaximums, group, flexible, &contributions)
    distribute(.maxContentMaximums, group, flexible, &contributions)
    for item in group {
      for index in items[item].span.indices { tracks.tracks[index].isInfinitelyGrowable = false }
    }
  }

  /// What a group's items ask for in a phase.
  private func contribution(
    of item: Item, _ phase: GridDistributionPhase, _ contributions: inout Contributions
  ) -> Double {
    switch phase {
    case .intrinsicMinimums:
      // DEVIATION: sized under a min-content or max-content constraint, too, as browsers do it: 12.5 has the limited
      // min-content contribution there.
      return contributions.minimum(item.index, tracks, item.span)
    case .contentBasedMinimums, .intrinsicMaximums:
      return contributions.minContent(item.index)
    case .maxContentMinimums, .maxContentMaximums:
      return contributions.maxContent(item.index)
    }
  }

  private mutating func distribute(
    _ phase: GridDistributionPhase, _ group: ArraySlice<Int>, _ flexible: Bool, _ contributions: inout Contributions
  ) {
    var anyAffected = false
    for position in group {
      let item = items[position]
      let affected = item.span.indices.filter { index in
        let track = tracks.tracks[index]
        return !track.isCollapsed && (!flexible || track.isFlexible) && phase.affects(track)
      }
      guard !affected.isEmpty else { continue }
      anyAffected = true
      let wanted = contribution(of: item, phase, &contributions)
      share(wanted, item, affected, phase, flexible)
    }
    guard anyAffected else { return }
    for position in group { tracks.applyPlannedIncreases(phase, in: items[position].span) }
  }

  /// Plans the increases with which the affected tracks hold an item.
  private mutating func share(
    _ wanted: Double, _ item: Item, _ affected: [Int], _ phase: GridDistributionPhase, _ flexible: Bool
  ) {
    for index in affected { tracks.tracks[index].isAsked = true }
    var space = wanted - tracks.gaps(in: item.span)
    for index in item.span.indices {
      let track = tracks.tracks[index]
      space -= phase.isForBase || track.growthLimit == .infinity ? track.base : track.growthLimit
    }
    guard space > 0 else { return }
    tracks.distributeExtraSpace(space, to: affected, phase, byFlexFactors: flexible)
  }

  // MARK: 12.6–12.8

  private func freeSpace(_ available: Double) -> Double { available - tracks.totalSize }

  /// 12.6.
  private mutating func maximizeTracks() {
    if constraint == .minContent { return }
    if constraint == .maxContent || !available.isDefinite {
      var hypothetical = tracks.totalGaps
      for track in tracks.tracks { hypothetical += track.growthLimit }
      if hypothetical <= maximumAvailable {
        for index in tracks.tracks.indices { tracks.tracks[index].base = tracks.tracks[index].growthLimit }
      } else {
        // The container's maximum bounds what the tracks may grow to.
        tracks.growToLimits(freeSpace(maximumAvailable))
      }
      return
    }
    tracks.growToLimits(freeSpace(available))
  }

  /// 12.7.
  private mutating func expandFlexibleTracks(_ contributions: inout Contributions) {
    guard tracks.tracks.contains(where: \.isFlexible) else { return }
    if constraint == .minContent { return }
    if constraint == .layout && available.isDefinite {
      let fraction = freeSpace(available) <= 0 ? 0 : tracks.flexFraction(filling: available)
      tracks.applyFlexFraction(fraction)
      return
    }
    var fraction = 0.0
    for track in tracks.tracks {
      if let factor = track.flexFactor { fraction = max(fraction, track.base / max(1, factor)) }
    }
    for item in items where item.spansFlexible {
      fraction = max(fraction, tracks.flexFraction(filling: contributions.maxContent(item.index), item.span))
    }
    // If the grid would come out smaller than the minimum or larger than the maximum, that size is what is filled.
    let size = tracks.sizeWithFlexFraction(fraction)
    if size < minimumAvailable {
      fraction = tracks.flexFraction(filling: minimumAvailable)
    } else if size > maximumAvailable {
      fraction = tracks.flexFraction(filling: maximumAvailable)
    }
    tracks.applyFlexFraction(fraction)
  }

  /// 12.8.
  private mutating func stretchAutoTracks() {
    guard stretchesAutoTracks else { return }
    let target = constraint == .layout && available.isDefinite ? available : minimumAvailable
    let free = freeSpace(target)
    guard free > 0 else { return }
    let automatic = tracks.tracks.indices.filter {
      tracks.tracks[$0].maximum == .auto && !tracks.tracks[$0].isCollapsed
    }
    guard !automatic.isEmpty else { return }
    for (position, index) in automatic.enumerated() {
      // Each share is floored to 1/64 px; what is left goes on to the next.
      let left = free - Double(position) * tracks.units.truncated(free / Double(automatic.count))
      tracks.tracks[index].base += tracks.units.truncated(left / Double(automatic.count - position))
    }
  }
}

/// What items contribute to the tracks of one axis: outer sizes in px, margins and baseline shims among them.
protocol GridContributions {
  /// The minimum contribution (CSS Grid 2, 6.6 and 12.5): it depends on what tracks the item spans.
  mutating func minimum(_ item: Int, _ tracks: GridTracks, _ span: GridSpan) -> Double
  mutating func minContent(_ item: Int) -> Double
  mutating func maxContent(_ item: Int) -> Double
}
