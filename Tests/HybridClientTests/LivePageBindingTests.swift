import CSSValues
import Compiler
import HybridClient
import JSONValues
import Manifest
import PageFormat
import TestSupport
import Testing

/// What readers and scripts change reaches the data and all that shows it, by one name each.
@Suite struct LivePageBindingTests {
  private func show(_ body: String, data: String = "{}") throws -> (LivePage, CommandLog) {
    var options = CompilerOptions()
    options.viewports = [Viewport(width: 300, height: 400, scale: 1)]
    let text = "<html html-identify=\"Token\"><head><title>t</title></head><body>\(body)</body></html>"
    let compiled = PageCompiler(options: options, files: OneFile(text: text)).compile("index.html")
    let log = CommandLog()
    let page = try LivePage(
      OpenedPage(
        page: try PageReader(FileBytes(compiled.pageFile)),
        layout: try LayoutReader(FileBytes(compiled.layoutFiles[0].bytes)),
        device: DeviceTraits(width: 300, height: 400, scale: 1)), data: try json(data), host: log)
    page.start()
    return (page, log)
  }

  private func json(_ text: String) throws -> JSONValue { try JSONParser.parse(Array(text.utf8)) }

  private func node(_ id: String, in page: LivePage) throws -> Int {
    try #require((0..<page.nodeCount).first { page.property("id", of: $0) == id })
  }

  private func changes(_ log: CommandLog) -> [String] {
    log.take().split(separator: "\n").map(String.init).filter { $0.hasPrefix("set") || $0.hasPrefix("text") }
  }

  @Test func allThatIsBoundFollowsWhatIsEntered() throws {
    let (page, log) = try show(
      """
      <input id="f" @bind="form.name"/><label id="l">{{ form.name }}</label><switch id="s" @bind="on"/>
      <label id="h" hidden="{{ on }}">x</label><label id="other">{{ title }}</label>
      """, data: #"{"form":{"name":""},"on":false,"title":"a"}"#)
    let (field, label, other) = (try node("f", in: page), try node("l", in: page), try node("other", in: page))
    page.setText("of a script", of: other)
    page.flush()
    _ = log.take()
    // The view that is typed into knows; texts that scripts set stay.
    page.handle(.textChange(node: field, text: "Ada"))
    #expect(changes(log) == ["text \(label) “Ada”"])
    #expect(page.text(of: other) == "of a script")
    page.handle(.valueChange(node: try node("s", in: page), value: .bool(true)))
    #expect(changes(log) == ["set \(try node("h", in: page)) hidden true"])
    #expect(page.data["on"] == .bool(true))
    // The app clears the form.
    page.setData(try json(#"{"form":{"name":""},"on":false,"title":"a"}"#))
    let cleared = changes(log)
    #expect(cleared.contains("set \(field) text ") && cleared.contains("text \(label) “”"), "\(cleared)")
    #expect(cleared.contains("set \(try node("s", in: page)) on false"))
    // What scripts set reaches the data, and what data sets is what scripts read.
    page.setProperty("text", to: "scripted", of: field)
    page.flush()
    #expect(page.data["form"]?["name"] == .string("scripted") && page.text(of: label) == "scripted")
    page.setData(try json(#"{"form":{"name":"New"}}"#))
    #expect(page.value(of: field) == "New")
  }

  @Test func elementsOfListsAreWrittenBack() throws {
    let (page, log) = try show(
      """
      <view t:for="row in groups"><view t:for="(cell, at) in row.cells"><input class="c" @bind="cell.v"/>
      <label class="t">{{ cell.v }}</label></view></view><input id="one" @bind="groups[0].cells[1].v"/>
      <table id="t" t:data="(r, n) in rows"><tableRow><input class="r" @bind="r.v"/></tableRow></table>
      <table id="u"><tableRow><input class="u" @bind="item.v"/><label class="w">{{ item.v }}</label></tableRow></table>
      """, data: #"{"groups":[{"cells":[{"v":"a"},{"v":"b"}]}],"rows":[{"v":"c"}]}"#)
    func shown(_ name: String) -> [Int] {
      (0..<page.nodeCount).filter { page.property("class", of: $0) == name && page.frame(of: $0) != nil }
    }
    func last(_ name: String) throws -> Int { try #require(shown(name).last) }
    _ = log.take()
    let label = try last("t")
    page.handle(.textChange(node: try last("c"), text: "B"))
    let one = try node("one", in: page)
    #expect(changes(log).sorted() == ["set \(one) text B", "text \(label) “B”"])
    #expect(page.data == (try json(#"{"groups":[{"cells":[{"v":"a"},{"v":"B"}]}],"rows":[{"v":"c"}]}"#)))
    page.handle(.textChange(node: one, text: "C"))
    #expect(page.value(of: try last("c")) == "C")
    page.handle(.textChange(node: try last("r"), text: "row"))
    #expect(page.data["rows"] == (try json(#"[{"v":"row"}]"#)))
    page.setTable(try json(#"[{"v":1},{"v":2}]"#), of: try node("u", in: page))
    page.flush()
    _ = log.take()
    page.handle(.textChange(node: try last("u"), text: "3"))
    #expect(changes(log) == ["text \(try last("w")) “3”"])
  }

  @Test func rowsThatWantDataWaitForIt() throws {
    let (page, log) = try show(
      """
      <table id="t"><tableRow><label>Name: {{ item.n }}</label></tableRow></table>
      <table id="u"><tableRow><label>written</label></tableRow><tableRow><label>twice</label></tableRow></table>
      <table id="v"><tableRow @click="go(index)"><label>tap</label></tableRow></table>
      """)
    func rows(_ id: String) throws -> [String] {
      page.children(of: try node(id, in: page)).map { page.text(of: $0) }.filter { !$0.allSatisfy(\.isWhitespace) }
    }
    #expect(try rows("t") == [] && rows("u") == ["written", "twice"] && rows("v") == [])
    let table = try node("t", in: page)
    page.setTable(try json(#"[{"n":"Ada"}]"#), of: table)
    page.flush()
    #expect(try rows("t") == ["Name: Ada"])
    let row = try #require(page.children(of: table).first)
    #expect(page.parent(of: row) == table)
    page.setTable(.array([]), of: table)
    #expect(page.parent(of: row) == nil)
    page.flush()
    #expect(log.take().contains("remove \(row)"))
  }

  @Test func hostsHearOneNameOfAProperty() throws {
    let (page, log) = try show(
      """
      <input id="i" textColor="#123456" align="right" value="v" placeHolder="p" keyBoardType="URL"/>
      <button id="b" titleColor="{{ c }}">x</button><textArea id="a" align="{{ a }}"/>
      """, data: ##"{"c":"#ff0000","a":"center"}"##)
    func names(_ id: String, _ lines: [String]) throws -> [String] {
      let start = "set \(try node(id, in: page)) "
      return lines.filter { $0.hasPrefix(start) && !$0.contains(" font") && !$0.contains(" id ") }
        .map { String($0.dropFirst(start.count)) }
    }
    let lines = changes(log)
    #expect(
      try names("i", lines) == [
        "color rgb(18, 52, 86)", "keyboardType URL", "placeholder p", "text v", "textAlign right",
      ])
    #expect(try names("b", lines).contains("color rgb(255, 0, 0)"))
    #expect(try !names("b", lines).contains { $0.hasPrefix("titleColor") })
    #expect(try names("a", lines).contains("textAlign center") && !names("a", lines).contains { $0.hasPrefix("align") })
    page.setProperty("textColor", to: "#00f", of: try node("i", in: page))
    page.flush()
    #expect(changes(log) == ["set \(try node("i", in: page)) color rgb(0, 0, 255)"])
    #expect(page.property("color", of: try node("i", in: page)) == "#00f")
  }

  /// A page file that no build writes: what is entered goes nowhere, and the page goes on.
  @Test func aPathWithoutEndIsNotAPlace() throws {
    var model = SamplePage.page()
    model.dialect = .token
    let member = model.strings.intern("a")
    let path = [ProgramStep.variable(member)] + [ProgramStep](repeating: .member(member), count: 50_000)
    model.bindings = [
      PageBinding(target: .value, expression: .none, program: model.internProgram(path)),
      PageBinding(target: .value, expression: .none, program: model.internProgram(Array(path.prefix(3)))),
    ]
    model.nodes[6].bindings = 0..<2
    let log = CommandLog()
    let page = try LivePage(
      OpenedPage(
        page: try PageReader(FileBytes(model.encode())), layout: nil,
        device: DeviceTraits(width: 390, height: 844, scale: 3)), host: log)
    page.start()
    page.handle(.textChange(node: 6, text: "typed"))
    #expect(page.data == (try json(#"{"a":{"a":{"a":"typed"}}}"#)))
  }
}
