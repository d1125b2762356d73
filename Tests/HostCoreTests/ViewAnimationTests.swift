import CSSValues
import Compiler
import HybridClient
import JSONValues
import PageFormat
import TestSupport
import Testing

@testable import HostCore

@Suite struct AnimationTimingTests {
  private func progress(_ time: Double, _ change: (inout AnimationTiming) -> Void = { _ in }) -> Double? {
    var timing = AnimationTiming()
    timing.duration = 2
    change(&timing)
    return timing.progress(at: time)
  }

  @Test func phasesAreThoseOfTheStandard() {
    #expect(progress(0) == 0 && progress(0.5) == 0.25 && progress(2) == nil && progress(-1) == nil)
    #expect(progress(0.5) { $0.delay = 1 } == nil && progress(2) { $0.delay = 1 } == 0.5)
    #expect(progress(0.5) { ($0.delay, $0.fill) = (1, .backwards) } == 0)
    #expect(progress(9) { $0.fill = .forwards } == 1 && progress(9) { $0.fill = .backwards } == nil)
    #expect(progress(9) { ($0.count, $0.fill) = (1.5, .both) } == 0.5)
    #expect(progress(0) { $0.delay = -1 } == 0.5)
  }

  @Test func iterationsGoBothWays() {
    #expect(progress(3) { $0.count = 2 } == 0.5 && progress(1_001) { $0.count = .infinity } == 0.5)
    #expect(progress(0.5) { $0.direction = .reverse } == 0.75)
    #expect(progress(2.5) { ($0.count, $0.direction) = (2, .alternate) } == 0.75)
    #expect(progress(0.5) { $0.direction = .alternateReverse } == 0.75)
    #expect(progress(9) { ($0.count, $0.direction, $0.fill) = (2, .alternate, .forwards) } == 0)
    // Nothing to wait for.
    #expect(progress(0) { ($0.duration, $0.fill) = (0, .forwards) } == 1)
    #expect(progress(0) { ($0.duration, $0.fill, $0.count) = (0, .both, .infinity) } == 1)
    #expect(progress(0) { ($0.count, $0.fill) = (0, .forwards) } == 0)
  }
}

/// Keyframe animations of pages, from the build to the views.
@Suite struct ViewAnimationTests {
  private let adapter = RecordingAdapter()

  private func compile(_ style: String, _ body: String, dark: Bool = false) -> CompiledPage {
    var options = CompilerOptions()
    options.viewports = [Viewport(width: 300, height: 400, scale: 1)]
    options.colorSchemes = dark ? [.light, .dark] : [.light]
    let text = """
      <html html-identify="Token"><head><title>t</title><style>body{width:100%;height:100%}
      view{width:100px;height:50px;flex-shrink:0}
      \(style)</style></head><body>\(body)</body></html>
      """
    return PageCompiler(options: options, files: OneFile(text: text)).compile("index.html")
  }

  private func page(
    _ style: String, _ body: String = #"<view id="a"/>"#, data: String = "{}", reducesMotion: Bool = false
  ) throws -> HostPage<RecordingAdapter> {
    let compiled = compile(style, body)
    let reader = try PageReader(FileBytes(compiled.pageFile))
    try reader.validate()
    let opened = OpenedPage(
      page: reader, layout: try LayoutReader(FileBytes(try #require(compiled.layoutFiles.first).bytes)),
      device: DeviceTraits(width: 300, height: 400, scale: 1))
    let page = try HostPage(opened, data: try JSONParser.parse(Array(data.utf8)), adapter: adapter)
    page.tree.setScreen(width: 300, height: 400)
    page.tree.reducesMotion = reducesMotion
    page.start()
    return page
  }

  private func view(_ id: String, in page: HostPage<RecordingAdapter>) throws -> HostView {
    let node = try #require((0..<page.live.nodeCount).first { page.live.property("id", of: $0) == id })
    return try #require(page.tree.view(of: node))
  }

  private func opacity(_ view: HostView) -> Double { (ViewLook(of: view).opacity * 1_000).rounded() / 1_000 }

  @Test func framesAreShownOnTheClockOfTheHost() throws {
    let page = try page(
      """
      @keyframes fade { from { opacity: 0 } 50% { opacity: 1; animation-timing-function: step-end } to { opacity: 0.5 } }
      #a { opacity: 0.8; animation: fade 2s linear 1s }
      """)
    let view = try view("a", in: page)
    // Nothing begins before the platform draws.
    #expect(opacity(view) == 0.8 && page.tree.isDrawing)
    #expect(page.tree.drawFrame(at: 50) && opacity(view) == 0.8)
    #expect(page.tree.drawFrame(at: 51.5) && opacity(view) == 0.5)
    #expect(page.tree.drawFrame(at: 52) && opacity(view) == 1)
    #expect(page.tree.drawFrame(at: 52.9) && opacity(view) == 1)
    #expect(!page.tree.drawFrame(at: 53) && opacity(view) == 0.8 && page.tree.moving.isEmpty)
  }

  @Test func transformsAndColorsAreThoseOfTheElement() throws {
    let page = try page(
      """
      :root { --far: 40px }
      @keyframes go { from { transform: translateX(1em) rotate(0turn); background-color: currentcolor }
        to { transform: translateX(var(--far)) rotate(1turn); background-color: #000 } }
      #a { font-size: 20px; color: #f00; animation: go 1s linear both } #b { font-size: 10px; animation: go 1s linear }
      """, #"<view id="a"/><view id="b"/>"#)
    let (a, b) = (try view("a", in: page), try view("b", in: page))
    page.tree.drawFrame(at: 1)
    #expect(a.transform?.e == 20 && b.transform?.e == 10)
    #expect(ViewLook(of: a).background == ViewLook.Color("#f00"))
    page.tree.drawFrame(at: 1.5)
    // Half a turn, not none.
    #expect(abs((a.transform?.a ?? 0) + 1) < 1e-9)
    page.tree.drawFrame(at: 2.5)
    #expect(abs((a.transform?.e ?? 0) - 40) < 1e-9 && b.transform == nil)
    #expect(ViewLook(of: a).background == .black)
  }

  @Test func endlessAnimationsWaitOffTheScreen() throws {
    let page = try page(
      """
      @keyframes blink { to { opacity: 0 } } .late { margin-top: 2000px }
      #a, #b { animation: blink 1s infinite alternate linear }
      """, #"<view id="a" hidden="true"/><view id="b" class="late"/>"#)
    #expect(!page.tree.isDrawing)
    #expect(!page.tree.drawFrame(at: 10) && page.tree.moving.count == 2)
    page.tree.scrolled(nil, x: 0, y: 1_900)
    let view = try view("b", in: page)
    #expect(page.tree.isDrawing && page.tree.platformView(of: view.node) != nil)
    #expect(page.tree.drawFrame(at: 100) && opacity(view) == 1)
    #expect(page.tree.drawFrame(at: 100.25) && opacity(view) == 0.75)
    #expect(page.tree.drawFrame(at: 101.75) && opacity(view) == 0.75)
    page.tree.scrolled(nil, x: 0, y: 0)
    #expect(!page.tree.drawFrame(at: 102) && !page.tree.isDrawing)
  }

  @Test func classesBeginAndEndAnimations() throws {
    let page = try page(
      "@keyframes shake { 50% { transform: translateX(8px) } } .wrong { animation: shake 1s linear infinite }",
      #"<view id="a" @class="kind"/>"#, data: #"{"kind":""}"#)
    let view = try view("a", in: page)
    #expect(!page.tree.drawFrame(at: 1) && view.transform == nil)
    page.live.setData(.object(["kind": .string("wrong")]))
    #expect(page.tree.isDrawing)
    page.tree.drawFrame(at: 2)
    page.tree.drawFrame(at: 2.25)
    #expect(view.transform?.e == 4)
    page.live.setData(.object(["kind": .string("")]))
    #expect(view.transform == nil)
    #expect(!page.tree.drawFrame(at: 2.5))
  }

  @Test func pausedAnimationsKeepTheirPlace() throws {
    let page = try page("@keyframes fade { from { opacity: 0 } } #a { animation: fade 4s linear }")
    let view = try view("a", in: page)
    page.tree.drawFrame(at: 0)
    page.tree.drawFrame(at: 1)
    #expect(opacity(view) == 0.25)
    page.tree.apply([.setProperty(node: view.node, name: "animationPlayState", value: "paused")])
    page.tree.drawFrame(at: 1.1)
    #expect(!page.tree.drawFrame(at: 9) && opacity(view) == 0.25)
    page.tree.apply([.setProperty(node: view.node, name: "animationPlayState", value: nil)])
    page.tree.drawFrame(at: 20)
    #expect(page.tree.drawFrame(at: 21) && opacity(view) == 0.5)
  }

  @Test func whoWantsLessMotionSeesTheEnd() throws {
    let page = try page(
      "@keyframes in { from { opacity: 0 } to { opacity: 1 } } #a { opacity: 0; animation: in 1s forwards }",
      reducesMotion: true)
    let view = try view("a", in: page)
    #expect(!page.tree.isDrawing && opacity(view) == 1 && view.animations.isEmpty)
  }

  @Test func removedViewsAreForgotten() throws {
    let page = try page(
      "@keyframes blink { to { opacity: 0 } } view { animation: blink 1s infinite }",
      #"<view t:for="item in list"/>"#, data: #"{"list":[1,2,3]}"#)
    #expect(page.tree.moving.count == 3)
    page.live.setData(.object(["list": .array([])]))
    #expect(page.tree.moving.isEmpty && !page.tree.drawFrame(at: 1))
  }

  @Test(arguments: [
    "", "[1]", "{\"x\":[{\"offset\":2,\"opacity\":\"0\"}]}", "{\"x\":[{\"offset\":0,\"width\":\"1px\"}]}", "{",
  ])
  func wrongFramesAreNone(frames: String) {
    let tree = HostTree(adapter)
    tree.setScreen(width: 100, height: 100)
    tree.apply([
      .create(node: 1, component: "view"), .insert(node: 1, parent: nil, index: 0),
      .setProperty(node: 1, name: "animationName", value: "x"),
      .setProperty(node: 1, name: "animationDuration", value: "1s"),
      .setProperty(node: 1, name: "keyframes", value: frames),
    ])
    #expect(!tree.drawFrame(at: 1) && tree.moving.isEmpty)
  }

  // MARK: The build

  @Test func rulesOfAColorSchemeAreItsOwn() throws {
    let page = compile(
      """
      @keyframes glow { to { color: #111 } } @keyframes unused { to { opacity: 0 } }
      @media (prefers-color-scheme: dark) { @keyframes glow { to { color: #eee } } }
      #a { animation: glow 1s infinite }
      """, #"<view id="a"/>"#, dark: true)
    #expect(page.diagnostics.isEmpty)
    let reader = try PageReader(FileBytes(page.pageFile))
    let layouts = try page.layoutFiles.map { try LayoutReader(FileBytes($0.bytes)) }
    #expect(
      layouts.map { reader.keyframes(in: $0.viewport)["glow"]?.frames.last?.declarations.first?.value.text }
        == ["rgb(17, 17, 17)", "rgb(238, 238, 238)"])
    #expect(reader.keyframes(in: nil)["unused"] == nil)
  }

  @Test func whatIsNotPlayedIsReported() {
    let page = compile(
      """
      @keyframes grow { from { width: 1px; opacity: 0 } to { transform: rotateX(90deg) } }
      @keyframes half { from { translate: calc(50% - 1px) } to { background: red } }
      @keyframes own { from { opacity: var(--o) } to { opacity: 1 } }
      @keyframes end { to { opacity: 1 } }
      @keyframes unused { to { height: 3px } }
      #a { animation: grow 1s, own 1s; --o: 0.1; transition: width 1s, opacity 1s }
      #b { animation: half 1s, own 1s; --o: 0.2 }
      #c { animation: end 1s both; animation-timeline: scroll(); transition: all 1s }
      """, #"<view id="a"/><view id="b"/><view id="c"/><view style="transition: height 1s"/>"#)
    #expect(
      page.diagnostics.map { "\($0.location?.line ?? 0) \($0.code.name) \($0.message)" } == [
        "3 HYB4016 `width` in `@keyframes grow` is not animated: hosts play `opacity`, colors and transforms",
        "3 HYB4016 `transform: rotateX(90deg)` in `@keyframes grow` is not animated: hosts move, turn and scale views "
          + "in their plane, by lengths or by percentages",
        "4 HYB4016 `translate: calc(50% - 1px)` in `@keyframes half` is not animated: hosts move, turn and scale views "
          + "in their plane, by lengths or by percentages",
        "5 HYB4016 `opacity` in `@keyframes own` is not animated: its value is not the same for all elements with the "
          + "animation",
        "6 HYB4016 `opacity` in `@keyframes end` does not begin where the element is: `animation-fill-mode` keeps the "
          + "last frame, which is all that hosts know",
        "8 HYB4016 `width` changes at once: hosts play `opacity`, colors and transforms",
        "10 HYB4016 `animation-timeline` is not followed: hosts play animations by time",
        "10 HYB4016 `height` changes at once: hosts play `opacity`, colors and transforms",
      ])
  }
}
