import CSS
import Diagnostics
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

  @Test func customPropertiesThatDouble() {
    let chain = (1..<10_000).map { "--x\($0):var(--x\($0 - 1))var(--x\($0 - 1));" }.joined()
    let page = Page("<!DOCTYPE html><style>#t{--x0:aaaaaaaa;\(chain)}</style><div id=t>")
    #expect(page.value("--x1", of: "#t") == "aaaaaaaa/**/aaaaaaaa")
    #expect(page.value("--x9999", of: "#t") == "")
    #expect(page.styles.meetsTextLimit)
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
    resolver.maximumMatchingSteps = 12 * 110 * 110 * 3
    #expect(!resolver.resolve().isIncomplete)
    resolver.maximumMatchingSteps = 10_000
    #expect(resolver.resolve().isIncomplete)
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
    let items = (0..<120).map { "<p style=--v1500:b\($0)>" }.joined()
    let page = Page("<!DOCTYPE html><style>p{\(chain)}#t{--x:1}</style><b id=t></b>\(items)")
    #expect(page.styles.meetsTextLimit)
    #expect(page.value("--v0", of: "p").hasPrefix("b0 a a"))
    #expect(
      page.resolver.customPropertyBytes < StyleResolver.maximumCustomPropertyBytes
        + CustomPropertyEvaluation.maximumTotal)
  }
}
