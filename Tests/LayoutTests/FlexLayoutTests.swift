import CSSValues
import Testing

@testable import Layout

private typealias Fixture = BoxFixture

/// CSS Flexbox 1 from styles to frames.
@Suite struct FlexLayoutTests {
  @Test func growsByFactorsAndFreezesAtMaximums() {
    let tree = Fixture.flex(
      { $0.size(300, 40) },
      [
        .flex {
          $0.flex.grow = 1; $0.box.maxWidth = px(50)
        },
        .flex { $0.flex.grow = 1 },
        .flex {
          $0.flex.grow = 3; $0.flex.basis = px(10)
        },
      ])
    // 290 px to share among 5: the first may take 50, the others have 240 for 4.
    #expect(
      tree.dump() == """
        0 0 300 40
          0 0 50 40
          50 0 60 40
          110 0 190 40
        """)
  }

  @Test func factorsBelowOneLeaveSpace() {
    let tree = Fixture.flex(
      { $0.size(100, 10) },
      [
        .flex { $0.flex.grow = 0.2 },
        .flex { $0.flex.grow = 0.3 },
      ])
    #expect(
      tree.dump() == """
        0 0 100 10
          0 0 20 10
          20 0 30 10
        """)
  }

  @Test func shrinksByScaledFactorsDownToContent() {
    let tree = Fixture.flex(
      { $0.size(100, 10) },
      [
        .flex {
          $0.size(100, nil); $0.box.minWidth = px(0)
        },
        .flex({ $0.size(100, nil) }, [.text("SEVENTY")]),
      ])
    // Each would shrink to 50, but the second is no narrower than its word.
    #expect(
      tree.dump() == """
        0 0 100 10
          0 0 30 10
          30 0 70 10
        """)
  }

  @Test func wrapsWithGapsAndDistributesLines() {
    let item = Fixture.flex { $0.size(40, 10) }
    let tree = Fixture.flex(
      {
        $0.size(100, 70)
        $0.flex.wrap = .wrap
        $0.alignment.columnGap = .value(.length(20))
        $0.alignment.rowGap = .value(.length(5))
        $0.alignment.alignContent = AlignmentValue(.spaceBetween)
      }, [item, item, item])
    #expect(
      tree.dump() == """
        0 0 100 70
          0 0 40 10
          60 0 40 10
          0 60 40 10
        """)
  }

  @Test func reversesRowsRightToLeftAndLines() {
    let tree = Fixture.flex(
      {
        $0.size(100, 50)
        $0.text.direction = .rtl
        $0.flex.direction = .rowReverse
        $0.flex.wrap = .wrapReverse
        $0.alignment.alignContent = AlignmentValue(.flexStart)
      },
      [
        .flex { $0.size(60, 10) },
        .flex { $0.size(30, 20) },
        .flex { $0.size(50, 10) },
      ])
    #expect(
      tree.dump() == """
        900 0 100 50
          0 40 60 10
          60 30 30 20
          0 20 50 10
        """)
  }

  @Test func autoMarginsTakeFreeSpaceFirst() {
    let tree = Fixture.flex(
      {
        $0.size(100, 50)
        $0.alignment.justifyContent = AlignmentValue(.center)
      },
      [
        .flex {
          $0.size(20, 10); $0.box.margin.left = .auto
        },
        .flex {
          $0.size(20, 10); $0.box.margin.top = .auto; $0.box.margin.bottom = .auto
        },
      ])
    #expect(
      tree.dump() == """
        0 0 100 50
          60 0 20 10
          80 20 20 10
        """)
  }

  @Test func safeAlignmentDoesNotOverflowAtTheStart() {
    func tree(_ overflow: OverflowAlignment) -> String {
      Fixture.flex(
        {
          $0.size(100, 10)
          $0.alignment.justifyContent = AlignmentValue(.center, overflow: overflow)
        },
        [
          .flex {
            $0.size(120, nil); $0.flex.shrink = 0
          }
        ]
      ).dump()
    }
    #expect(tree(.unsafe) == "0 0 100 10\n  -10 0 120 10")
    #expect(tree(.safe) == "0 0 100 10\n  0 0 120 10")
  }

  @Test func alignsBaselines() {
    let tree = Fixture.flex(
      {
        $0.size(200, nil)
        $0.alignment.alignItems = AlignmentValue(.firstBaseline)
      },
      [
        .block({ $0.font.size = 20 }, [.text("A")]),
        .block({ $0.box.padding.top = .length(3) }, [.text("B")]),
        .flex { $0.size(10, 30) },
      ])
    // Ascents of 16, 3 + 8 and, for a box without text, its whole height.
    #expect(
      tree.dump() == """
        0 0 200 34
          0 14 20 20
          20 19 10 13
          30 0 10 30
        """)
  }

  @Test func aspectRatioAndDefiniteCrossSizeMakeTheBase() {
    let tree = Fixture.flex(
      { $0.size(300, 60) },
      [
        .flex {
          $0.box.aspectRatio.isAuto = false
          $0.box.aspectRatio.ratio = 2
        },
        .flex { $0.flex.grow = 1 },
      ])
    #expect(
      tree.dump() == """
        0 0 300 60
          0 0 120 60
          120 0 180 60
        """)
  }

  @Test func columnsResolvePercentagesOfDefiniteItemsOnly() {
    let half = Fixture.block {
      $0.size(10, nil); $0.box.height = percent(50)
    }
    let tree = Fixture.flex(
      {
        $0.flex.direction = .column; $0.size(50, nil)
      },
      [
        .block({ $0.size(nil, 40) }, [half]),
        .block({ _ in }, [half]),
      ])
    #expect(
      tree.dump() == """
        0 0 50 40
          0 0 50 40
            0 0 10 20
          0 40 50 0
            0 0 10 0
        """)
  }

  @Test func columnsOfTextsAndRowsAreAsHighAsTheirItems() {
    let row = Fixture.flex({ _ in }, [.block({ _ in }, [.text("AB")]), .block({ _ in }, [.text("AB AB")])])
    let text = Fixture.block({ $0.box.minHeight = percent(50) }, [.text("AB")])
    func column(_ height: Double?, least: Double? = nil) -> Fixture {
      .flex(
        {
          $0.flex.direction = .column
          $0.size(40, height)
          if let least { $0.box.minHeight = px(least) }
        },
        [
          .block({ _ in }, [.text("AB CD EF")]), row,
          .block({ $0.flex.grow = 1 }, [.text("AB")]), text,
        ])
    }
    let items = """
        0 0 40 30
        0 30 40 20
          0 0 20 20
          20 0 20 20
      """
    let grown = { (height: Int) in
      """
        0 50 40 \(height)
        0 \(50 + height) 40
      """
    }
    // Nothing to give: each item keeps the height that its content was measured with.
    #expect(column(nil).dump() == "0 0 40 70\n\(items)\n\(grown(10)) 10")
    // What grows is laid out again, whichever makes the container higher.
    #expect(column(nil, least: 100).dump() == "0 0 40 100\n\(items)\n\(grown(40)) 10")
    #expect(column(100).dump() == "0 0 40 100\n\(items)\n\(grown(10)) 50")
    // In a column around it, too, and in a row that stretches it.
    let outer = Fixture.flex(
      {
        $0.flex.direction = .column; $0.size(40, nil)
      }, [column(nil)])
    #expect(outer.dump().hasSuffix("0 60 40 10"))
    #expect(Fixture.flex({ $0.size(40, 100) }, [column(nil)]).dump().hasSuffix("0 60 40 50"))
  }

  @Test func orderMovesItems() {
    let tree = Fixture.flex(
      { $0.size(90, 10) },
      [
        .flex {
          $0.size(10, nil); $0.flex.order = 1
        },
        .flex { $0.size(20, nil) },
        .flex {
          $0.size(30, nil); $0.flex.order = -1
        },
      ])
    #expect(
      tree.dump() == """
        0 0 90 10
          50 0 10 10
          30 0 20 10
          0 0 30 10
        """)
  }

  @Test func positionedChildrenArePlacedAsSoleItems() {
    let tree = Fixture.flex(
      {
        $0.size(100, 100)
        $0.box.position = .relative
        $0.alignment.justifyContent = AlignmentValue(.center)
        $0.alignment.alignItems = AlignmentValue(.flexEnd)
      },
      [
        .flex {
          $0.size(20, 20); $0.box.position = .absolute
        },
        .flex { $0.size(40, 20) },
      ])
    #expect(
      tree.dump() == """
        0 0 100 100
          40 80 20 20
          30 80 40 20
        """)
  }

  @Test func nestedStretchMakesHeightsDefinite() {
    let tree = Fixture.flex(
      { $0.size(100, 80) },
      [
        .flex(
          {
            $0.flex.direction = .column; $0.flex.grow = 1
          },
          [
            .flex { $0.flex.grow = 1 },
            .flex { $0.flex.grow = 3 },
          ])
      ])
    #expect(
      tree.dump() == """
        0 0 100 80
          0 0 100 80
            0 0 100 20
            0 20 100 60
        """)
  }

  @Test func shrinksToFitItsItems() {
    let tree = Fixture.block(
      { $0.size(500, nil) },
      [
        .flex(
          {
            $0.box.position = .absolute; $0.alignment.columnGap = .value(.length(5))
          },
          [
            .flex({ $0.box.padding = Sides(.length(1)) }, [.text("AB CD")]),
            .flex {
              $0.size(20, 30); $0.box.margin.left = .value(.length(3))
            },
          ])
      ])
    #expect(
      tree.dump() == """
        0 0 500 0
          0 0 80 30
            0 0 52 30
            60 0 20 30
        """)
  }
}

/// Items whose own layout is the same whether their height is found or given.
@Suite struct EarlyCommitTests {
  private static func row(_ stack: @escaping (inout ComputedStyle) -> Void = { _ in }) -> Fixture {
    .flex(
      { $0.flex.shrink = 0 },
      [
        .block { $0.size(40, 40) },
        .flex(
          {
            $0.flex.direction = .column
            $0.flex.grow = 1
            stack(&$0)
          }, [.block({ $0.flex.shrink = 0 }, [.text("ONE")]), .block({ $0.flex.shrink = 0 }, [.text("TWO")])]),
      ])
  }

  private static func column(_ rows: [Fixture]) -> Fixture {
    .flex(
      {
        $0.size(300, 400)
        $0.flex.direction = .column
      }, rows)
  }

  @Test func areLaidOutOnce() {
    let tree = Self.column([Self.row(), Self.row()])
    // The stack is as high as its content, and then as the line: that is known without another layout.
    #expect(tree.answerCounts().dropFirst() == [1, 0, 2, 1, 1, 1, 0, 2, 1, 1])
    #expect(
      tree.dump() == """
        0 0 300 400
          0 0 300 40
            0 0 40 40
            40 0 260 40
              0 0 260 10
              0 10 260 10
          0 40 300 40
            0 0 40 40
            40 0 260 40
              0 0 260 10
              0 10 260 10
        """)
  }

  @Test func areLaidOutAgainWhereTheLineMovesTheirContent() {
    let tree = Self.column([Self.row { $0.alignment.justifyContent = AlignmentValue(.center) }])
    #expect(
      tree.dump() == """
        0 0 300 400
          0 0 300 40
            0 0 40 40
            40 0 260 40
              0 10 260 10
              0 20 260 10
        """)
  }
}

/// CSS Flexbox 2, 5.2.
@Suite struct FlexLineBalancingTests {
  private func counts(_ sizes: [Double], limit: Double, gap: Double = 0, minimum: Int = 1) -> [Int] {
    FlexLineBalancing(sizes, limit: limit, gap: gap, minimumCount: minimum).counts
  }

  @Test func sharesItemsAmongTheLinesThatWrappingMakes() {
    #expect(counts([31, 32, 33, 34], limit: 100) == [2, 2])
    #expect(counts([30, 20, 20, 30], limit: 100, gap: 10) == [2, 2])
    #expect(counts([10, 10, 10], limit: 100) == [3])
    #expect(counts([150, 0], limit: 100) == [1, 1])
  }

  @Test func makesAsManyLinesAsAskedFor() {
    #expect(counts([31, 32, 33, 34], limit: 100, minimum: 3) == [2, 1, 1])
    #expect(counts([50, 50, 50, 50], limit: 100, minimum: 3) == [2, 1, 1])
    #expect(counts([1, 2, 3], limit: 100, minimum: 10) == [1, 1, 1])
    #expect(counts([], limit: 100, minimum: 2) == [])
  }
}
