import Compiler
import CSSValues
import HybridClient
import PageFormat
import TestSupport
import Testing

@testable import HostCore

/// Finding and selecting texts of a page. Every letter is 10 px wide here.
@Suite struct TextFindingTests {
  private let adapter = RecordingAdapter()

  /// A view 300 wide for each text, 100 px below the one before; lines are 20 high.
  private func tree(_ texts: [(text: String, lines: [String])], component: String = "label") -> HostTree<
    RecordingAdapter
  > {
    let tree = HostTree(adapter)
    tree.setScreen(width: 300, height: 400)
    var commands: [ViewCommand] = []
    for (node, text) in texts.enumerated() {
      commands += [
        .create(node: node, component: component), .insert(node: node, parent: nil, index: node),
        .setFrame(node: node, frame: LayoutRect(x: 0, y: Double(node) * 100, width: 300, height: 80)),
        .setText(
          node: node, text: text.text,
          lines: text.lines.enumerated().map { line, text in
            ViewTextLine(
              text: text, frame: LayoutRect(x: 0, y: Double(line) * 20, width: Double(text.count) * 10, height: 20),
              baseline: Double(line) * 20 + 15)
          }),
      ]
    }
    tree.apply(commands)
    return tree
  }

  /// What a reader does with the texts of a tree.
  private final class Reader {
    private let tree: HostTree<RecordingAdapter>
    private var finder = PageFinder()
    private var selection = PageSelection()
    init(_ tree: HostTree<RecordingAdapter>) { self.tree = tree }
    var selected: String { selection.text }

    /// How many places there are, and which one is shown.
    func find(_ text: String, _ step: Int = 0) -> [Int?] {
      let result = finder.find(text, step: step, in: tree)
      return [result.count, result.current]
    }

    func begin(_ x: Double, _ y: Double) -> Bool {
      selection.begin(atX: x, y: y, in: tree) { text, _ in Double(text.count) * 10 }
    }

    func extend(_ x: Double, _ y: Double) -> String {
      selection.extend(toX: x, y: y, in: tree) { text, _ in Double(text.count) * 10 }
      return selection.text
    }

    func clear() { selection.clear(in: tree) }
  }

  @Test func softHyphensAndSharpLettersDoNotMatter() {
    let tree = tree([
      ("Donau\u{AD}dampf\u{AD}schiff", ["Donau-", "dampf\u{AD}schiff"]), ("lange Stra\u{DF}e", ["lange Stra\u{DF}e"]),
    ])
    let reader = Reader(tree)
    #expect(reader.find("donaudampfschiff") == [1, 0])
    #expect(marks(tree) == ["0:0 0-5 current", "0:1 0-12 current"])
    #expect(reader.find("strasse") == [1, 0])
    #expect(marks(tree) == ["1:0 6-12 current"])
    #expect(reader.find("STRA\u{DF}E") == [1, 0])
  }

  @Test func wordsThatADictionaryPartsAreFound() {
    let tree = tree([("the yellow balls", ["the yel\u{2010}", "low balls"]), ("yel low", ["yel", "low"])])
    let reader = Reader(tree)
    #expect(reader.find("yellow") == [1, 0])
    #expect(marks(tree) == ["0:0 4-7 current", "0:1 0-3 current"])
  }

  @Test func fieldsAreSearchedExceptWhatTheyHide() {
    let tree = HostTree(adapter)
    tree.setScreen(width: 300, height: 400)
    let fields = [
      ("input", "Ada Lovelace", "text"), ("input", "ada1815", "password"), ("textArea", "Dear\nAda,", "text"),
    ]
    tree.apply(
      fields.enumerated().flatMap { node, field -> [ViewCommand] in
        [
          .create(node: node, component: field.0), .insert(node: node, parent: nil, index: node),
          .setFrame(node: node, frame: LayoutRect(x: 0, y: Double(node) * 100, width: 300, height: 80)),
          .setProperty(node: node, name: "text", value: field.1),
          .setProperty(node: node, name: "type", value: field.2),
        ]
      })
    let reader = Reader(tree)
    #expect(reader.find("ada") == [2, 0])
    let places = (0..<3).map { tree.view(of: $0)?.markedPlaces { Double($0.count) * 10 } ?? [] }
    #expect(places.map { $0.map(\.kind) } == [[.current], [], [.found]])
    #expect(places[0].first?.frame == LayoutRect(x: 0, y: 0, width: 300, height: 80))
    #expect(reader.find("ada", 1) == [2, 1] && reader.find("dear ada") == [1, 0])
    #expect(reader.find("") == [0, nil] && tree.view(of: 0)?.marks == [])
    // Fields are not selected along with the page's texts.
    #expect(!reader.begin(5, 5))
  }

  private func measure(_ text: String, _ view: HostView) -> Double { Double(text.count) * 10 }

  private func marks(_ tree: HostTree<RecordingAdapter>) -> [String] {
    tree.texts.flatMap { view in
      view.marks.map { "\(view.node):\($0.line) \($0.range.lowerBound)-\($0.range.upperBound) \($0.kind)" }
    }
  }

  @Test func textsAreFoundAcrossLinesAndInAnyCase() {
    let tree = tree([("One two Three", ["One two", "Three"]), ("nothing", ["nothing"]), ("two  three", ["two three"])])
    let reader = Reader(tree)
    #expect(reader.find("TWO three") == [2, 0])
    #expect(marks(tree) == ["0:0 4-7 current", "0:1 0-5 current", "2:0 0-9 found"])
    #expect(reader.find("two three", 1) == [2, 1])
    #expect(reader.find("two three", 1) == [2, 0])
    #expect(reader.find("two three", -1) == [2, 1])
    #expect(reader.find("") == [0, nil] && marks(tree).isEmpty)
  }

  @Test func typingOnStaysWhereTheReaderIs() {
    let tree = tree([("an ant and an anchor", ["an ant and an anchor"])])
    let reader = Reader(tree)
    #expect(reader.find("an") == [5, 0])
    #expect(reader.find("an", 1)[1] == 1)
    #expect(reader.find("anc") == [1, 0])
    #expect(marks(tree) == ["0:0 14-17 current"])
    #expect(reader.find("anx")[0] == 0)
  }

  @Test func aSearchBeginsWhereTheReaderIs() {
    let tree = tree((0..<20).map { ("row \($0)", ["row \($0)"]) })
    tree.scrolled(nil, x: 0, y: 1_050)
    let reader = Reader(tree)
    // The eleventh row is cut by the upper edge.
    #expect(reader.find("r") == [20, 10])
    #expect(reader.find("row 1") == [11, 1])
    #expect(reader.find("row 12") == [1, 0])
    #expect(reader.find("") == [0, nil])
    tree.scrolled(nil, x: 0, y: 1_050)
    #expect(reader.find("row", -1) == [20, 9])
  }

  @Test func whatIsHiddenOrTypedIsNotFound() {
    let tree = tree([("secret", ["secret"]), ("secret", ["secret"])])
    tree.apply([.setProperty(node: 0, name: "hidden", value: "true")])
    let reader = Reader(tree)
    #expect(reader.find("secret")[0] == 1)
    #expect(marks(tree) == ["1:0 0-6 current"])
    // The page changed: what is gone is not found again.
    tree.apply([.setText(node: 1, text: "open", lines: [])])
    #expect(reader.find("secret", 1)[0] == 0)
  }

  @Test func foundPlacesAreScrolledTo() {
    let tree = tree((0..<30).map { ("row \($0)", ["row \($0)"]) })
    let reader = Reader(tree)
    _ = reader.find("row 29")
    #expect(adapter.pageOffset.map { $0.y > 2_000 } == true)
  }

  @Test func dragsSelectInTheOrderOfThePage() {
    let tree = tree([("Hello wide world", ["Hello wide", "world"]), ("Second", ["Second"]), ("Third", ["Third"])])
    let reader = Reader(tree)
    #expect(reader.begin(62, 10))
    #expect(reader.extend(28, 30) == "wide wor" && marks(tree) == ["0:0 6-10 selected", "0:1 0-3 selected"])
    // Over the next view, into the gap below it and backwards.
    #expect(reader.extend(30, 110) == "wide world\nSec")
    #expect(reader.extend(0, 5) == "Hello " && marks(tree) == ["0:0 0-6 selected"])
    #expect(reader.extend(250, 395) == "wide world\nSecond\nThird")
    reader.clear()
    #expect(reader.selected.isEmpty && marks(tree).isEmpty)
  }

  @Test func whatCannotBeSelectedIsLeftOut() {
    let tree = tree([("One", ["One"]), ("Two", ["Two"]), ("Three", ["Three"])])
    tree.apply([.setProperty(node: 1, name: "userSelect", value: "none")])
    let reader = Reader(tree)
    #expect(!reader.begin(10, 110))
    #expect(!reader.begin(10, 390))
    #expect(reader.begin(0, 10))
    #expect(reader.extend(300, 210) == "One\nThree")
    let buttons = self.tree([("Press", ["Press"])], component: "button")
    #expect(!Reader(buttons).begin(10, 10))
  }

  @Test func marksAreWhereLettersWereMeasured() {
    let tree = tree([("abcd", ["abcd"])])
    let reader = Reader(tree)
    _ = reader.find("bc")
    // The platform's font is twice as wide as the one that the line was measured with.
    let places = tree.texts[0].markedPlaces { Double($0.count) * 20 }
    #expect(places.map(\.frame) == [LayoutRect(x: 10, y: 0, width: 20, height: 20)])
  }

  @Test func sheetsExcludeTextsFromSelection() throws {
    var options = CompilerOptions()
    options.viewports = [Viewport(width: 300, height: 400, scale: 1)]
    let text = """
      <html html-identify="Token"><head><title>t</title><style>body{width:100%;height:100%}
      .code{user-select:none}</style></head><body><label>One</label><label class="code">Two</label><button>Go</button>
      </body></html>
      """
    let compiled = PageCompiler(options: options, files: OneFile(text: text)).compile("index.html")
    let opened = OpenedPage(
      page: try PageReader(FileBytes(compiled.pageFile)),
      layout: try LayoutReader(FileBytes(try #require(compiled.layoutFiles.first).bytes)),
      device: DeviceTraits(width: 300, height: 400, scale: 1))
    let page = try HostPage(opened, adapter: adapter)
    page.tree.setScreen(width: 300, height: 400)
    page.start()
    #expect(page.find("o").count == 3)
    #expect(page.beginSelection(atX: 1, y: 1, measuredBy: measure))
    page.extendSelection(toX: 299, y: 399, measuredBy: measure)
    #expect(page.selectedText == "One")
    page.clearSelection()
    #expect(page.selectedText.isEmpty)
  }
}
