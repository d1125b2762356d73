import CSSValues
import HostCore
import HybridClient
import JSONValues
import Page
import PageFormat
import Testing

/// Touches, addresses, announcements and what screen readers of phones take.
@Suite struct HostActionsTests {
  @Test func touchesBecomeGestures() {
    func gesture(_ path: [(Double, Double)], seconds: Double) -> PressTracker.Gesture? {
      var tracker = PressTracker()
      tracker.began(x: path[0].0, y: path[0].1, at: 10)
      for point in path.dropFirst() { tracker.moved(x: point.0, y: point.1) }
      return tracker.ended(x: path[path.count - 1].0, y: path[path.count - 1].1, at: 10 + seconds)
    }
    #expect(gesture([(0, 0), (9, 9)], seconds: 0.1) == .tap)
    #expect(gesture([(0, 0), (9, 9)], seconds: 0.6) == .longPress)
    // What was moved away and back is not a tap.
    #expect(gesture([(0, 0), (30, 0), (0, 0)], seconds: 0.1) == nil)
    #expect(gesture([(0, 0), (-80, 20)], seconds: 0.2) == .swipe(.left))
    #expect(gesture([(0, 0), (0, 80)], seconds: 0.2) == .swipe(.down))
    #expect(gesture([(0, 0), (80, 80)], seconds: 0.2) == nil)
    #expect(gesture([(0, 0), (80, 0)], seconds: 0.8) == nil)
    #expect(gesture([(0, 0), (.nan, 0)], seconds: 0.1) == nil)
  }

  @Test func aLongPressIsReportedOnce() {
    var tracker = PressTracker()
    tracker.began(x: 5, y: 5, at: 0)
    #expect(tracker.held(at: 0.4) == nil && tracker.mayBecomeLongPress)
    #expect(tracker.held(at: 0.5) == .longPress && tracker.held(at: 0.6) == nil)
    #expect(tracker.ended(x: 5, y: 5, at: 0.7) == nil)
    tracker.began(x: 5, y: 5, at: 1)
    tracker.cancelled()
    #expect(tracker.held(at: 2) == nil && tracker.ended(x: 5, y: 5, at: 2) == nil)
  }

  @Test(arguments: [
    ("img/a.png", "news/index.html", "news/img/a.png"), ("/img/a.png", "news/index.html", "img/a.png"),
    ("../a.png?x#y", "news/b/c.html", "news/a.png"), ("../../a.png", "news/index.html", nil),
    ("https://a.example/b.png", "index.html", nil), ("//a.example/b.png", "index.html", nil),
    ("a\\b.png", "index.html", nil), ("", "index.html", nil), ("./a:b.png", "index.html", "a:b.png"),
  ])
  func addressesCountFromTheirPage(address: String, page: String, path: String?) {
    #expect(PageAddress.path(of: address, from: page) == path)
  }

  @Test func onlyPagesAreLoaded() {
    let visits: [(String, String?)] = [
      ("y.html", "/sub/y.html"), ("../a.html?b=1#c", "/a.html?b=1#c"), ("/y", "/y"), ("more/", "/sub/more/"),
      ("./", "/sub/"),
      ("..", "/"), ("?q=1", "/sub/x.html?q=1"), ("#end", "/sub/x.html#end"), ("/", "/"),
      ("https://a.example/b", "https://a.example/b"),
      ("../../y", nil), ("//a.example", "https://a.example"), ("//a.example/b?c#d", "https://a.example/b?c#d"),
      // As browsers read addresses, a backslash is a slash.
      ("/\\a.example", "https://a.example"), ("\\\\a.example\\b", "https://a.example/b"),
      ("..\\a.html?b\\c", "/a.html?b\\c"),
      ("//", nil), ("//?a", nil),
    ]
    for (address, url) in visits { #expect(PageAddress.visit(to: address, from: "sub/x.html") == url) }
    #expect(PageAddress.isWeb("hybrid://demo/") && PageAddress.isWeb("HTTPS://a.example"))
    for address in ["javascript:alert(1)", "file:///etc/passwd", "data:text/html,x", "a.html"] {
      #expect(!PageAddress.isWeb(address) && !PageAddress.opensOutside(address))
    }
    #expect(PageAddress.opensOutside("tel:1") && !PageAddress.opensOutside("hybrid://demo/"))
  }

  @Test func actionsOfAPaintedScreenAreDoneAgain() {
    var actions = QueuedActions()
    actions.scroll(dx: 0, dy: 10)
    actions.scroll(dx: 1, dy: 5)
    actions.tap(x: 3, y: .infinity)
    actions.tap(x: 3, y: 4)
    #expect(actions.scripts.count == 2 && actions.scripts[0] == "window.scrollBy(1.0,15.0)")
    #expect(actions.scripts[1].contains("elementFromPoint(3.0,4.0)"))
    for _ in 0..<1_000 { actions.tap(x: 1, y: 1) }
    #expect(actions.take().count == 100 && actions.scripts.isEmpty)
  }

  @Test func whatIsTypedOnAPaintedScreenIsTypedAgain() {
    var actions = QueuedActions()
    // Nothing has the keyboard yet.
    actions.type("x")
    actions.backspace()
    actions.enter()
    #expect(actions.scripts.isEmpty)
    actions.tap(x: 1, y: 2)
    for letter in "a\"\n'\\" { actions.type(String(letter)) }
    actions.backspace()
    actions.type("b")
    actions.scroll(dx: 0, dy: 1)
    actions.enter()
    let scripts = actions.scripts
    #expect(scripts.count == 6 && scripts[0].contains("elementFromPoint(1.0,2.0)"))
    #expect(scripts[1] == #"document.execCommand('insertText',false,"a\"\n'\\")"#)
    #expect(scripts[2] == "document.execCommand('delete')" && scripts[4] == "window.scrollBy(0.0,1.0)")
    #expect(scripts[3] == #"document.execCommand('insertText',false,"b")"# && scripts[5].contains("requestSubmit"))
    // What was tapped keeps the keyboard when the web view has the page; what is kept is bounded.
    #expect(actions.take() == scripts)
    for _ in 0..<2_000 { actions.type("y") }
    #expect(actions.scripts == ["document.execCommand('insertText',false,\"\(String(repeating: "y", count: 1_000))\")"])
    for _ in 0..<1_000 {
      actions.backspace()
      actions.enter()
    }
    #expect(actions.scripts.count == 100)
  }

  @Test func imagesAreFilesOrInTheirAddress() {
    #expect(ImageAddress("../a.png", from: "news/index.html") == .file("a.png"))
    let pixel = ImageAddress("data:image/gif;base64,R0lG", from: "index.html")
    #expect(pixel == InlineImage("data:image/gif;base64,R0lG").map { .inline($0) } && pixel != nil)
    for address in ["https://a.example/b.png", "//a.example/b.png", "data:image/gif;base64,*", ""] {
      #expect(ImageAddress(address, from: "index.html") == nil)
    }
  }

  @Test func aScreenThatIsGivenTheSameAgainShowsIt() {
    final class Release {}
    let (one, other) = (Release(), Release())
    func given(_ release: Release, _ url: String, _ number: Int64) -> GivenPage {
      GivenPage(release: ObjectIdentifier(release), url: url, data: .object(["n": .integer(number)]))
    }
    let first = given(one, "/a", 1)
    #expect(first.change(to: given(one, "/a", 1)) == .nothing)
    #expect(first.change(to: given(one, "/a", 2)) == .data)
    #expect(first.change(to: given(one, "/b", 1)) == .page && first.change(to: given(one, "/b", 2)) == .page)
    #expect(first.change(to: given(other, "/a", 1)) == .page)
  }

  @Test func aKeyboardCoversTheLowerEndOfAPage() {
    func covered(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> Double {
      // The right half of a screen of 800 x 600 below a bar.
      let page = LayoutRect(x: 400, y: 50, width: 400, height: 550)
      return KeyboardPlace.covered(of: page, by: LayoutRect(x: x, y: y, width: width, height: height))
    }
    #expect(covered(0, 400, 800, 200) == 200)
    // Gone, beside the page, above its lower end.
    #expect(covered(0, 600, 800, 200) == 0 && covered(0, 0, 0, 0) == 0)
    #expect(covered(0, 400, 400, 200) == 0 && covered(450, 300, 300, 200) == 0)
    // Never more than all of it.
    #expect(covered(0, 0, 800, 600) == 550)
  }

  private func accessibility(_ semantics: PageSemantics, _ component: String = "view") -> ViewAccessibility {
    let tree = HostTree(RecordingAdapter())
    tree.apply([.create(node: 1, component: component), .insert(node: 1, parent: nil, index: 0)])
    return ViewAccessibility(of: tree.view(of: 1)!, semantics: semantics)
  }

  @Test func rolesAndStatesBecomeTraitsAndValues() {
    func summary(_ role: SemanticRole, _ states: SemanticStates = [], name: String = "n") -> AccessibilitySummary {
      AccessibilitySummary(
        accessibility(PageSemantics(node: 1, role: role, states: states, name: name, description: "why")))
    }
    let heading = summary(.heading)
    #expect(heading.isElement && heading.traits == .header && heading.label == "n" && heading.hint == "why")
    #expect(summary(.link).traits == .link && summary(.image).traits == .image)
    let box = summary(.checkbox, [.checkable, .checked, .required])
    #expect(box.traits == .button && box.value == "checked, required")
    #expect(summary(.checkbox, [.checkable, .mixed]).value == "mixed")
    let pressed = summary(.button, [.checkable, .checked])
    #expect(pressed.traits == [.button, .selected] && pressed.value.isEmpty)
    #expect(summary(.button, [.expandable, .disabled]).traits == [.button, .notEnabled])
    #expect(summary(.tab, [.selectable, .selected]).traits == [.button, .selected])
    // Groups hold what is in them; what has no name says nothing; what is hidden is not there.
    #expect(!summary(.group).isElement && !summary(.image, name: "").isElement)
    #expect(summary(.button, name: "").isElement && !summary(.button, .hidden).isElement)
    #expect(!summary(.button, .inert).isElement)
  }

  @Test func alertsThatComeLaterAreSaidAtOnce() {
    func region(_ live: String, _ name: String) -> ViewAccessibility {
      accessibility(PageSemantics(node: 1, role: .alert, name: name, properties: [.init(.live, live)]))
    }
    var regions = LiveRegions()
    regions.note(region("assertive", "at first"), of: 1, contents: "at first")
    regions.pageIsShown()
    #expect(regions.take().isEmpty)
    regions.note(region("polite", "later"), of: 2, contents: "later")
    regions.note(region("assertive", "fire"), of: 3, contents: "fire")
    regions.note(region("polite", "later"), of: 2, contents: "later still")
    let taken = regions.take()
    #expect(taken.map(\.text) == ["fire", "later still"] && taken.map(\.isAssertive) == [true, false])
    // What says the same again says nothing.
    regions.note(region("assertive", "fire"), of: 3, contents: "fire")
    #expect(regions.take().isEmpty)
    regions.forget(3)
    regions.note(region("assertive", "fire"), of: 3, contents: "fire")
    #expect(regions.take().count == 1)
    for node in 10..<2_000 { regions.note(region("assertive", "x"), of: node, contents: "x") }
    #expect(regions.take().count < 1_000)
  }

  @Test func dotsAndSlidersAreBounded() {
    let tree = HostTree(RecordingAdapter())
    tree.apply([
      .create(node: 1, component: "dots"), .insert(node: 1, parent: nil, index: 0),
      .setProperty(node: 1, name: "number", value: "99999999"), .setProperty(node: 1, name: "value", value: "2"),
      .create(node: 2, component: "slider"), .insert(node: 2, parent: nil, index: 1),
      .setProperty(node: 2, name: "min", value: "5"), .setProperty(node: 2, name: "max", value: "1"),
      .setProperty(node: 2, name: "value", value: "nan"),
    ])
    let dots = PageDots(of: tree.view(of: 1)!)
    #expect(dots.count == 100 && dots.chosen == 2 && dots.places(width: 1_600, height: 20).count == 100)
    #expect(dots.places(width: 1_600, height: 20)[1] == LayoutRect(x: 20, y: 6, width: 8, height: 8))
    let range = SliderRange(of: tree.view(of: 2)!)
    #expect(range.least == 5 && range.most == 5 && range.value == 5)
  }

  @Test func aTapChoosesTheNearestDot() throws {
    let tree = HostTree(RecordingAdapter())
    tree.apply([
      .create(node: 1, component: "dots"), .insert(node: 1, parent: nil, index: 0),
      .setProperty(node: 1, name: "number", value: "3"),
    ])
    let view = try #require(tree.view(of: 1))
    let dots = PageDots(of: view)
    #expect(dots.places(width: 100, height: 20).map(\.x) == [30, 46, 62])
    #expect([-50, 34, 41, 43, 66, 500].map { dots.index(atX: $0, width: 100) } == [0, 0, 0, 1, 2, 2])
    #expect(dots.index(atX: .nan, width: 100) == nil)
    tree.apply([.setProperty(node: 1, name: "direction", value: "rtl")])
    let turned = PageDots(of: view)
    #expect(turned.places(width: 100, height: 20).map(\.x) == [62, 46, 30] && turned.index(atX: 34, width: 100) == 2)
    tree.apply([.setProperty(node: 1, name: "number", value: "0")])
    #expect(PageDots(of: view).index(atX: 34, width: 100) == nil)
  }
}
