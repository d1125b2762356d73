import CSSValues
import Testing

@testable import Layout

private typealias Fixture = BoxFixture

private func track(_ value: Double) -> TrackListItem { .track(.breadth(.value(.length(value)))) }
private func fr(_ factor: Double) -> TrackListItem { .track(.breadth(.flex(factor))) }
private let auto = TrackListItem.track(.breadth(.auto))

/// CSS Grid 2 from styles to frames.
@Suite struct GridLayoutTests {
  @Test func fractionsShareWhatFixedTracksAndGapsLeave() {
    let tree = Fixture.grid(
      {
        $0.size(320, 50)
        $0.grid.templateColumns = .tracks([track(100), fr(1), fr(3)])
        $0.alignment.columnGap = .value(.length(10))
      }, [.block(), .block(), .block()])
    #expect(
      tree.dump() == """
        0 0 320 50
          0 0 100 50
          110 0 50 50
          170 0 150 50
        """)
  }

  @Test func fractionsHoldTheirContent() {
    let tree = Fixture.grid(
      {
        $0.size(100, nil)
        $0.grid.templateColumns = .tracks([fr(1), fr(1)])
      }, [.block({ _ in }, [.text("SEVENTY")]), .block()])
    #expect(
      tree.dump() == """
        0 0 100 10
          0 0 70 10
          70 0 30 10
        """)
  }

  @Test func repeatsFillAndCollapse() {
    func tree(_ count: TrackRepeatCount) -> String {
      Fixture.grid(
        {
          $0.size(250, 10)
          $0.grid.templateColumns = .tracks([.repeat(count, [.track(.minmax(.value(.length(50)), .flex(1)))])])
        }, [.block(), .block()]
      ).dump()
    }
    #expect(tree(.autoFill) == "0 0 250 10\n  0 0 50 10\n  50 0 50 10")
    #expect(tree(.autoFit) == "0 0 250 10\n  0 0 125 10\n  125 0 125 10")
  }

  @Test func namedAreasAndLinesPlaceItems() {
    let tree = Fixture.grid(
      {
        $0.size(100, 60)
        $0.grid.templateColumns = .tracks([
          .lineNames(["a"]), track(20), .lineNames(["b"]), track(30), .lineNames(["b"]), track(50),
        ])
        $0.grid.templateRows = .tracks([track(20), track(40)])
        $0.grid.templateAreas.rowCount = 2
        $0.grid.templateAreas.columnCount = 3
        $0.grid.templateAreas.areas = [
          GridArea(name: "main", rowStart: 1, rowEnd: 2, columnStart: 0, columnEnd: 2)
        ]
      },
      [
        .block {
          $0.grid.columnStart = .named("main")
          $0.grid.columnEnd = .named("main")
          $0.grid.rowStart = .named("main")
          $0.grid.rowEnd = .named("main")
        },
        .block {
          $0.grid.columnStart = .line(2, "b"); $0.grid.rowStart = .line(1, nil)
        },
        .block {
          $0.grid.columnStart = .line(-2, nil); $0.grid.columnEnd = .line(-1, nil); $0.grid.rowStart = .line(2, nil)
        },
      ])
    #expect(
      tree.dump() == """
        0 0 100 60
          0 20 50 40
          50 0 50 20
          50 20 50 40
        """)
  }

  @Test func implicitTracksGrowOnBothSides() {
    let tree = Fixture.grid(
      {
        $0.grid.templateColumns = .tracks([track(30)])
        $0.grid.autoColumns = [.breadth(.value(.length(5))), .breadth(.value(.length(7)))]
        $0.grid.autoRows = [.breadth(.value(.length(10)))]
        $0.size(100, nil)
      },
      [
        .block { $0.grid.columnStart = .line(1, nil) },
        .block {
          $0.grid.columnStart = .line(-3, nil); $0.grid.rowStart = .line(1, nil)
        },
        .block {
          $0.grid.columnStart = .line(3, nil); $0.grid.rowStart = .line(1, nil)
        },
      ])
    #expect(
      tree.dump() == """
        0 0 100 10
          7 0 30 10
          0 0 7 10
          42 0 7 10
        """)
  }

  @Test func spanningItemsGrowIntrinsicTracks() {
    let tree = Fixture.grid(
      {
        $0.box.position = .absolute
        $0.grid.templateColumns = .tracks([auto, auto])
      },
      [
        .block({ $0.grid.columnEnd = .span(2, nil) }, [.text("ABCDEFGHIJ")]),
        .block({ _ in }, [.text("AB")]),
        .block(),
      ])
    // The word needs 80 px more than the first column's two letters; both columns share it.
    #expect(
      tree.dump() == """
        0 0 100 20
          0 0 100 10
          0 10 60 10
          60 10 40 10
        """)
  }

  @Test func percentageRowsCountFromTheHeightThatCameOut() {
    let tree = Fixture.grid(
      {
        $0.size(50, nil)
        $0.grid.templateRows = .tracks([.track(.breadth(.value(.percentage(50)))), auto])
      }, [.block { $0.size(nil, 40) }, .block { $0.size(nil, 20) }])
    #expect(
      tree.dump() == """
        0 0 50 60
          0 0 50 40
          0 30 50 20
        """)
  }

  @Test func itemsAndTracksAlign() {
    let tree = Fixture.grid(
      {
        $0.size(100, 100)
        $0.grid.templateColumns = .tracks([track(40)])
        $0.grid.templateRows = .tracks([track(40), track(40)])
        $0.alignment.justifyContent = AlignmentValue(.end)
        $0.alignment.alignContent = AlignmentValue(.spaceBetween)
        $0.alignment.justifyItems = AlignmentValue(.center)
      },
      [
        .block {
          $0.size(20, 10); $0.alignment.alignSelf = AlignmentValue(.end)
        },
        .block {
          $0.size(60, nil); $0.alignment.justifySelf = AlignmentValue(.end, overflow: .safe)
        },
      ])
    #expect(
      tree.dump() == """
        0 0 100 100
          70 30 20 10
          60 60 60 40
        """)
  }

  @Test func rowsShareBaselines() {
    let tree = Fixture.grid(
      {
        $0.size(100, nil)
        $0.grid.templateColumns = .tracks([track(50), track(50)])
        $0.alignment.alignItems = AlignmentValue(.firstBaseline)
      },
      [
        .block({ $0.font.size = 20 }, [.text("A")]),
        .block({ _ in }, [.text("B")]),
      ])
    #expect(
      tree.dump() == """
        0 0 100 20
          0 0 50 20
          50 8 50 10
        """)
  }

  @Test func rightToLeftGridsMirror() {
    let tree = Fixture.grid(
      {
        $0.size(100, 10)
        $0.text.direction = .rtl
        $0.grid.templateColumns = .tracks([track(30), track(20)])
      }, [.block(), .block()])
    #expect(
      tree.dump() == """
        900 0 100 10
          70 0 30 10
          50 0 20 10
        """)
  }

  @Test func positionedChildrenHaveTheirAreaAsContainingBlock() {
    let tree = Fixture.grid(
      {
        $0.size(100, 50)
        $0.box.position = .relative
        $0.box.padding = Sides(.length(10))
        $0.box.boxSizing = .borderBox
        $0.grid.templateColumns = .tracks([track(30), track(40)])
      },
      [
        .block {
          $0.box.position = .absolute
          $0.grid.columnStart = .line(2, nil)
          $0.box.inset = Sides(.value(.length(1)))
        }
      ])
    // From the second line to the padding edge, and over the whole padding box downwards.
    #expect(
      tree.dump() == """
        0 0 100 50
          41 1 58 48
        """)
  }

  @Test func hostileLinesAndSpansEnd() {
    let tree = Fixture.grid(
      {
        $0.size(100, nil); $0.grid.autoFlow.isDense = true
      },
      [
        .block {
          $0.size(nil, 5); $0.grid.columnStart = .line(.max, nil); $0.grid.rowStart = .line(.min, nil)
        },
        .block {
          $0.size(nil, 5); $0.grid.columnEnd = .span(.max, nil); $0.grid.rowEnd = .span(.max, "x")
        },
        .block {
          $0.size(nil, 5); $0.grid.columnStart = .line(0, "none"); $0.grid.columnEnd = .line(-7, "none")
        },
      ])
    #expect(tree.dump().split(separator: "\n").count == 4)
  }

  // MARK: Tracks of a page

  private func wide(_ template: GridTemplate, _ children: [Fixture] = []) -> Fixture {
    Fixture.grid(
      {
        $0.size(30_000, nil)
        $0.grid.templateColumns = template
      }, children)
  }

  private let filling = GridTemplate.tracks([.repeat(.autoFill, [track(1)])])

  @Test func automaticRepeatsBesideEachOtherShareTheTracksOfAPage() {
    func counts(_ count: Int) -> Set<Int> {
      Set(Fixture.block({ _ in }, (0..<count).map { _ in wide(filling) }).columnCounts())
    }
    #expect(counts(40) == [10_000])
    #expect(counts(800) == [500])
    // However many there are.
    #expect(counts(20_000) == [32])
  }

  /// Each has its tracks while those in it are laid out.
  @Test func automaticRepeatsInEachOtherShareTheTracksOfAPage() {
    let nested = (0..<200).reduce(wide(filling)) { inner, _ in wide(filling, [inner]) }
    #expect(Set(nested.columnCounts()) == [400_000 / 201])
  }

  @Test(arguments: [true, false])
  func itemsOverAllTracksShareTheTracksOfAPage(isAutomatic: Bool) {
    let template = isAutomatic ? filling : .tracks([.repeat(.count(10_000), [track(1)])])
    func count(_ items: Int) -> [Int] {
      wide(
        template,
        (0..<items).map { _ in
          .block {
            $0.grid.columnStart = .line(1, nil)
            $0.grid.columnEnd = .line(-1, nil)
          }
        }
      ).columnCounts()
    }
    #expect(count(3) == [10_000])
    #expect(count(999) == [400])
  }

  @Test func subgridsShareTheTracksOfAPage() {
    let subgrids = (0..<99).map { _ in
      Fixture.grid {
        $0.grid.templateColumns = .subgrid([])
        $0.grid.columnStart = .line(1, nil)
        $0.grid.columnEnd = .line(-1, nil)
      }
    }
    #expect(Set(wide(filling, subgrids).columnCounts()) == [4_000])
  }

  /// Lists of cards have as many tracks as they ask for.
  @Test func veryManyGridsOfFewTracksHaveAllOfThem() {
    let cards = (0..<3_000).map { _ in
      Fixture.grid {
        $0.size(1000, nil)
        $0.grid.templateColumns = .tracks([.repeat(.autoFill, [track(50)])])
      }
    }
    #expect(Set(Fixture.block({ _ in }, cards).columnCounts()) == [20])
  }
}

/// CSS Grid 2, 8.5.
@Suite struct GridPlacementTests {
  private func places(_ requests: [(GridAxisPlacement, GridAxisPlacement)], columns: Int32, isDense: Bool) -> [String] {
    let placement = GridPlacement(
      requests.map { .init(major: $0.0, minor: $0.1) }, explicitMajor: 0, explicitMinor: columns, isDense: isDense)
    return placement.places.map {
      "\($0.major.start)-\($0.major.end) \($0.minor.start)-\($0.minor.end)"
    }
  }

  private let items: [(GridAxisPlacement, GridAxisPlacement)] = [
    (.automatic(span: 1), .automatic(span: 2)),
    (.automatic(span: 1), .automatic(span: 2)),
    (.automatic(span: 1), .automatic(span: 1)),
    (.definite(GridSpan(start: 0, end: 1)), .automatic(span: 1)),
  ]

  @Test func sparseNeverGoesBack() {
    // The item that is locked to the first row goes first.
    #expect(places(items, columns: 3, isDense: false) == ["0-1 1-3", "1-2 0-2", "1-2 2-3", "0-1 0-1"])
  }

  @Test func denseFillsHoles() {
    var items = items
    items[3] = (.automatic(span: 1), .automatic(span: 1))
    #expect(places(items, columns: 3, isDense: true) == ["0-1 0-2", "1-2 0-2", "0-1 2-3", "1-2 2-3"])
  }

  @Test func negativeLinesShiftTheGrid() {
    let requests: [(GridAxisPlacement, GridAxisPlacement)] = [
      (.definite(GridSpan(start: -2, end: -1)), .definite(GridSpan(start: 0, end: 1))),
      (.automatic(span: 1), .automatic(span: 1)),
    ]
    #expect(places(requests, columns: 1, isDense: false) == ["0-1 0-1", "1-2 0-1"])
  }
}

/// Placement against cells that are looked at one by one.
@Suite struct GridPlacementSearchTests {
  private struct Random {
    var state: UInt64
    mutating func next(_ bound: Int32) -> Int32 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int32(state >> 33) % bound
    }
  }

  /// CSS Grid 2, 8.5, for items that are placed automatically in both axes, or in the major one only.
  private func expected(
    _ items: [(major: Int32, minor: Int32, start: Int32?)], columns: Int32, isDense: Bool
  ) -> [GridPlacement.Place] {
    var taken: Set<[Int32]> = []
    var places: [GridPlacement.Place] = []
    let count = max(columns, items.map { ($0.start ?? 0) + $0.minor }.max() ?? 0)
    var cursor: (major: Int32, minor: Int32) = (0, 0)
    for item in items {
      func isFree(_ major: Int32, _ minor: Int32) -> Bool {
        (major..<major + item.major).allSatisfy { line in
          (minor..<minor + item.minor).allSatisfy { !taken.contains([line, $0]) }
        }
      }
      if isDense { cursor = (0, 0) }
      if let start = item.start {
        if !isDense, start < cursor.minor { cursor.major += 1 }
        cursor.minor = start
        while !isFree(cursor.major, start) { cursor.major += 1 }
      } else {
        while cursor.minor + item.minor > count || !isFree(cursor.major, cursor.minor) {
          cursor.minor += 1
          if cursor.minor + item.minor > count { cursor = (cursor.major + 1, 0) }
        }
      }
      for line in cursor.major..<cursor.major + item.major {
        for cell in cursor.minor..<cursor.minor + item.minor { taken.insert([line, cell]) }
      }
      places.append(
        .init(
          major: GridSpan(start: cursor.major, end: cursor.major + item.major),
          minor: GridSpan(start: cursor.minor, end: cursor.minor + item.minor)))
    }
    return places
  }

  @Test(arguments: [false, true])
  func everyPlaceIsTheFirstThatIsFree(isDense: Bool) {
    var random = Random(state: isDense ? 1 : 2)
    for _ in 0..<300 {
      let items: [(major: Int32, minor: Int32, start: Int32?)] = (0..<12).map { _ in
        let minor = random.next(3) + 1
        return (random.next(4) + 1, minor, random.next(3) == 0 ? random.next(5) : nil)
      }
      let placement = GridPlacement(
        items.map { item in
          .init(
            major: .automatic(span: item.major),
            minor: item.start.map { .definite(GridSpan(start: $0, end: $0 + item.minor)) }
              ?? .automatic(span: item.minor))
        }, explicitMajor: 0, explicitMinor: 5, isDense: isDense)
      #expect(placement.places == expected(items, columns: 5, isDense: isDense), "\(items)")
    }
  }

  /// Each looks for its place over all cells of those before, were the lines of a span looked at one by one.
  @Test func longSpansAreBelowEachOther() {
    let span: Int32 = 19_000
    let placement = GridPlacement(
      (0..<10).map { _ in .init(major: .automatic(span: span), minor: .automatic(span: 1)) }, explicitMajor: 0,
      explicitMinor: 1, isDense: false)
    #expect(placement.places.map(\.major.start) == (0..<10).map { Int32($0) * span })
  }

  /// Many items that ask for a great many tracks get a share of what a page may have.
  @Test func manyLongSpansAreClamped() {
    func height(_ count: Int) -> Int {
      let tree = Fixture.grid(
        { $0.size(100, nil) },
        (0..<count).map { _ in
          .block {
            $0.size(nil, 1); $0.grid.rowEnd = .span(20_000, nil)
          }
        })
      return tree.dump().split(separator: "\n").count
    }
    #expect(height(3) == 4)
    #expect(height(500) == 501)
  }
}

/// CSS Grid 2, 12: track sizing as a function.
@Suite struct GridTrackSizingTests {
  /// Items whose contributions are given: minimum, min-content, max-content.
  private struct Given: GridContributions {
    var sizes: [(Double, Double, Double)]
    mutating func minimum(_ item: Int, _ tracks: GridTracks, _ span: GridSpan) -> Double { sizes[item].0 }
    mutating func minContent(_ item: Int) -> Double { sizes[item].1 }
    mutating func maxContent(_ item: Int) -> Double { sizes[item].2 }
  }

  private func sizes(
    _ tracks: [TrackSize], _ items: [(GridSpan, (Double, Double, Double))], available: Double,
    _ constraint: GridSizingConstraint = .layout, stretches: Bool = false
  ) -> [Double] {
    var axis = GridTracks()
    axis.tracks = tracks.map { GridTrack($0, percentageBasis: available) }
    var sizing = GridTrackSizing<Given>(
      tracks: axis, items: items.indices.map { GridSizingItem(index: $0, span: items[$0].0) }, constraint: constraint,
      available: available, minimumAvailable: 0, maximumAvailable: .infinity, stretchesAutoTracks: stretches)
    var given = Given(sizes: items.map(\.1))
    sizing.run(&given)
    return sizing.tracks.tracks.map(\.base)
  }

  private let first = GridSpan(start: 0, end: 1)
  private let both = GridSpan(start: 0, end: 2)

  @Test func tracksGrowFromMinimumToMaximum() {
    #expect(sizes([.minmax(.minContent, .maxContent)], [(first, (10, 20, 60))], available: 50) == [50])
    #expect(sizes([.minmax(.minContent, .maxContent)], [(first, (10, 20, 60))], available: 100) == [60])
    #expect(sizes([.fitContent(.length(30))], [(first, (10, 20, 60))], available: 100) == [30])
    #expect(sizes([.breadth(.auto)], [(first, (10, 20, 60))], available: 100, stretches: true) == [100])
    #expect(sizes([.breadth(.auto)], [(first, (10, 20, 60))], available: .nan, .minContent) == [10])
    #expect(sizes([.breadth(.auto)], [(first, (10, 20, 60))], available: .nan, .maxContent) == [60])
  }

  @Test func spanningItemsShareBeyondFixedTracks() {
    #expect(
      sizes([.breadth(.value(.length(20))), .breadth(.minContent)], [(both, (10, 50, 80))], available: 200) == [20, 30])
    #expect(
      sizes([.breadth(.minContent), .breadth(.maxContent)], [(both, (10, 40, 80))], available: 200) == [20, 60])
  }

  @Test func fractionsBelowOneLeaveSpace() {
    #expect(sizes([.breadth(.flex(0.25)), .breadth(.flex(0.25))], [], available: 100) == [25, 25])
    #expect(
      sizes([.breadth(.flex(1)), .breadth(.flex(1))], [(first, (70, 70, 90))], available: 100) == [70, 30])
    #expect(sizes([.breadth(.flex(2)), .breadth(.flex(1))], [(first, (5, 5, 60))], available: .nan) == [60, 30])
  }
}
