import CSSValues

/// A track while it is sized (CSS Grid 2, 12.3). Lengths are px.
struct GridTrack {
  /// A track's sizing function for one bound, percentages resolved.
  enum Bound: Equatable {
    case fixed(Double)
    case minContent
    case maxContent
    case auto
    /// Only as a maximum: a flex factor.
    case flex(Double)
    /// Only as a maximum: `fit-content()` with its limit.
    case fitContent(Double)
  }

  var minimum: Bound
  var maximum: Bound
  /// The base size.
  var base: Double = 0
  /// The growth limit, maybe infinite.
  var growthLimit: Double = .infinity
  /// The growth limit was infinite and may grow on in the next step.
  var isInfinitelyGrowable = false
  /// An empty track of `repeat(auto-fit)`: it and one of its gaps have no size.
  var isCollapsed = false
  /// The position of the track's start in the content box; see ``GridTracks/position``.
  var offset: Double = 0

  // Scratch of the distribution.
  var plannedIncrease: Double = 0
  var incurredIncrease: Double = 0
  /// An item of the current group asked for more in the current phase, or would have had there been need.
  var isAsked = false

  init(minimum: Bound, maximum: Bound) {
    self.minimum = minimum
    self.maximum = maximum
  }

  /// A track from its sizing function; percentages without a basis are as if `auto` (7.2.1).
  init(_ size: TrackSize, percentageBasis: Double, units: LayoutUnits = LayoutUnits()) {
    func bound(_ breadth: TrackBreadth) -> Bound {
      switch breadth {
      case .value(let value):
        if value.hasPercentage && !percentageBasis.isDefinite { return .auto }
        return .fixed(max(0, units.truncated(value.resolve(percentageBasis))))
      case .flex(let factor): return .flex(min(1e9, max(0, factor.isNaN ? 0 : factor)))
      case .minContent: return .minContent
      case .maxContent: return .maxContent
      case .auto: return .auto
      }
    }
    switch size {
    case .breadth(let breadth):
      let only = bound(breadth)
      if case .flex = only {
        self.init(minimum: .auto, maximum: only)
      } else {
        self.init(minimum: only, maximum: only)
      }
    case .minmax(let low, let high):
      let least = bound(low)
      // A flexible minimum is not valid; it counts as `auto`.
      if case .flex = least {
        self.init(minimum: .auto, maximum: bound(high))
      } else {
        self.init(minimum: least, maximum: bound(high))
      }
    case .fitContent(let limit):
      if limit.hasPercentage && !percentageBasis.isDefinite {
        self.init(minimum: .auto, maximum: .maxContent)
      } else {
        self.init(minimum: .auto, maximum: .fitContent(max(0, units.truncated(limit.resolve(percentageBasis)))))
      }
    }
  }

  var flexFactor: Double? {
    if case .flex(let factor) = maximum { factor } else { nil }
  }

  var isFlexible: Bool { flexFactor != nil }

  var hasIntrinsicMinimum: Bool {
    switch minimum {
    case .minContent, .maxContent, .auto: true
    case .fixed, .flex, .fitContent: false
    }
  }

  var hasIntrinsicMaximum: Bool {
    switch maximum {
    case .minContent, .maxContent, .auto, .fitContent: true
    case .fixed, .flex: false
    }
  }

  /// Whether the maximum is `max-content`, or `auto` or `fit-content()`, which are treated as it.
  var hasMaxContentMaximum: Bool {
    switch maximum {
    case .maxContent, .auto, .fitContent: true
    case .fixed, .flex, .minContent: false
    }
  }

  /// The limit of `fit-content()`, or infinity.
  var fitContentLimit: Double {
    if case .fitContent(let limit) = maximum { limit } else { .infinity }
  }
}

/// All tracks of one axis with their gaps.
struct GridTracks {
  var tracks: [GridTrack] = []
  /// The gap between two tracks in px.
  var gap: Double = 0
  /// What shares of space are rounded to.
  var units = LayoutUnits()
  /// What content distribution adds to each gap; see ``position(from:spacing:)``. px.
  private(set) var spacing: Double = 0

  var count: Int { tracks.count }

  /// The gaps inside a span: a collapsed track has none.
  func gaps(in span: GridSpan) -> Double {
    guard gap != 0 else { return 0 }
    var visible = 0
    for index in span.indices where !tracks[index].isCollapsed { visible += 1 }
    return gap * Double(max(0, visible - 1))
  }

  /// All gaps.
  var totalGaps: Double {
    tracks.isEmpty ? 0 : gaps(in: GridSpan(start: 0, end: Int32(tracks.count)))
  }

  /// The tracks' base sizes and the gaps.
  var totalSize: Double { tracks.reduce(totalGaps) { $0 + $1.base } }

  /// The size of an area: base sizes and the gaps between them.
  func size(of span: GridSpan) -> Double {
    var size = gaps(in: span)
    for index in span.indices { size += tracks[index].base }
    return size
  }

  /// The start and end of an area after ``position(from:spacing:)``.
  func edges(of span: GridSpan) -> (start: Double, end: Double) {
    let last = tracks[Int(span.end) - 1]
    return (tracks[Int(span.start)].offset, last.offset + last.base)
  }

  /// Gives the tracks their offsets; `spacing` is what content distribution adds to each gap.
  mutating func position(from start: Double, spacing: Double) {
    self.spacing = spacing
    var offset = start
    var hasPrevious = false
    for index in tracks.indices {
      if !tracks[index].isCollapsed {
        if hasPrevious { offset += gap + spacing }
        hasPrevious = true
      }
      tracks[index].offset = offset
      offset += tracks[index].base
    }
  }
}
