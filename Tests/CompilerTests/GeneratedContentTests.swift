@testable import Compiler
import CSSValues
import Testing

@Suite struct CounterStyleTests {
  @Test(arguments: [
    (0, "decimal", "0"), (-4, "decimal-leading-zero", "-04"), (1994, "upper-roman", "MCMXCIV"),
    (4000, "upper-roman", "4000"),
    (27, "lower-alpha", "aa"), (702, "upper-latin", "ZZ"), (703, "upper-latin", "AAA"), (0, "lower-alpha", "0"),
    (3, "lower-greek", "γ"), (15, "hebrew", "טו"), (1, "disc", "•"), (12, "simp-chinese-informal", "十二"),
    (110, "simp-chinese-informal", "一百一十"), (1001, "trad-chinese-informal", "一千零一"), (20, "cjk-decimal", "二〇"),
    (3, "cjk-earthly-branch", "寅"), (13, "cjk-earthly-branch", "一三"), (7, "no-such-style", "7"),
    (10, "arabic-indic", "١٠"),
    (0, "ethiopic-numeric", "0"), (1, "ethiopic-numeric", "፩"), (11, "ethiopic-numeric", "፲፩"),
    (100, "ethiopic-numeric", "፻"),
    (101, "ethiopic-numeric", "፻፩"), (245, "ethiopic-numeric", "፪፻፵፭"), (10_000, "ethiopic-numeric", "፼"),
    (1_010_001, "ethiopic-numeric", "፻፩፼፩"), (100_010_000, "ethiopic-numeric", "፼፩፼"),
    (78_010_092, "ethiopic-numeric", "፸፰፻፩፼፺፪"), (780_100_000_092, "ethiopic-numeric", "፸፰፻፩፼፼፺፪"),
  ])
  func texts(value: Int, style: String, expected: String) {
    #expect(CounterStyle.text(value, style: style) == expected)
  }
}

@Suite struct GeneratedContentTests {
  /// The texts of generated boxes and markers of a page, in order.
  private func generated(_ html: String) -> String {
    let compiler = PageCompiler(options: CompilerOptions(), files: MemorySite(["index.html": html]))
    guard let page = compiler.inspect("index.html", viewport: Viewport(width: 400, height: 300, scale: 1)) else {
      return "unreadable"
    }
    var texts: [String] = []
    for (index, origin) in page.origins.enumerated() {
      guard case .anonymous = origin, page.tree.nodes[index].kind == .text else { continue }
      let node = page.tree.nodes[index]
      let range = Int(node.textStart)..<Int(node.textStart + node.textLength)
      texts.append(String(decoding: page.tree.text[range], as: UTF16.self))
    }
    return texts.joined(separator: "|")
  }

  @Test func listsCount() {
    #expect(generated("<ol><li>a<li value=7>b<li>c</ol>") == "1. |7. |8. ")
    #expect(generated("<ol start=3 type=a><li>a<li>b</ol>") == "c. |d. ")
    #expect(generated("<ol reversed><li>a<li>b</ol>") == "2. |1. ")
    #expect(generated("<ul><li>a<ol><li>b<li>c</ol><li>d</ul>") == "• |1. |2. |• ")
  }

  /// Three items under a `@counter-style` rule.
  private func list(_ descriptors: String, from start: Int = 1) -> String {
    generated(
      "<style>@counter-style x{\(descriptors)}ol{list-style:x}</style><ol start=\(start)><li>a<li>b<li>c</ol>")
  }

  @Test("A page's own counter styles (CSS Counter Styles 3, 3)")
  func counterStyleRules() {
    #expect(list("system:cyclic;symbols:◆ '◇';suffix:' '") == "◆ |◇ |◆ ")
    #expect(list("system:cyclic;symbols:a b", from: -1) == "a. |b. |a. ")
    #expect(list("system:fixed 2;symbols:x y", from: 1) == "1. |x. |y. ")
    #expect(list("symbols:'*' '†'") == "*. |†. |**. ")
    #expect(list("system:alphabetic;symbols:a b", from: 2) == "b. |aa. |ab. ")
    #expect(list("system:numeric;symbols:o i;negative:'(' ')'", from: -2) == "(io). |(i). |o. ")
    #expect(list("system:additive;additive-symbols:5 V,2 II,1 I", from: 6) == "VI. |VII. |VIII. ")
    #expect(list("system:extends upper-roman;prefix:'(';suffix:') '") == "(I) |(II) |(III) ")
    #expect(list("system:extends decimal;pad:3 '0'", from: -1) == "-01. |000. |001. ")
    #expect(list("system:numeric;symbols:a b;range:2 2;fallback:lower-roman") == "i. |ba. |iii. ")
  }

  @Test func brokenCounterStylesAreAsIfTheyWereNotThere() {
    #expect(list("system:alphabetic;symbols:a") == "1. |2. |3. ")
    #expect(list("system:additive;additive-symbols:1 I,2 II") == "1. |2. |3. ")
    #expect(list("system:extends x;suffix:'!'") == "1!|2!|3!")
    #expect(list("symbols:x;fallback:x", from: 200) == "200. |201. |202. ")
    #expect(list("system:numeric;symbols:a b;pad:100000 z") == "1. |2. |3. ")
    #expect(generated("<style>@counter-style disc{symbols:x}</style><ul><li>a</ul>") == "• ")
    #expect(
      generated(
        "<style>@counter-style x{symbols:x}p{counter-increment:n}p::before{content:counter(n,x)}</style><p>a<p>b")
        == "x|xx")
  }

  /// A counter inside of another of its name ends with its element, before the siblings.
  @Test func innerCountersDoNotReachSiblings() {
    #expect(
      generated(
        """
        <style>div{counter-reset:n}i{counter-increment:n}i::before{content:counters(n,".")}</style>
        <div><i></i><i style="counter-reset:n 9"></i><i></i></div>
        """) == "1|1.10|2")
  }

  @Test func countersReachOverFollowingSiblings() {
    #expect(
      generated(
        """
        <style>section{counter-reset:n}h2{counter-increment:n}h2::before{content:counters(n,".") " "}</style>
        <section><h2>a</h2><h2>b</h2><section><h2>c</h2></section><h2>d</h2></section>
        """) == "1 |2 |2.1 |3 ")
  }

  @Test func quotesNest() {
    #expect(generated("<q>a<q>b</q></q>") == "“|‘|’|”")
    #expect(generated("<html lang=de><q>a<q>b</q></q>") == "„|‚|‘|“")
    // The language around the element counts.
    #expect(generated("<html lang=fr><q lang=en>a</q>") == "«|»")
    #expect(generated("<style>html::before{content:open-quote}</style>") == "“")
  }

  @Test func controlsShowTheirTexts() {
    #expect(
      generated(
        """
        <input value=v><input placeholder=p><input type=password value=abc><input type=submit>\
        <select><option>a<option selected>b</select><textarea>t</textarea>
        """) == "v|p|•••|Submit|b|t")
  }

  @Test func contentTakesAttributes() {
    #expect(generated("<style>a::after{content:\" (\" attr(href) \")\"}</style><a href=x>y</a>") == " (x)")
  }
}
