import CSS
import Testing

@testable import Style

@Suite struct SelectorTests {
  let page = Page(
    """
    <!DOCTYPE html><html lang=en id=r><body id=b class=B>
    <p id=p1 class="a b" title="hello world">x<em id=e1 lang=fr>y</em></p><p id=p2 class=b></p><div id=d1 dir=rtl><p id=p3></p></div>
    <form id=f><input id=i1 required><input id=i2 type=checkbox checked><fieldset id=fs disabled><input id=i3></fieldset></form>
    <a id=a1 href=x>l</a><svg id=s><linearGradient id=lg /></svg>
    """)

  @Test(arguments: [
    ("p.b", "p1 p2"), ("P#p1", "p1"), (".B", "b"), ("p > em", "e1"), ("body em", "e1"), ("p + p", "p2"),
    ("p ~ div p", "p3"), ("[title~=world]", "p1"), ("[title^='HELLO' i]", "p1"), ("[title*='']", ""),
    ("p:not(.a)", "p2 p3"), (":is(p, :foo).a", "p1"), (":where(div) > p", "p3"), ("p:has(> em)", "p1"),
    ("p:has(+ p.b)", "p1"), ("body:has(#nope)", ""), ("p:nth-child(2 of .b)", "p2"), ("p:nth-of-type(2)", "p2"),
    ("p:last-of-type", "p2 p3"), (":lang(fr)", "e1"), (":dir(rtl)", "d1 p3"), (":required", "i1"), (":checked", "i2"),
    (":disabled", "fs i3"), ("a:link", "a1"), (":root", "r"), (":empty:not(input):not(linearGradient)", "head p2 p3"),
    ("lineargradient", "lg"), ("p::before", ""), (":hover", ""), ("*|p.a", "p1"), ("&", "r"),
  ])
  func matching(selector: String, expected: String) {
    #expect(page.matches(selector) == expected)
  }

  @Test(arguments: [
    ("placeholder=''", true), ("placeholder=a", true), ("placeholder='' value=a", false), ("", false),
  ])
  func placeholders(attributes: String, isShown: Bool) {
    let page = Page("<!DOCTYPE html><input id=i \(attributes)>")
    #expect(page.matches("input:placeholder-shown") == (isShown ? "i" : ""))
  }

  /// HTML, 4.10.17.3: controls belong to the form that they name, or to the one around them; radio buttons of one form and one
  /// name are a group, a form's first button that submits it is its default, and of a drop-down one option counts.
  @Test func groupsOfControls() {
    let page = Page(
      """
      <!DOCTYPE html>
      <form id=f><input type=radio name=a id=r1 checked><input type=radio name=a id=r2 checked><input type=radio name=b id=r3>
      <input type=radio id=r4><button type=button id=b1></button><button id=b2></button><input type=submit id=b3></form>
      <input type=radio name=a id=r5><input type=radio name=a id=r6 form=f checked>
      <input type=radio name=b id=r7 form=f><input type=radio name=c id=r8 form=none checked>
      <select><option id=o1 disabled><option id=o2><option id=o3></select>
      <select><option id=o4 selected><option id=o5 selected disabled></select>
      <select size=2><option id=o6></select><select multiple><option id=o7 selected><option id=o8 selected></select>
      <select disabled><option id=o9></select>
      <fieldset disabled><legend><input id=i1></legend><legend><input id=i2></legend></fieldset>
      """)
    #expect(page.matches("input:checked") == "r6 r8")
    #expect(page.matches("option:checked") == "o2 o5 o7 o8")
    #expect(page.matches("input:indeterminate") == "r3 r4 r5 r7")
    #expect(page.matches("button:default, input:default") == "r1 r2 b2 r6 r8")
    #expect(page.matches("input:disabled") == "i2")
  }

  /// HTML, 4.10.5.3.6: a value that the expression does not match as a whole is invalid; what is not an expression of the flag
  /// `v`, or one that is not compared here, asks for nothing.
  @Test(arguments: [
    ("[a-z]+", "123", true), ("[a-z]+", "abc", false), ("b", "abc", true), ("a|abc", "abc", false),
    ("[a-z]+", "", false),
    ("\\d{3}-\\d{4}", "555-1234", false), ("\\d{3}[\\-]\\d{4}", "555-12345", true), ("[(]", "x", false),
    ("[a-z", "1", false), ("(?i)a", "x", false), ("(?=.*\\d).+", "x", false), ("[a-]", "x", false),
    ("[a-c&&b]", "x", false), ("(?:ab){2}", "abab", false), ("(?:ab){2}", "ab", true), ("[^0-9]+", "1", true),
    ("[A-Za-z0-9_.]+", "a b", true), ("\\u{61}", "b", true), ("\\_", "x", false), ("\\p{L}", "1", false),
  ])
  func patterns(pattern: String, value: String, isInvalid: Bool) {
    let page = Page("<!DOCTYPE html><input id=i pattern=\"\(pattern)\" value=\"\(value)\">")
    #expect(page.matches("input:invalid") == (isInvalid ? "i" : ""))
    #expect(page.matches("input:valid") == (isInvalid ? "" : "i"))
  }

  @Test func patternsOfListsAndWhatIsNotValidated() {
    let page = Page(
      """
      <!DOCTYPE html><input id=a type=email multiple pattern=".+@b[.]c" value="x@b.c,y@b.c">
      <input id=b type=email multiple pattern=".+@b[.]c" value="x@b.c,y@d.c"><input id=c type=number pattern=a value=1>
      <input id=d type=image>
      """)
    #expect(page.matches("input:valid") == "a c")
    #expect(page.matches("input:invalid") == "b")
  }

  @Test func typesAmongManyTypes() {
    let names = (0..<12).map { "x\($0)" }
    let page = Page(
      "<!DOCTYPE html><body>"
        + (names + names.reversed() + ["x3"]).enumerated().map {
          "<\($1) id=\($1)-\($0)></\($1)>"
        }.joined())
    #expect(page.matches("x3:nth-of-type(2), x11:nth-of-type(2)") == "x11-12 x3-20")
    #expect(page.matches("x3:nth-last-of-type(1), x0:last-of-type, x9:first-of-type") == "x9-9 x0-23 x3-24")
    #expect(page.matches("x3:only-of-type, body:only-of-type") == "body")
  }

  @Test(arguments: [
    "", "p >", "> p", "p..a", "p#1", "p:foo", ":not()", ":has()", ":has(:has(a))", "p::before .a", "::before::after",
    "[a=]", "x|p", "p:nth-child(2 n)", ":nth-of-type(1 of a)", "p >> a", "p,", ":host(a, b)", "::slotted(a b)",
  ])
  func invalid(selector: String) {
    #expect(page.matches(selector) == nil)
  }

  @Test(arguments: [
    ("a.b#c", "1,1,1"), (":where(#a) p", "0,0,1"), (":is(#a, p) p", "1,0,1"), (":not(.a, b)", "0,1,0"),
    ("p::before", "0,0,2"), (":nth-child(1 of #a)", "1,1,0"), ("*", "0,0,0"), (":has(> .x)", "0,1,0"),
  ])
  func specificity(selector: String, expected: String) throws {
    var parser = SelectorParser()
    let list = try parser.parseList(TokenStream(text: selector).cursor)
    let table = parser.builder.build()
    let raw = table.selectors[Int(table.lists[Int(list)].start)].specificity.rawValue
    #expect("\(raw >> 20),\(raw >> 10 & 1023),\(raw & 1023)" == expected)
  }

  @Test func quirksModeIgnoresCase() {
    let quirky = Page("<p id=X class=Foo></p>")
    #expect(quirky.matches(".fOO") == "x")
    #expect(quirky.matches("#x") == "x")
  }

  /// Elements with the same names, ids and classes under the same ancestors share what names decide, and nothing else.
  @Test func elementsOfOneShapeDiffer() {
    let page = Page(
      """
      <!DOCTYPE html><style>
      li{order:1} .x li{order:2} li:first-child{order:3} li[title]{order:4} li:nth-child(4){order:5} li + li.y{order:6}
      li:has(b){order:7} li:lang(fr){order:8} .x > ul > li.z{order:9} li:not(.z):empty{order:10} li:is(.q, [id]){order:11}
      @scope (.s) { li { order: 12 } }
      .v i[title] { order: 13 } i, .v i, .v .w i { order: 14 } .v i { order: 15 }
      .u i { color: red } .u i[title] { color: blue } i, .u i, .u .w i { color: lime }
      </style>
      <ul><li>a<li>b<li title=t>c<li>d<li>e<li class=y>f<li><b>g</b><li lang=fr>h<li class=z>i<li><li id=j>k<li>l</ul>
      <div class=x><ul><li>a<li>b<li class=z>i</ul></div><div><ul><li>a<li>b<li class=z>i</ul></div>
      <div class=s><ul><li>a<li>b</ul></div><div class="u v"><i id=m title=t></i><b class=w><i id=n title=t></i></b></div>
      """)
    #expect(page.value("order", of: "#m") == "13")
    #expect(page.value("order", of: "#n") == "14")
    #expect(page.value("color", of: "#m") == "rgb(0, 0, 255)")
    #expect(page.value("color", of: "#n") == "rgb(0, 255, 0)")
    let orders = page.tree.elements.indices.filter { page.tree.elements[$0].name == "li" }.map {
      page.styles.styles[Int(page.styles.elementStyle[page.tree.elements[$0].node.index])].serialized(.order)
    }
    #expect(orders.joined(separator: " ") == "3 1 4 5 1 6 7 8 1 10 11 1 3 2 9 3 1 1 3 12")
  }
}
