import CSSValues
import Compiler
import HybridClient
import JSONValues
import Manifest
import PageFormat
import TestSupport
import Testing

@testable import HostCore

/// What readers may change, and what they may not.
@Suite struct HostInputTests {
  private let adapter = RecordingAdapter()

  private func page(_ body: String) throws -> HostPage<RecordingAdapter> {
    var options = CompilerOptions()
    options.viewports = [Viewport(width: 300, height: 400, scale: 1)]
    let text = """
      <html html-identify="Token"><head><title>t</title><style>body{width:100%;height:100%}</style></head>
      <body>\(body)</body></html>
      """
    let compiled = PageCompiler(options: options, files: OneFile(text: text)).compile("index.html")
    let opened = OpenedPage(
      page: try PageReader(FileBytes(compiled.pageFile)),
      layout: try LayoutReader(FileBytes(try #require(compiled.layoutFiles.first).bytes)),
      device: DeviceTraits(width: 300, height: 400, scale: 1))
    let page = try HostPage(opened, adapter: adapter)
    page.tree.setScreen(width: 300, height: 400)
    page.start()
    return page
  }

  private func view(_ id: String, in page: HostPage<RecordingAdapter>) throws -> HostView {
    let node = try #require((0..<page.live.nodeCount).first { page.live.property("id", of: $0) == id })
    return try #require(page.tree.view(of: node))
  }

  @Test func fieldsThatCannotBeChangedKeepTheirText() throws {
    let page = try page(
      """
      <searchBar id="read" readonly="true" text="old"/><input id="off" disabled="true"/>
      <textArea id="free" maxlength="3"/>
      """)
    #expect(page.typed("new", in: try view("read", in: page)) == "old")
    #expect(page.typed("new", in: try view("off", in: page)) == "")
    #expect(page.entered.isEmpty)
    let free = try view("free", in: page)
    #expect(page.typed("abcdef", in: free) == "abc" && FieldAttributes(of: free).text == "abc")
  }

  @Test func whatWasTypedWhereItIsHiddenIsSecretUntilItIsGone() throws {
    let page = try page(#"<input id="pass" secure="true"/><input id="user"/>"#)
    let (pass, user) = (try view("pass", in: page), try view("user", in: page))
    #expect(page.isSecret(pass) && !page.isSecret(user))
    page.typed("s3cret", in: pass)
    page.typed("Ada", in: user)
    // The page lets a reader see what was typed.
    page.live.setProperty("secure", to: "false", of: pass.node)
    page.live.flush()
    #expect(!FieldAttributes(of: pass).isSecure && page.isSecret(pass) && !page.isSecret(user))
    page.typed("s3cret!", in: pass)
    #expect(page.state.entered[pass.node]?.isSecure == true && page.state.entered[user.node]?.isSecure == false)
    page.typed("", in: pass)
    page.typed("Eve", in: pass)
    #expect(!page.isSecret(pass) && page.state.entered[pass.node]?.isSecure == false)
  }

  @Test func disabledControlsTakeNoKeys() throws {
    let page = try page(
      #"<input id="a"/><input id="b" disabled="true"/><switch id="c" disabled="true"/><input id="d" readonly="true"/>"#)
    let (a, b, d) = (try view("a", in: page), try view("b", in: page), try view("d", in: page))
    #expect(page.tree.focusOrder == [a.node, d.node])
    page.tree.focus(b.node)
    #expect(page.tree.focused == nil)
    let toggle = try view("c", in: page)
    page.switched(true, toggle)
    #expect(toggle["on"] != "true" && page.entered.isEmpty)
  }

  @Test func viewsThatTakeNoInputAreTappedThrough() throws {
    let page = try page(
      """
      <view id="outer" style="width:200px;height:100px"><view id="inner" style="width:100px;height:50px">
      <input id="field"/></view></view>
      """)
    let (outer, inner, field) = (try view("outer", in: page), try view("inner", in: page), try view("field", in: page))
    #expect(page.tree.hit(x: 90, y: 45)?.node == inner.node && page.tree.focusOrder == [field.node])
    page.live.setProperty("userInteractionEnabled", to: "false", of: inner.node)
    page.live.flush()
    #expect(page.tree.hit(x: 90, y: 45)?.node == outer.node)
    #expect(page.tree.focusOrder.isEmpty && !field.isReachable && field.takesInput)
    #expect(page.typed("a", in: field) == "" && page.entered.isEmpty)
    page.live.setProperty("userInteractionEnabled", to: "true", of: inner.node)
    page.live.flush()
    #expect(page.typed("a", in: field) == "a")
  }

  @Test func slidersKeepToTheirSteps() throws {
    let tree = HostTree(adapter)
    func range(_ properties: [String: String]) throws -> SliderRange {
      tree.apply(
        [.create(node: 1, component: "slider")]
          + properties.map { .setProperty(node: 1, name: $0.key, value: $0.value) })
      return SliderRange(of: try #require(tree.view(of: 1)))
    }
    let whole = try range(["min": "1", "max": "10", "step": "1"])
    #expect(whole.nearest(to: 8.983) == 9 && whole.nearest(to: 44) == 10 && whole.nearest(to: -3) == 1)
    let tenths = try range(["step": "0.1"])
    #expect(tenths.nearest(to: 0.29) == 0.3)
    #expect(try range([:]).nearest(to: 0.123) == 0.123)
    // The greatest value is none of these steps.
    #expect(try range(["max": "10", "step": "4"]).nearest(to: 10) == 8)
  }
}
