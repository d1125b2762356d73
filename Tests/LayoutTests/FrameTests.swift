import Layout
import Testing

/// The compact form of frames, of which a build has one for each node and viewport.
@Suite struct FrameTests {
  @Test func fieldsKeepTheirValues() {
    var frame = LayoutResult.Frame(rect: .zero, hasBox: true, fragments: 7..<12)
    #expect(frame.hasBox && frame.fragments == 7..<12)
    frame.hasBox = false
    #expect(!frame.hasBox && frame.fragments == 7..<12)
    frame.fragments = 0..<0
    frame.hasBox = true
    #expect(frame == LayoutResult.Frame(rect: .zero, hasBox: true))
    #expect(frame != LayoutResult.Frame(rect: .zero, hasBox: false))
  }

  @Test func aFrameIsSmall() {
    #expect(MemoryLayout<LayoutResult.Frame>.stride == 40)
  }
}
