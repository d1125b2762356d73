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
}
