import Compiler
import Diagnostics
import PageFormat
import Testing

@Suite struct BindingTests {
  /// A Token page around a body and a head.
  private func page(_ body: String, head: String = "") -> String {
    "<html html-identify=\"Token\"><head><title>t</title>\(head)</head><body>\n\(body)\n</body></html>"
  }

  private func dump(_ site: MemorySite) throws -> String {
    let reader = try PageReader(FileBytes(site.compile().pageFile))
    try reader.validate()
    var text = ""
    for node in 0..<reader.nodeCount {
      let handlers = reader.handlers(node).map { handler in
        "@\(handler.event) \(handler.function)\(handler.arguments)"
          + (handler.program.map { " " + steps($0, reader) } ?? "")
      }
      let bindings = reader.bindings(node).map { binding in
        "\(binding.target) \(binding.name ?? "-") \(binding.index ?? "-") "
          + (binding.program.map { steps($0, reader) } ?? "none")
      }
      guard !(handlers + bindings).isEmpty else { continue }
      text += "\(reader.tag(node) ?? "text"): " + (handlers + bindings).joined(separator: "; ") + "\n"
    }
    return text
  }

  private func steps(_ program: Int, _ reader: PageReader) -> String {
    reader.program(program).map { step in
      switch step {
      case .text(let string): "'\(reader.string(string) ?? "?")'"
      case .number(let number): "\(number)"
      case .boolean(let boolean): "\(boolean)"
      case .null: "null"
      case .variable(let string): "$\(reader.string(string) ?? "?")"
      case .member(let string): ".\(reader.string(string) ?? "?")"
      case .element: "[]"
      case .join(let count): "join\(count)"
      case .list(let count): "list\(count)"
      }
    }.joined(separator: " ")
  }

  @Test func bindingsBecomePrograms() throws {
    let site = MemorySite([
      "index.html": page(
        """
        <view t:for="(row, at) in groups[0].rows" @click="open('it''s', -1.5, row.id, true)"><label \
        @class="row.kind" text="{{row.n}}">No. {{ at }}: {{ row.titles[at]["x y"] }}</label></view>
        <input @bind="form.name"/><table t:data="list"><tableRow><label>{{item.name}}</label></tableRow></table>
        """.replacing("it''s", with: "it\\'s"), head: "<script>function open() {}</script>")
    ])
    #expect(site.problems() == "")
    #expect(
      try dump(site) == """
        view: @click open["it's",-1.5,"{{row.id}}",true] 'it's' -1.5 $row .id true list4; \
        repetition row at $groups 0.0 [] .rows
        label: classes - - $row .kind; attribute text - $row .n
        text: text - - 'No. ' $at ': ' $row .titles $at [] 'x y' [] join4
        input: value - - $form .name
        table: data item index $list
        text: text - - $item .name

        """)
  }

  @Test func nativePropertiesOfSheetsAreChecked() {
    let site = MemorySite([
      "index.html": page(
        "<label>a</label>",
        head: """
          <style>
          label { lines: many; imageMode: aspectfitt; rowHeight: var(--x); editable: yes }
          table { rowHeight: 44; showSeparator: maybe; placeholder: "x" }
          </style>
          """)
    ])
    #expect(
      site.problems() == """
        index.html:2:9 error HYB4001 `lines` takes an integer from 0, not `many`
        index.html:2:22 warning HYB4002 `imageMode` does not know `aspectfitt`
        index.html:3:24 error HYB4001 `showSeparator` takes true or false, not `maybe`
        """)
  }

  @Test func valuesOfOtherTypesAreErrors() {
    let site = MemorySite([
      "index.html": page(
        """
        <badge col="blurple" n="99999999999999999999" len="5 px" f="12px" tone="b" pic="none.png"/>
        <label lines="-1" color="Teal">x</label><button font="16">x</button><button font="Arial 16">x</button>
        <view @bind="a.b"/><badge @bind="a.b"/><dots number="3"/>
        """,
        head: """
          <style>
          switch { onColor: notacolor } badge { tone: b; len: 4px }
          badge { tone: c; tune: b }
          </style>
          """)
    ])
    let badge = Component(
      "badge",
      [
        .init("col", .color), .init("n", .integer), .init("len", .length), .init("f", .font),
        .init("tone", .keyword(["a", "b"])), .init("pic", .url),
      ])
    let problems = site.problems { $0.components = [badge] }.split(separator: "\n").map(String.init)
    #expect(
      problems.sorted()
        == [
          "index.html:2:10 error HYB4001 `onColor` takes a colour such as rgb(240, 240, 245) or #f0f0f5, not `notacolor`",
          "index.html:3:9 warning HYB4002 `tone` does not know `c`",
          "index.html:3:18 warning HYB2002 Unknown property `tune`",
          "index.html:5:22 error HYB4001 `n` of `badge` takes an integer, not `99999999999999999999`",
          "index.html:5:47 error HYB4001 `len` of `badge` takes a length such as 12px, 12 or 50%, not `5 px`",
          "index.html:5:58 error HYB4001 `f` of `badge` takes a family and a size such as HelveticaNeue 16px, not `12px`",
          "index.html:5:8 error HYB4001 `col` of `badge` takes a colour such as rgb(240, 240, 245) or #f0f0f5, not `blurple`",
          "index.html:5:76 warning HYB0133 the image `none.png` is not in the site",
          "index.html:6:49 error HYB4001 `font` of `button` takes a family and a size such as HelveticaNeue 16px, not `16`",
          "index.html:6:8 error HYB4001 `lines` of `label` takes an integer from 0, not `-1`",
          "index.html:7:7 warning HYB4015 `@bind` on `view` does nothing: readers change nothing in it",
        ].sorted(), "\(problems.joined(separator: "\n"))")
  }

  @Test func nativePropertiesOfTheTeamsComponentsMayStandInSheets() throws {
    let site = MemorySite([
      "index.html": page(
        "<badge id=\"a\"><badge id=\"b\" tone=\"x\"/></badge>", head: "<style>#a { tone: 'y' }</style>")
    ])
    let badge = Component("badge", [.init("tone", .text)])
    let reader = try PageReader(FileBytes(site.compile { $0.components = [badge] }.pageFile))
    let tones = (0..<reader.nodeCount).filter { reader.component($0) == "badge" }.map { reader.attribute($0, "tone") }
    #expect(tones == ["y", "x"])
  }

  @Test func faultsAreReportedAtTheirPlaces() {
    let site = MemorySite([
      "index.html": page(
        """
        <label>a {{ b</label><label>c }} {{ 1 }}</label>
        <view t:for="(a, a) in list"/><view t:for="list"/><label text="{{ a. }}"/>
        <button @click="go('x"/><button @click="go(1 2)"/><view t:data="a"/>
        """)
    ])
    #expect(
      site.problems() == """
        index.html:2:10 error HYB4005 `{{` is not closed
        index.html:2:31 error HYB4005 `}}` closes no `{{`
        index.html:2:37 error HYB4006 expected a path such as item.title, found `1 `
        index.html:3:14 error HYB4006 item and index have one name
        index.html:3:48 error HYB4006 expected `in` and a list
        index.html:3:70 error HYB4006 expected a member's name
        index.html:4:20 error HYB4006 a text is not closed
        index.html:4:46 error HYB4006 expected `,` or `)`, found `2)`
        index.html:4:57 warning HYB4010 `t:data` on `view` does nothing
        """)
  }

  @Test func namesThatNothingDefinesAreWarnings() {
    let site = MemorySite([
      "index.html": page(
        """
        <view t:for="(row, at) in list"><label>{{ rwo.a }} {{ at }} {{ rows }}</label></view>
        <label>{{ row.a }} {{ list[index] }}</label>
        <button @click="opne()"/><button @click="page.go()"/><button @click="token.alert('x')"/>
        """, head: "<script>const page = { go() {} }; open = () => {};</script>")
    ])
    #expect(
      site.problems() == """
        index.html:2:43 warning HYB4007 `rwo` is not a variable of the surrounding loops
        index.html:3:11 warning HYB4007 `row` is a loop's variable, and no loop with it is around this
        index.html:3:28 warning HYB4007 `index` is a loop's variable, and no loop with it is around this
        index.html:4:17 warning HYB4008 no script of the page defines `opne`
        """)
  }

  @Test func sizesThatDependOnDataAreMarked() throws {
    let site = MemorySite([
      "index.html": page(
        """
        <view id="a"><label id="b">{{ x }}</label></view>
        <view id="c" style="height:40px"><label id="d" style="height:20px">{{ x }}</label></view>
        <view id="e" style="height:50px;flex-direction:row"><label id="f">{{ x }}</label></view>
        <view id="g"><view id="h" t:for="i in list" style="height:9px"/></view><label id="s"/>
        """,
        head: "<script>document.getElementById('s').setText('x')</script><style>body{width:100%;height:100%}</style>"
      )
    ])
    let reader = try PageReader(FileBytes(site.compile().pageFile))
    let flags = (0..<reader.nodeCount).compactMap { node in
      reader.attribute(node, "id").map { "\($0) \(reader.flags(node).rawValue)" }
    }
    #expect(flags.joined(separator: ", ") == "a 4, b 5, c 0, d 1, e 0, f 5, g 4, h 5, s 10")
  }

  @Test func componentsOfTheTeamAreCheckedByTheSameRules() {
    let site = MemorySite([
      "index.html": page("<rating stars=\"x\" kind=\"c\" colour=\"red\"/><rating stars=\"3\"/><view/>")
    ])
    let rating = Component(
      "rating", [.init("stars", .integer), .init("kind", .keyword(["a", "b"]))], width: 80, height: 20)
    #expect(
      site.problems { $0.components = [rating] } == """
        index.html:2:9 error HYB4001 `stars` of `rating` takes an integer, not `x`
        index.html:2:19 warning HYB4002 `kind` of `rating` does not know `c`
        index.html:2:28 warning HYB4003 `rating` has no property `colour`
        """)
    let layout = try? LayoutReader(FileBytes(site.compile { $0.components = [rating] }.layoutFiles[0].bytes))
    let sizes = (0..<(layout?.nodeCount ?? 0)).compactMap { layout?.size($0) }.map {
      "\($0.width / 64)x\($0.height / 64)"
    }
    #expect(sizes.filter { $0 == "80x20" }.count == 2)
  }

  @Test func misspeltEventsAndSecondRowsAreReported() {
    let site = MemorySite([
      "index.html": page(
        """
        <view @clik="open()" @flip="open()"/>
        <table t:data="rows"><tableRow/><tableRow t:for="x in extra"/><tableRow/></table><table><tableRow/><tableRow/></table>
        """)
    ])
    #expect(
      site.problems() == """
        index.html:2:7 warning HYB4012 no component has the event `clik`
        index.html:2:22 warning HYB4012 `view` has no event `flip`
        index.html:3:63 warning HYB4013 a table with `t:data` makes its rows of the first `tableRow`; this one is passed over
        """)
  }

  @Test func eventsOfTheTeamsComponentsMayHaveAnyName() {
    let site = MemorySite([
      "index.html": page("<dial @turn=\"a()\"/><dial @clik=\"a()\"/><label @turn=\"a()\">x</label>")
    ])
    #expect(
      site.problems { $0.components = [Component("dial")] } == """
        index.html:2:26 warning HYB4012 no component has the event `clik`
        index.html:2:46 warning HYB4012 `label` has no event `turn`
        """)
  }

  @Test func placesThatNoListHasAndTooManyBracesAreFaults() {
    let site = MemorySite([
      "index.html": page(
        """
        <label>{{ a[-1] }}{{ a[1.5] }}{{ a[99999999999999999999] }}{{ a[0] }}{{ a['-1'] }}{{ a[1e3] }}</label>
        <label>{{{{ user.name }}}} and {{{ b }}} and {{ c }}</label><label>{{{{ d</label>
        """)
    ])
    #expect(
      site.problems() == """
        index.html:2:13 error HYB4006 `-1` is not a list index
        index.html:2:24 error HYB4006 `1.5` is not a list index
        index.html:2:36 error HYB4006 `99999999999999999999` is not a list index
        index.html:3:8 error HYB4005 `{{{{` are too many braces: a binding begins with `{{`
        index.html:3:32 error HYB4005 `{{{` are too many braces: a binding begins with `{{`
        index.html:3:68 error HYB4005 `{{{{` are too many braces: a binding begins with `{{`
        """)
  }

  /// `undefined` and the other words are not paths; longer names that begin with them are.
  @Test func wordsAmongArgumentsAreValues() throws {
    let site = MemorySite([
      "index.html": page("<view @click=\"go(undefined, null, true, undefinedName.a)\"/>")
    ])
    #expect(site.problems() == "")
    #expect(
      try dump(site)
        == "view: @click go[null,null,true,\"{{undefinedName.a}}\"] null null true $undefinedName .a list4\n")
  }

  @Test func booleansWithoutAValueAreTrue() throws {
    let own = Component("dial", [.init("loud", .boolean), .init("title", .text)])
    let site = MemorySite([
      "index.html": page(
        """
        <scrollView pageEnable showVBar="" show-h-bar=" ; " allowScroll="no" identifier=""/><dial loud title=""/>
        <scrollView class="s"/>
        """, head: "<style>.s { pageEnable: '' }</style>")
    ])
    #expect(
      site.problems { $0.components = [own] }
        == "index.html:1:63 error HYB4001 `pageEnable` takes true or false, not ``")
    let reader = try PageReader(FileBytes(site.compile { $0.components = [own] }.pageFile))
    func attributes(_ component: String) -> [String] {
      (0..<reader.nodeCount).first { reader.component($0) == component }.map { node in
        reader.attributes(node).map { "\($0.name)=\($0.value)" }
      } ?? []
    }
    #expect(
      attributes("scrollView") == [
        "pageEnable=true", "showVBar=true", "show-h-bar=true", "allowScroll=no", "identifier=",
      ])
    #expect(attributes("dial") == ["loud=true", "title="])
  }

  @Test func attributesOfNoLoopAndSecondLoopsAreReported() {
    let site = MemorySite([
      "index.html": page(
        """
        <view t:foreach="row in rows"/><view t:fro="row in rows"/><view t:repeat="rows"/><view t:if="true"/>
        <view t:for="row in rows" id="a" t:for="cell in row.cells"><label>{{ row.name }}</label></view>
        <view t:for="row in rows"><view t:for="cell in row.cells"/></view><view id="a" id="b"/>
        """)
    ])
    let problems = site.compile().diagnostics.filter { $0.severity != .note && $0.code != .approximateFont }.map {
      problem in
      "\(problem.location?.line ?? 0):\(problem.location?.column ?? 0) \(problem.code.name) \(problem.message)"
        + (problem.help.map { " | \($0)" } ?? "")
    }
    #expect(
      problems.sorted() == [
        "2:38 HYB4125 there is no `t:fro` | did you mean `t:for`?",
        "2:65 HYB4125 there is no `t:repeat` | loops are `t:for`, and `t:data` of a table",
        "2:7 HYB4125 there is no `t:foreach` | did you mean `t:for`?",
        "3:34 HYB4010 `t:for` is given twice: the second does nothing | put an inner loop on an element inside",
      ])
  }

  @Test func loopVariablesAreNotDataOfThePage() throws {
    let site = MemorySite([
      "index.html": page(
        """
        <view t:for="(row, at) in groups[0].rows" @class="row.kind"><label>{{ at }} {{ row.titles[at] }} {{ title }}</label>
        <view t:for="cell in row.cells"><label>{{ cell.text }}</label></view></view>
        <table t:data="list"><tableRow><label>{{ item.name }}{{ index }}</label></tableRow></table>
        <table><tableRow><label>{{ item.other }}</label></tableRow></table>
        """)
    ])
    let dump = try PageReader(FileBytes(site.compile().pageFile)).dump()
    #expect(
      dump.split(separator: "\n").filter { $0.hasPrefix("data ") }.joined(separator: "\n") == """
        data groups[].rows: 5 repetition
        data groups[].rows[].cells: 8 repetition
        data groups[].rows[].cells[].text: 10 text
        data groups[].rows[].kind: 5 classes
        data groups[].rows[].titles[]: 7 text
        data list: 11 data
        data list[].name: 14 text
        data rows[].other: 18 text
        data title: 7 text
        """)
  }

  @Test func anAttributeWinsOverImportantRules() throws {
    let site = MemorySite([
      "index.html": page(
        #"<view id="a" borderWidth="3" hidden="true"/><view id="b" hidden="false"/><label id="c" fontSize="20">x</label>"#,
        head: """
          <style>#a { border-width: 9px !important; visibility: visible !important } #b { visibility: hidden }
          label { font-size: 9px !important }</style>
          """)
    ])
    let page = try PageReader(FileBytes(site.compile().pageFile))
    func value(_ id: String, _ property: String) throws -> String? {
      let node = try #require((0..<page.nodeCount).first { page.attribute($0, "id") == id })
      return page.declarations(ofStyle: try #require(page.style(node))).first { $0.property == property }?.value
    }
    #expect(try value("a", "border-top-width") == "3px" && value("a", "visibility") == "hidden")
    #expect(try value("b", "visibility") == nil && value("c", "font-size") == "20px")
  }

  @Test func urlsOfComponentsAreReferences() {
    let site = MemorySite([
      "index.html": page(
        """
        <button image="a.png" selectedImage="/b.png" highlightImage="{{ c }}"/><image url="d.png" style="width: 1px"/>
        <webView src="gone.html"/><webView src="https://example.org/"/><navigationBar><navItem image="e.png"/></navigationBar>
        <button selected-image="f.png" highlight-image="b.png"/>
        """), "b.png": "no image",
    ])
    let problems = site.problems().split(separator: "\n").map {
      $0.split(separator: " ").dropFirst(2).joined(separator: " ")
    }
    #expect(
      Set(problems).sorted() == [
        "HYB0133 the image `a.png` is not in the site", "HYB0133 the image `d.png` is not in the site",
        "HYB0133 the image `e.png` is not in the site", "HYB0133 the image `f.png` is not in the site",
        "HYB0134 the file `gone.html` is not in the site",
        "HYB3005 the image `b.png` cannot be read: not an image in a format that is known",
      ])
    #expect(site.compile().references.contains("b.png"))
    // Those of an app's own components, by the type that it gives them.
    let hero = Component("hero", [.init("heroImage", .url), .init("title", .text), .init("page", .url)])
    let own = MemorySite([
      "index.html": page(#"<hero hero-image="g.png" title="h.png" page="i.txt"/><hero heroImage="{{ c }}"/>"#),
      "i.txt": "",
    ])
    #expect(
      own.problems { $0.components = [hero] }.hasSuffix("error HYB0133 the image `g.png` is not in the site")
        || own.problems { $0.components = [hero] }.hasSuffix("warning HYB0133 the image `g.png` is not in the site"))
    #expect(own.compile { $0.components = [hero] }.references.contains("i.txt"))
  }
}
