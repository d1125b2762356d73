import CSSValues
import Compiler
import HybridLayout
import Layout
import PageFormat
import Testing

/// New layouts of pages with `<meta name="viewport">` and with `env(safe-area-inset-*)`.
@Suite struct RelayoutViewportTests {
  private func phone(_ width: Double, top: Double = 0) -> Viewport {
    Viewport(width: width, height: 800, scale: 2, safeArea: SafeAreaInsets(top: top))
  }

  @Test(arguments: ["width=700", "width=device-width, initial-scale=0.5", "initial-scale=1", "width=device-width"])
  func theViewportElementCountsAsInABuild(_ content: String) throws {
    let page = BuiltPage(
      html: """
        <!DOCTYPE html><meta name="viewport" content="\(content)"><style>body { margin: 0 } p { height: 10vh; width: 50vw }
        @media (min-width: 500px) { p { height: 20vh } }</style><p>some words that wrap in a narrow column, but not in
        a wide one, which has room for more of them
        """)
    let file = page.pageFile(at: [phone(375)])
    for width in [375.0, 402, 440] {
      #expect(try page.relaid(file, at: phone(width)) == page.built(at: phone(width)), "\(content) at \(width)")
    }
    let layout = try PageLayout(try PageReader(FileBytes(file))).layOut(
      in: BuiltPage.viewport(phone(402)), measuredBy: try page.measurer(scale: 2)
    ).layout
    #expect(layout.viewport.width == 402)
    #expect(layout.pageScale == (content == "width=700" ? 402 / 700 : content.contains("0.5") ? 0.5 : 1))
  }

  @Test func theSafeAreaMustBeOneThatWasBuilt() throws {
    let page = BuiltPage(
      html: """
        <!DOCTYPE html><meta name="viewport" content="width=device-width"><style>p { margin-top: env(safe-area-inset-top)
        }</style><p>text
        """)
    let file = page.pageFile(at: [phone(375, top: 47), phone(375)])
    let layout = try PageLayout(try PageReader(FileBytes(file)))
    #expect(layout.obstacle(in: BuiltPage.viewport(phone(375, top: 59))) == .safeArea)
    // Between two builds the insets of either are known.
    for top in [47.0, 0] {
      for width in [375.0, 402] {
        #expect(layout.obstacle(in: BuiltPage.viewport(phone(width, top: top))) == nil)
        #expect(try page.relaid(file, at: phone(width, top: top)) == page.built(at: phone(width, top: top)))
      }
    }
    // A page that does not ask is the same under all insets.
    let other = BuiltPage(html: "<!DOCTYPE html><meta name=viewport content='width=device-width'><p>text")
    let plain = other.pageFile(at: [phone(375, top: 47)])
    #expect(try other.relaid(plain, at: phone(402, top: 59)) == other.built(at: phone(402, top: 59)))
  }
}
