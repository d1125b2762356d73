import Testing

@testable import Layout

/// Places beside floats.
@Suite struct FloatContextTests {
  /// Each float by itself, as CSS 2.2, 9.5 says: the plain algorithm.
  private struct PlainFloats {
    var entries: [FloatContext.Entry]

    func opportunity(
      top: Double, left: Double, right: Double, width: Double, height: Double
    ) -> FloatContext.Opportunity {
      var y = top
      while true {
        var result = FloatContext.Opportunity(top: y, left: left, right: right)
        var next = Double.infinity
        for entry in entries where entry.bottom > y && entry.bottom > entry.top {
          if entry.top > y && entry.top >= y + height { continue }
          if entry.isLeft {
            if entry.right <= left { continue }
            result.left = max(result.left, entry.right)
          } else {
            if entry.left >= right { continue }
            result.right = min(result.right, entry.left)
          }
          next = min(next, entry.bottom)
        }
        if next == .infinity || result.right - result.left >= width - 0.002 { return result }
        y = next
      }
    }

    func narrowing(of room: FloatContext.Opportunity, left: Double, right: Double, top: Double) -> Double {
      entries.filter { entry in
        entry.top > top && entry.bottom > entry.top
          && (entry.isLeft ? entry.right > max(left, room.left) : entry.left < min(right, room.right))
      }.map(\.top).min() ?? .infinity
    }

    func nextBottom(below y: Double) -> Double {
      entries.filter { $0.bottom > y && $0.bottom > $0.top }.map(\.bottom).min() ?? y
    }
  }

  /// What ends where a line begins is not beside it, though sums of the same lengths differ in binary.
  @Test func edgesThatMeetDoNotOverlap() {
    var floats = FloatContext()
    floats.add(left: 0, top: 0, right: 56, bottom: 24, isLeft: true)
    floats.add(left: 0, top: 48, right: 70, bottom: 60, isLeft: true)
    for top in [24 - 4e-15, 24, 23.9999] {
      #expect(floats.opportunity(top: top, left: 0, right: 100, width: -.infinity, height: 24).left == 0)
    }
    #expect(floats.opportunity(top: 23.99, left: 0, right: 100, width: -.infinity, height: 24).left == 56)
    #expect(floats.opportunity(top: 24, left: 0, right: 100, width: -.infinity, height: 24.01).left == 70)
  }

  @Test func placesAreThoseOfThePlainAlgorithm() {
    var generator = SystemRandomNumberGenerator()
    func number(_ range: ClosedRange<Int>) -> Double { Double(Int.random(in: range, using: &generator)) }
    for round in 0..<300 {
      var floats = FloatContext()
      // Floats of another context, which count for nothing.
      floats.add(left: 0, top: 0, right: 100, bottom: 1_000, isLeft: true)
      _ = floats.open()
      var top = 0.0
      for _ in 0..<(round % 25) {
        // The last rounds have floats above earlier ones, which no layout makes.
        top = round < 280 ? top + number(0...9) * number(0...2) : number(0...60)
        let isLeft = Bool.random(using: &generator)
        let width = number(-10...60)
        floats.add(
          left: isLeft ? 0 : 100 - width, top: top, right: isLeft ? max(0, width) : 100, bottom: top + number(-3...30),
          isLeft: isLeft)
      }
      let plain = PlainFloats(entries: Array(floats.entries[floats.base...]))
      for _ in 0..<40 {
        let y = number(-10...150)
        let (left, right) = (number(-5...30), number(60...110))
        let height = number(-1...20)
        for width in [-Double.infinity, number(0...120)] {
          let found = floats.opportunity(top: y, left: left, right: right, width: width, height: height)
          let expected = plain.opportunity(top: y, left: left, right: right, width: width, height: height)
          #expect(found.top == expected.top && found.left == expected.left && found.right == expected.right)
          #expect(
            floats.narrowing(of: found, left: left, right: right, top: y)
              == plain.narrowing(of: found, left: left, right: right, top: y))
        }
        #expect(floats.nextBottom(below: y) == plain.nextBottom(below: y))
      }
    }
  }

  /// Of very many floats below each other, only those around a place are asked.
  @Test func floatsFarAwayAreNotAsked() {
    var floats = FloatContext()
    for index in 0..<10_000 {
      floats.add(left: 0, top: Double(index), right: 100, bottom: Double(index + 1), isLeft: true)
    }
    #expect(floats.floats(near: 5_000.5, height: 0) == 5_000..<5_001)
    #expect(floats.floats(near: 5_000, height: 3) == 5_000..<5_003)
    #expect(floats.floats(near: 20_000, height: 1).isEmpty)
    #expect(floats.nextBottom(below: 5_000.5) == 5_001)
    // After a float above others all behind the first that has not ended count.
    floats.add(left: 0, top: 4_000, right: 50, bottom: 4_001, isLeft: true)
    #expect(floats.floats(near: 5_000.5, height: 0) == 5_000..<10_001)
  }
}
