import Compiler
import Page
import Semantics
import Testing

/// What HTML's controls, tables and groups mean: passwords, states, positions, values.
@Suite struct NativeSemanticsTests {
  private func dump(_ body: String) -> String {
    OnePage(markup: "<!doctype html><html lang=en><title>T</title><body>\(body)").semantics()
  }

  private func token(_ body: String) -> String {
    OnePage(
      markup: "<html html-identify=\"Token\" lang=\"en\"><head><title>Tides</title></head><body>\(body)</body></html>"
    )
    .semantics()
  }

  private func nodes(_ body: String, _ role: SemanticRole) -> [SemanticNode] {
    let tree = OnePage(markup: "<!doctype html><html lang=en><title>T</title><body>\(body)").tree()
    return tree?.nodes.filter { $0.role == role } ?? []
  }

  @Test(arguments: [
    "<input type=password value=secret id=pw><button aria-labelledby=pw>q</button>",
    "<input type=checkbox id=c><label for=c>Enter <input type=password value=secret> now</label>",
    "<button>a <input type=password value=secret></button>",
    "<button>a <input type=password role=spinbutton value=secret></button>",
    "<button>a <input type=password role=combobox value=secret></button>",
    "<input type=password role=combobox value=secret>",
    "<p aria-describedby=pw id=p>x</p><input type=password id=pw value=secret>",
  ])
  func passwordsStayInTheirFields(body: String) {
    #expect(!dump(body).contains("secret"), "\(dump(body))")
  }

  @Test func passwordsAreDotsInNames() {
    #expect(
      nodes("<input type=password value=secret id=pw><button aria-labelledby=pw>q</button>", .button).first?.name
        == "••••••")
  }

  @Test(arguments: ["type=\"password\"", "type=\"secure\"", "secure=\"true\"", "secureTextEntry=\"true\""])
  func passwordsOfTokenPages(attribute: String) {
    let tree = token("<input \(attribute) aria-label=\"pw\" value=\"sec\"/>")
    #expect(tree.contains("textbox “pw” focusable protected") && !tree.contains("sec"), "\(tree)")
  }

  /// `aria-disabled` leaves the focus, and holds for what takes the focus inside.
  @Test func disabledParts() {
    #expect(dump("<button aria-disabled=true>x</button>").hasPrefix("button “x” focusable disabled"))
    #expect(dump("<a href=y aria-disabled=true>x</a>").hasPrefix("link “x” focusable disabled"))
    #expect(!dump("<button disabled>x</button>").contains("focusable"))
    let inside = "<div aria-disabled=true><p><button>x</button><span>y</span></p></div>"
    #expect(nodes(inside, .button).allSatisfy { $0.states.isSuperset(of: [.focusable, .disabled]) })
    #expect(nodes(inside, .paragraph).allSatisfy { !$0.states.contains(.disabled) })
    let again = "<div role=toolbar aria-disabled=true><div aria-disabled=false><input aria-label=a></div></div>"
    #expect(nodes(again, .textField).map { $0.states.contains(.disabled) } == [false])
  }

  @Test func radioButtonsCountInTheirGroups() {
    func places(_ body: String) -> [String] {
      nodes(body, .radio).map { "\($0[.position] ?? "")/\($0[.setSize] ?? "")" }
    }
    #expect(
      places(
        "<p><input type=radio name=col><input type=radio name=col><input type=radio name=ship><input type=radio name=ship>"
      )
        == ["1/2", "2/2", "1/2", "2/2"])
    #expect(places("<p><input type=radio name=a><p><input type=radio name=a>") == ["1/2", "2/2"])
    #expect(
      places("<form id=f></form><form><input type=radio name=a><input type=radio name=a form=f></form>") == [
        "1/1", "1/1",
      ])
    #expect(
      places("<div role=radiogroup><i role=radio aria-checked=true>a</i><i role=radio aria-checked=false>b</i></div>")
        == ["1/2", "2/2"])
  }

  @Test func spansAreHTMLs() {
    let cell = nodes("<table><tr><td colspan=99999 rowspan=99999>a", .cell).first
    #expect(cell?[.columnSpan] == "1000" && cell?[.rowSpan] == "65534")
  }

  @Test func rowsOfLargerTables() {
    let table =
      "<div role=table><div role=row aria-rowindex=50><i role=cell>a</i></div><div role=row><i role=cell>b</i></div></div>"
    #expect(nodes(table, .cell).map { $0[.row] } == ["50", "51"])
    #expect(nodes(table, .row).map { $0[.row] } == ["50", "51"])
  }

  @Test func rowsOfGridsAreNamedByTheirCells() {
    #expect(
      nodes("<div role=grid><div role=row><i role=gridcell>a</i> <i role=gridcell>b</i></div></div>", .row).map(\.name)
        == ["a b"])
    #expect(nodes("<table role=grid><tr><td>a<td>b</table>", .row).map(\.name) == ["a b"])
    #expect(nodes("<table><tr><td>a<td>b</table>", .row).map(\.name) == [""])
  }

  @Test func emptyLabelsOfButtons() {
    #expect(nodes("<input type=submit value=''><input type=reset value=' '>", .button).map(\.name) == ["", ""])
    #expect(nodes("<input type=submit><input type=reset>", .button).map(\.name) == ["Submit", "Reset"])
  }

  @Test func drawingsHaveDescriptions() {
    #expect(nodes("<svg role=img aria-label=L><desc>sd</desc></svg>", .image).map(\.description) == ["sd"])
  }

  @Test func disabledGroupsOfOptionsAreNotChosen() {
    let body = "<select aria-label=s><optgroup disabled label=g><option>x</option></optgroup><option>y</select>"
    #expect(nodes(body, .comboBox).first?[.value] == "y")
    #expect(nodes("<select disabled aria-label=s><option>x</select>", .comboBox).first?[.value] == "x")
  }

  @Test func treeItemsAreNamedWithoutTheirItems() {
    let body =
      "<ul role=tree><li role=treeitem aria-expanded=true>a<ul role=group><li role=treeitem>b</ul></ul>"
    #expect(nodes(body, .treeItem).map(\.name) == ["a", "b"])
  }

  @Test func idsMayBeNamedTwice() {
    let body = "<i id=l1>one</i><i id=l2>two</i><button aria-labelledby='l2 l1 l2'>x</button>"
    #expect(nodes(body, .button).map(\.name) == ["two one two"])
  }

  @Test func readonlyIsForTexts() {
    #expect(!dump("<input type=checkbox readonly aria-label=a>").contains("read-only"))
    #expect(!dump("<input type=range readonly aria-label=a>").contains("read-only"))
    #expect(
      dump("<input readonly aria-label=a>").contains("readonly")
        || dump("<input readonly aria-label=a>").contains("read-only"))
  }

  @Test func rangesHaveLimits() {
    func numbers(_ body: String, _ role: SemanticRole) -> [String?] {
      let node = nodes(body, role).first
      return [node?[.minimum], node?[.valueNow], node?[.maximum]]
    }
    #expect(numbers("<div role=progressbar aria-valuenow=40></div>", .progressIndicator) == ["0", "40", "100"])
    #expect(numbers("<div role=progressbar></div>", .progressIndicator) == ["0", nil, "100"])
    #expect(numbers("<input type=range min=5 max=1>", .slider) == ["5", "5", "5"])
    #expect(numbers("<div role=slider aria-valuenow=300 aria-valuemax=10></div>", .slider) == ["0", "10", "10"])
  }

  @Test(arguments: [("", false), ("foo", false), ("undefined", false), ("false", true), ("mixed", true)])
  func pressedButtons(value: String, isToggle: Bool) {
    #expect(dump("<button aria-pressed='\(value)'>x</button>").contains("checkable") == isToggle)
  }

  @Test func whatASearchShowsIsHidden() {
    #expect(dump("<div hidden=until-found>x <a href=y>z</a></div><p>k</p>") == "paragraph\n  text “k”")
  }

  @Test func tokenPagesHaveANameAndOrnaments() {
    let page = OnePage(
      markup:
        "<html html-identify=\"Token\" lang=\"en\"><head><title>Tides</title></head><body><image src=\"a.png\" alt=\"\"/></body></html>"
    )
    let nodes = page.tree()?.nodes ?? []
    #expect(nodes.first?.name == "Tides")
    #expect(!nodes.contains { $0.role == .image })
  }
}
