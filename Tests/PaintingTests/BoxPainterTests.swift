import CSSValues
import Compiler
import PageFormat
import Painting
import Testing

/// Boxes by nothing but their styles are painted with the steps of the page that they are of.
@Suite struct BoxPainterTests {
  private let painter: BoxPainter

  init() throws { painter = try BoxPainter(scale: 1, width: 200, height: 150) { _ in (20, 10) } }

  /// The style of a page's one `<div>`, the box's frame and the page's own list.
  private func box(_ style: String, _ text: String = "") throws -> (
    style: ComputedStyle, frame: LayoutRect, list: DisplayList
  ) {
    let page = PaintedPage(#"<div style="width:60px;height:20px;margin:12px;\#(style)">\#(text)</div>"#)
    var options = CompilerOptions()
    options.viewports = [Viewport(width: 200, height: 150, scale: 1)]
    let compiled = PageCompiler(options: options, files: page).compile("index.html")
    let reader = try PageReader(FileBytes(compiled.pageFile))
    let layout = try LayoutReader(FileBytes(try #require(compiled.layoutFiles.first).bytes))
    let node = try #require((0..<reader.nodeCount).first { reader.tag($0) == "div" })
    let number = try #require(layout.style(node, in: reader))
    let frame = try #require(layout.frame(node, in: reader)).rect
    return (try reader.portableStyle(number).computed(), frame, try page.list())
  }

  @Test(
    arguments: [
      "background:linear-gradient(red,blue)", "background:#eee url(a.png) no-repeat right bottom/10px",
      "background:radial-gradient(circle at 10% 20%,red,blue 30px),lime",
      "border:3px dashed red", "border:4px dotted", "border:6px double blue", "border:4px ridge #888",
      "border:2px solid red;border-left:6px dashed blue;border-radius:4px 9px 0 50%",
      "background:red;border-radius:50%", "background:red;border-radius:30px/8px",
      "box-shadow:1px 2px 3px 4px red,inset 0 0 5px #00f;border-radius:5px",
      "border:5px solid transparent;background:red;background-clip:padding-box",
      "border:5px solid;padding:3px;background:linear-gradient(red,blue) content-box",
    ]) func boxesArePaintedAsInPages(style: String) throws
  {
    let (computed, frame, list) = try box(style)
    let own = painter.box(computed, in: frame)
    #expect(!own.items.isEmpty && own.dump() == list.dump())
    #expect(own.canvasColor.isTransparent)
    #expect(own.reach.contains(frame.x + 9, frame.y + 9))
  }

  @Test func ringsAreApartFromBoxes() throws {
    let (computed, frame, list) = try box("background:red;outline:3px dashed blue;outline-offset:2px;border-radius:4px")
    let (own, ring) = (painter.box(computed, in: frame), painter.outline(computed, in: frame))
    #expect(!ring.items.isEmpty && own.dump() + ring.dump() == list.dump())
    #expect(ring.reach.x == frame.x - 5)
  }

  @Test func textsHaveShadowsLinesAndSpacing() throws {
    let (computed, frame, list) = try box(
      "letter-spacing:3px;text-shadow:1px 2px 3px red;text-decoration:underline wavy blue;color:lime;background:#eee",
      "Hello")
    let run = try #require(list.items.lazy.compactMap(\.run).first { $0.paint != .color(.black) })
    let line = BoxPainter.Line(
      text: run.text,
      frame: LayoutRect(
        x: run.x - 1 - frame.x, y: run.baseline - 2 - run.ascent - frame.y, width: run.width, height: run.height),
      baseline: run.baseline - 2 - frame.y)
    let texts = painter.texts(computed, in: frame, lines: [line])
    // All but the background.
    #expect(texts.dump() == list.dump().split(separator: "\n").dropFirst().map { $0 + "\n" }.joined())
    #expect(texts.textStyles.map(\.text.letterSpacing) == [.length(3)])
    #expect(painter.box(computed, in: frame, lines: [line]).items.count == 1)
  }

  @Test func backgroundsShowInTexts() throws {
    let (computed, frame, _) = try box(
      "background:linear-gradient(red,blue);background-clip:text;color:transparent", "Hi")
    let line = BoxPainter.Line(text: "Hi", frame: LayoutRect(x: 0, y: 0, width: 20, height: 20), baseline: 15)
    let dump = painter.box(computed, in: frame, lines: [line]).dump()
    #expect(dump.hasPrefix("text clip") || dump.hasPrefix("clip"), "\(dump)")
    #expect(dump.contains("“Hi”") && dump.contains("linear"), "\(dump)")
  }

  @Test func effectsBeginWhatTheyAreDrawnThrough() throws {
    let (computed, frame, _) = try box(
      "background:red;filter:blur(2px);clip-path:circle(5px);opacity:0.5;transform:rotate(9deg)")
    let effects = painter.effects(computed, in: frame)
    #expect(effects.allSatisfy { $0.depthChange == 1 } && effects.count == 2)
    let groups = effects.compactMap { item -> GroupEffect? in
      if case .beginGroup(let effect) = item { effect } else { nil }
    }
    #expect(groups.map(\.filters) == [[.blur(2)]] && groups[0].opacity == 1)
    // The box itself has none of them.
    #expect(painter.box(computed, in: frame).items.count == 1)
    #expect(painter.effects(try box("background:red").style, in: frame).isEmpty)
  }

  @Test func listsAreJoinedWithTheirTexts() throws {
    let (computed, frame, _) = try box("letter-spacing:3px;text-decoration:underline", "Hello")
    let line = BoxPainter.Line(text: "Hello", frame: LayoutRect(x: 0, y: 0, width: 50, height: 20), baseline: 15)
    let texts = painter.texts(computed, in: frame, lines: [line])
    var list = painter.box(try box("background:red").style, in: frame)
    _ = list.number(of: TextRunStyle(font: FontStyle(), text: TextStyle()))
    list.append(contentsOf: texts)
    #expect(list.items.count == 1 + texts.items.count && list.bounds.count == list.items.count)
    for (item, style) in list.items.compactMap(\.run).map({ ($0, list.textStyles[$0.style]) }) {
      #expect(item.text == "Hello" && style.text.letterSpacing == .length(3))
    }
    for case .decoration(let underline) in list.items {
      let avoided = try #require(underline.avoidedItem)
      #expect(list.items[avoided].run?.text == "Hello")
    }
  }
}
