import CSS
import CSSValues
import Diagnostics
import Names
import Testing

@testable import Style

/// Sheets and pages that are written to take forever, or all memory, or the stack.
@Suite struct HostileStyleTests {
  /// A megabyte of one selector, and shorter ones of other kinds: each is read, matched where it can match, and ends.
  @Test(arguments: [
    ("i", 1 << 19, "+i"), ("i", 1 << 14, "~i"), (".a", 1 << 14, ".a"), ("a", 1 << 14, ">a"), ("i", 1 << 14, ",i"),
    (":is(i", 1 << 14, ",i"), ("i:not(b", 1 << 14, ",b"), ("i:is(a+i", 1 << 14, "+i"),
  ])
  func selectorsOfAMegabyte(head: String, count: Int, member: String) {
    let selector = head + String(repeating: member, count: count) + (head.contains("(") ? ")" : "")
    let items = String(repeating: "<i></i>", count: 4_000)
    let page = Page("<!DOCTYPE html><style>\(selector){color:red}b{color:lime}</style>\(items)<b id=t></b>")
    #expect(page.sheets[0].sheet.rules.count == 2)
    #expect(page.value("color", of: "#t") == "rgb(0, 255, 0)")
    // Only chains of siblings are longer here than is followed.
    #expect(page.styles.isIncomplete == (member == "+i" || member == "~i"))
  }

  @Test func nestedChainsEnd() {
    let chain = String(repeating: "+ i ", count: 200)
    let css = String(repeating: "& \(chain){", count: 100) + "color:red"
    let items = String(repeating: "<i></i>", count: 4_000)
    let page = Page("<!DOCTYPE html><style>i{\(css)</style>\(items)")
    #expect(page.styles.isIncomplete)
    #expect(page.value("color", of: "i") == "rgb(0, 0, 0)")
  }

  /// Each selector of the inner list asks for the whole outer one.
  @Test(arguments: ["& .b", "&.b", ".b &", "&:not(& .c).b"])
  func nestedListsEnd(member: String) {
    func list(_ member: String) -> String { Array(repeating: member, count: 3_000).joined(separator: ",") }
    let page = Page(
      "<!DOCTYPE html><style>\(list(".a")){\(list(member)){color:red}}i{color:lime}</style><p class=b><i class=b id=t>")
    #expect(!page.styles.isIncomplete)
    #expect(page.value("color", of: "#t") == "rgb(0, 255, 0)")
    #expect(page.value("color", of: "p") == "rgb(0, 0, 0)")
  }

  /// Each level asks for the one around it twice: 2^30 matches, were answers not remembered.
  @Test func nestedRulesThatDouble() {
    let nested = String(repeating: "&:is(.a,.b),.c & {", count: 30)
    let css = "p{" + nested + "color:red" + String(repeating: "}", count: 31)
    let page = Page("<!DOCTYPE html><style>\(css)</style><p class=a id=t>x<p id=u>y")
    let resolver = StyleResolver(page.tree, author: page.resolver.author, environment: page.resolver.environment)
    resolver.maximumMatchingSteps = 200_000
    #expect(!resolver.resolve().isIncomplete)
    #expect(page.value("color", of: "#t") == "rgb(255, 0, 0)")
    #expect(page.value("color", of: "#u") == "rgb(0, 0, 0)")
  }

  /// Each style computes a long value again: those of all styles of a page are bounded, whatever property has them.
  @Test(arguments: [
    "background-image: linear-gradient(#)|red, ", "clip-path: polygon(#)|1em 1%, ", "transition: #|--a 1s, ",
    "transition: color 1s linear(#)|0.5, ", "box-shadow: #|1px 1em red, ", "width: min(#)|1em, ",
    "font-feature-settings: #|'abcd' 1, ", "content: counter(a) #|counter(b) ",
  ])
  func longValuesOfManyStyles(_ declaration: String) {
    let parts = declaration.split(separator: "|")
    let list = String(repeating: String(parts[1]), count: 200).reversed().drop { " ,".contains($0) }.reversed()
    let css = "p { \(parts[0].replacing("#", with: String(list))) }"
    let html = (1...20).map { "<p id=p\($0) style='color: #0000\($0 + 10)'>x" }.joined()
    let page = Page("<!DOCTYPE html><style>\(css)</style><body>\(html)")
    #expect(page.styles.excess == nil)
    // At least 200 parts a style, and at most 2,000.
    #expect((20 * 200 * StyleWork.part...20 * 2_000 * StyleWork.part).contains(page.resolver.work.steps(for: .values)))
    func excess(_ limit: Int) -> StyleExcess? {
      let resolver = StyleResolver(page.tree, author: page.resolver.author, environment: page.resolver.environment)
      resolver.work.limit = limit
      return resolver.resolve().excess
    }
    #expect(excess(page.resolver.work.total) == nil)
    #expect(excess(page.resolver.work.total - 1)?.kind == .values)
    #expect(excess(page.resolver.work.total / 2)?.limit == .steps)
  }

  /// Parts are counted as far as it matters.
  @Test func countingPartsEnds() {
    let list = CSSValue.list(Array(repeating: .number(1), count: 1_000), .comma)
    #expect(list.partCount(of: .boxShadow) == 1_001 && list.partCount(of: .boxShadow, upTo: 64) == 65)
    let sum = CSSValue.function(Name("linear"), [list, list, .number(1)], .comma)
    #expect(sum.partCount(of: .boxShadow) == 2_004 && sum.partCount(of: .boxShadow, upTo: 500) == 501)
    let short = CSSValue.list(Array(repeating: .number(1), count: 9), .comma)
    #expect(short.partCount(of: .boxShadow) == 10 && short.longPartCount(of: .boxShadow) == 0)
    #expect(CSSValue.keyword("none").partCount(of: .boxShadow) == 1)
  }

  /// Elements that share a style have its values once.
  @Test func longValuesOfOneStyle() {
    let list = String(repeating: "1em 1px red, ", count: 99) + "0 0 red"
    let html = String(repeating: "<p>x", count: 50)
    let page = Page("<!DOCTYPE html><style>p { box-shadow: \(list) }</style><body>\(html)")
    let resolver = StyleResolver(page.tree, author: page.resolver.author, environment: page.resolver.environment)
    #expect(resolver.resolve().excess == nil)
    #expect(resolver.work.steps(for: .values) < 700 * StyleWork.part)
  }

  @Test func patternsCountAsSteps() {
    let value = String(repeating: "a", count: 200)
    let page = Page(
      "<!DOCTYPE html><style>input:invalid{color:red}</style><input pattern='((a{100})*b?){9}c' value='\(value)'>")
    #expect(page.value("color", of: "input") == "rgb(255, 0, 0)")
    let resolver = StyleResolver(page.tree, author: page.resolver.author, environment: page.resolver.environment)
    resolver.maximumMatchingSteps = 100_000
    #expect(resolver.resolve().isIncomplete)
  }

  @Test func matchingIsBounded() {
    var html = "<!DOCTYPE html><style>b:has(i ~ u){color:red}</style>"
    html += String(repeating: "<b>" + String(repeating: "<i></i>", count: 100) + "</b>", count: 10)
    let page = Page(html)
    #expect(!page.styles.isIncomplete)
    let resolver = StyleResolver(page.tree, author: page.resolver.author, environment: page.resolver.environment)
    resolver.maximumMatchingSteps = 100
    #expect(resolver.resolve().isIncomplete)
  }

  /// Each element asks for what comes before it: what one found, those behind it do not look for again.
  @Test func siblingsAreWalkedOnce() {
    let items = String(repeating: "<i></i>", count: 4_000)
    let css = "i~i~i~i~i~b{color:red}i~u~i{color:red}s~i~b~s{color:red}u~i~i~s~s{color:lime}"
    let page = Page("<!DOCTYPE html><style>\(css)</style>\(items)<s></s><u></u>\(items)<s></s><s id=t></s>")
    let resolver = StyleResolver(page.tree, author: page.resolver.author, environment: page.resolver.environment)
    resolver.maximumMatchingSteps = 2_000_000
    #expect(!resolver.resolve().isIncomplete)
    #expect(page.value("color", of: "#t") == "rgb(0, 255, 0)")
    #expect(page.value("color", of: "i") == "rgb(0, 0, 0)")
    #expect(page.value("color", of: "u ~ i") == "rgb(255, 0, 0)")
    #expect(page.value("color", of: "u ~ i ~ s") == "rgb(0, 0, 0)")
  }

  @Test func customPropertiesThatDouble() {
    let chain = (1..<10_000).map { "--x\($0):var(--x\($0 - 1))var(--x\($0 - 1));" }.joined()
    let page = Page("<!DOCTYPE html><style>#t{--x0:aaaaaaaa;\(chain)}</style><div id=t>")
    #expect(page.value("--x1", of: "#t") == "aaaaaaaa/**/aaaaaaaa")
    #expect(page.value("--x9999", of: "#t") == "")
    #expect(page.styles.elementWithLongText == page.tree.elements.last?.node)
  }

  /// What substitution gives is read again for each style, in custom properties and in others.
  @Test func substitutedTextOfManyStyles() {
    let html = (1...20).map { "<p style='--q: \($0)'>x" }.joined()
    let css = "body { --a: \(String(repeating: "x ", count: 500)) } p { width: calc(var(--a) var(--q)) }"
    let page = Page("<!DOCTYPE html><style>\(css)</style><body>\(html)")
    #expect(page.styles.excess == nil)
    let steps = page.resolver.work.steps(for: .references)
    #expect(steps >= 20 * 1_000)
    let resolver = StyleResolver(page.tree, author: page.resolver.author, environment: page.resolver.environment)
    resolver.work.limit = page.resolver.work.total / 2
    #expect(resolver.resolve().excess?.limit == .steps)
    // Nothing more is substituted than half of it and one text.
    #expect(resolver.work.steps(for: .references) < steps / 2 + 3_000)
  }

  /// Scopes in scopes: each element asks each scope once.
  @Test func nestedScopesEnd() {
    let css = String(repeating: "@scope (div) to (p){", count: 12) + "*{order:1}" + String(repeating: "}", count: 12)
    let page = Page(
      "<!DOCTYPE html><style>\(css)</style>" + String(repeating: "<div>", count: 100) + "<p id=t>x</p><i id=u>")
    #expect(page.value("order", of: "#t") == "0")
    #expect(page.value("order", of: "#u") == "1")
    // 101 elements may start each of 12 scopes, below each of 101.
    let resolver = StyleResolver(page.tree, author: page.resolver.author, environment: page.resolver.environment)
    resolver.maximumMatchingSteps = 12 * 110 * 110 * 20
    #expect(!resolver.resolve().isIncomplete)
    resolver.maximumMatchingSteps = 10_000
    #expect(resolver.resolve().isIncomplete)
  }

  /// To ask each scope for each element takes longer than to match as many selectors.
  @Test func questionsOfScopesCountAsSteps() {
    let css = (0..<200).map { "@scope (.a) to (.b\($0)) { p { order: \($0) } }" }.joined()
    let page = Page("<!DOCTYPE html><style>\(css)</style>" + String(repeating: "<div class=a><p></div>", count: 200))
    #expect(page.value("order", of: "p") == "199")
    func isIncomplete(_ steps: Int) -> Bool {
      let resolver = StyleResolver(page.tree, author: page.resolver.author, environment: page.resolver.environment)
      resolver.maximumMatchingSteps = steps
      return resolver.resolve().isIncomplete
    }
    #expect(isIncomplete(200 * 200 * 6))
    #expect(!isIncomplete(200 * 200 * 40))
  }

  /// Once the steps are used up, no rule in a scope is asked for each ancestor.
  @Test func scopesStopWhereTheStepsAreUsedUp() {
    let css = (0..<200).map { "@scope (.a) to (.b\($0)) { p { order: \($0) } }" }.joined()
    let page = Page("<!DOCTYPE html><style>\(css)</style>" + String(repeating: "<div><p>x</p>", count: 200))
    let resolver = StyleResolver(page.tree, author: page.resolver.author, environment: page.resolver.environment)
    resolver.maximumMatchingSteps = 10_000
    #expect(resolver.resolve().isIncomplete)
    // 200 elements ask 200 rules, each for up to 200 ancestors: 8 steps a question, were they asked.
    #expect(resolver.memory.steps < 20_000, "\(resolver.memory.steps)")
  }

  @Test func scopesInScopes() {
    let page = Page(
      """
      <!DOCTYPE html><style>
      @scope (.a) to (.e) { @scope (:scope > .b) { i { color: red } } @scope (.c) to (:scope > u) { i { order: 2 } } }
      </style>
      <div class=a><div class=b><i id=i1></i><p class=e><i id=i2></i></p></div><p><b class=b><i id=i3></i></b></p>
      <div class=c><i id=i4></i><u><i id=i5></i></u><b><u><i id=i6></i></u></b></div></div><p class=c><i id=i7></i></p>
      """)
    let found = (1...7).map {
      page.value("color", of: "#i\($0)") == "rgb(255, 0, 0)" ? "r" : page.value("order", of: "#i\($0)")
    }
    #expect(found.joined(separator: " ") == "r r 0 2 0 2 0")
  }

  /// Containers in containers: a second level costs no more than the first.
  @Test func nestedContainersEnd() {
    let css = "div{container-type:inline-size} @container (width > 1px){p{width:50cqw;height:10cqh}}"
    let page = Page("<!DOCTYPE html><style>\(css)</style>" + String(repeating: "<div><p></p>", count: 400) + "<p id=t>")
    #expect(page.value("width", of: "#t") == "392px")
    #expect(page.value("height", of: "#t") == "60px")
  }

  @Test func customPropertiesOfAPageAreBounded() {
    let chain = (0..<1_500).map { "--v\($0):var(--v\($0 + 1)) a" }.joined(separator: ";")
    let items = (0..<20).map { "<p style=--v1500:b\($0)>" }.joined()
    let page = Page("<!DOCTYPE html><style>p{\(chain)}#t{--x:1}</style><b id=t></b>\(items)")
    #expect(page.styles.excess == nil)
    #expect(page.value("--v0", of: "p").hasPrefix("b0 a a"))
    // Of the k-th property 2k bytes come out.
    #expect(page.resolver.work.steps(for: .references) > 20 * 1_500 * 1_500)
    let resolver = StyleResolver(page.tree, author: page.resolver.author, environment: page.resolver.environment)
    resolver.work.limit = page.resolver.work.total / 2
    #expect(resolver.resolve().excess?.kind == .references)
  }

  /// Elements of one shape in one container ask each query once.
  @Test(arguments: ["p", "p:nth-child(n)", "p::before", "p:not(.b)"])
  func containerQueriesOfManyElements(selector: String) {
    func steps(_ count: Int, _ rules: Int) -> Int {
      let css = (1...rules).map { "@container (min-width: \($0)px) { \(selector) { order: \($0); content: '' } }" }
        .joined()
      let items = String(repeating: "<p>x", count: count)
      let page = Page(
        "<!DOCTYPE html><style>\(css)</style><div style='container-type: inline-size; width: 70px'>\(items)</div>")
      let index =
        selector.contains("::")
        ? page.styles.pseudoStyle.first { $0.key.pseudo == .before }.map { Int($0.value) } : nil
      #expect(
        index.map { page.styles.styles[$0].serialized(.order) } ?? page.value("order", of: "p:last-child") == "70")
      #expect(!page.styles.isIncomplete)
      return page.resolver.memory.steps
    }
    let few = steps(20, 200)
    // The queries are asked once; of each element a few steps are left for each rule that asks more than names.
    #expect(few < 200 * 20 + 20 * 200 * 3)
    #expect(steps(320, 200) - few < 300 * 200 * 3)
  }

  /// What tells elements of one name apart is where their containers are, how large, and what style they have.
  @Test func elementsOfOneShapeInOtherContainers() {
    let page = Page(
      """
      <!DOCTYPE html><style>
      @container (min-width: 300px) { p { order: 1 } p::before { content: 'a' } }
      @container style(--x: 1) { p { flex-grow: 3 } }
      @container named (max-width: 300px) { p { flex-shrink: 4 } }
      @container (width > 10em) { p { z-index: 5 } }
      @container (width >= 50cqw) { p { flex-basis: 6px } }
      </style>
      <div style="container-type: inline-size; width: 200px"><p id=a></div>
      <div style="container-type: inline-size; width: 400px"><p id=b></div>
      <div style="--x: 1"><p id=c></div>
      <div style="--x: 2"><p id=d></div>
      <div style="container: named / inline-size; width: 200px"><p id=e></div>
      <div style="container: named / inline-size; width: 400px"><p id=f></div>
      <div style="container-type: inline-size; width: 200px; font-size: 40px"><p id=g></div>
      <div style="container-type: inline-size; width: 200px; font-size: 4px"><p id=h></div>
      <section style="container-type: inline-size; width: 300px">
        <div style="container-type: inline-size; width: 200px"><p id=i></div></section>
      <section style="container-type: inline-size; width: 600px">
        <div style="container-type: inline-size; width: 200px"><p id=j></div></section>
      """)
    func found(_ property: String) -> String {
      "abcdefghij".map { page.value(property, of: "#\($0)") }.joined(separator: " ")
    }
    #expect(found("order") == "0 1 0 0 0 1 0 0 0 0")
    #expect(found("flex-grow") == "0 0 3 0 0 0 0 0 0 0")
    #expect(found("flex-shrink") == "1 1 1 1 4 1 1 1 1 1")
    #expect(found("z-index") == "5 5 auto auto 5 5 auto 5 5 5")
    #expect(found("flex-basis") == "auto 6px auto auto auto 6px auto auto 6px auto")
    let withContent = page.styles.pseudoStyle.keys.filter { $0.pseudo == .before }.map(\.node)
    #expect(withContent.count == 2)
  }

  /// A query that asks for an attribute is asked for each element, and counts.
  @Test func queriesOfManyContainersCountAsSteps() {
    let css = (0..<100).map { "@container style(--x: attr(a)) { p { order: \($0) } }" }.joined()
    let items = (0..<100).map { "<div a=\($0) style='--x: \($0)'><p></div>" }.joined()
    let page = Page("<!DOCTYPE html><style>\(css)</style>\(items)")
    #expect(!page.styles.isIncomplete)
    let resolver = StyleResolver(page.tree, author: page.resolver.author, environment: page.resolver.environment)
    resolver.maximumMatchingSteps = 100_000
    #expect(resolver.resolve().isIncomplete)
  }

  /// The bytes of attributes that are compared count as steps.
  @Test(arguments: [
    ("[title*='\(String(repeating: "a", count: 200))c']", ""), ("[title~=b]", ""), ("[title$=aac]", "a"),
    (":lang(de)", ""), ("input:invalid", ""),
  ])
  func bytesOfValuesCountAsSteps(selector: String, few: String) {
    let text = String(repeating: "a", count: 40_000)
    let css = (0..<20).map { "\(selector) { order: \($0) }" }.joined()
    let page = Page(
      "<!DOCTYPE html><style>\(css)</style><input lang='\(text)' title='\(text)' type=email value='\(text)'>")
    #expect(!page.styles.isIncomplete)
    let steps = page.resolver.memory.steps
    // Each of the sheet's twenty selectors passes the text at most five times, sixteen bytes a step.
    #expect(steps < 20 * (5 * 40_000 / 16 + 300))
    #expect(few.isEmpty ? steps > 20 * 40_000 / 20 : steps < 2_000)
    let resolver = StyleResolver(page.tree, author: page.resolver.author, environment: page.resolver.environment)
    resolver.maximumMatchingSteps = 5_000
    #expect(resolver.resolve().isIncomplete == few.isEmpty)
  }

  /// The search is linear, and finds what comparing at each place finds.
  @Test func valuesAreSearched() {
    var generator = SystemRandomNumberGenerator()
    func found(_ value: [UInt8], _ wanted: [UInt8], _ ignoresCase: Bool = false) -> (Bool, Int) {
      value.withUnsafeBufferPointer { value in
        wanted.withUnsafeBufferPointer { wanted in
          var comparison = ValueComparison(value, wanted, ignoresCase: ignoresCase)
          let isFound = comparison.holds(.substring)
          return (isFound, comparison.count)
        }
      }
    }
    for _ in 0..<3_000 {
      let letters = Array("abA".utf8)
      func text(_ count: Int) -> [UInt8] { (0..<count).map { _ in letters[Int.random(in: 0..<3, using: &generator)] } }
      let (value, wanted) = (
        text(Int.random(in: 0...60, using: &generator)), text(Int.random(in: 1...7, using: &generator))
      )
      for ignoresCase in [false, true] {
        func folded(_ text: [UInt8]) -> String {
          ignoresCase ? String(decoding: text, as: UTF8.self).lowercased() : String(decoding: text, as: UTF8.self)
        }
        #expect(found(value, wanted, ignoresCase).0 == folded(value).contains(folded(wanted)))
      }
    }
    for (value, wanted) in [("a", "ac"), ("ab", "abac"), ("a", "ca"), ("aaaab", "b")] {
      let value = Array(String(repeating: value, count: 20_000).utf8)
      let wanted = Array((String(repeating: "a", count: 5_000) + wanted).utf8)
      let (isFound, count) = found(value, wanted)
      #expect(!isFound)
      #expect(count < 5 * (value.count + wanted.count))
    }
  }
}
