import HostCore
import CSSValues
import Testing

@Suite struct ModalPlaceTests {
  private func frame(_ style: String?, _ width: Double, _ height: Double) -> [Double] {
    let frame = ModalPlace(style: style, onScreenOf: width, height).frame
    return [frame.x, frame.y, frame.width, frame.height]
  }

  @Test func sheetsOfPhonesAreAtTheLowerEdge() {
    #expect(frame("medium", 390, 844) == [0, 422, 390, 422])
    for style in ["large", "page_sheet", "form_sheet", "huge", nil] {
      #expect(frame(style, 390, 844) == [0, 48, 390, 796], "\(style ?? "none")")
    }
    #expect(frame("full", 390, 844) == [0, 0, 390, 844])
    #expect(ModalPlace(style: "full", onScreenOf: 390, 844).coversScreen)
    #expect(!ModalPlace(style: "large", onScreenOf: 390, 844).coversScreen)
  }

  @Test func sheetsOfLargeScreensAreInTheMiddle() {
    #expect(frame("page_sheet", 1_024, 768) == [160, 48, 704, 672])
    #expect(frame("form_sheet", 1_024, 768) == [242, 74, 540, 620])
    #expect(frame("medium", 1_024, 768) == [160, 384, 704, 384])
    #expect(frame("full", 1_024, 768) == [0, 0, 1_024, 768])
  }

  @Test func smallScreensHaveRoomForSomething() {
    for style in ["medium", "large", "full", "page_sheet", "form_sheet"] {
      for (width, height) in [(1.0, 1.0), (0, 0), (700, 40), (-5, -5)] {
        let frame = ModalPlace(style: style, onScreenOf: width, height).frame
        #expect(frame.width >= 1 && frame.height >= 1 && frame.x >= 0, "\(style) \(width) \(height)")
      }
    }
  }
}
