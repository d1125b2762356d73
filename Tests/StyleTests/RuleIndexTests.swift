import CSS
import Testing

@testable import Style

/// The index of rules finds what matches, no more and no less: each rule of a sheet is compared with the plain matcher,
/// element by element.
@Suite struct RuleIndexTests {
  /// A list of one names an element that something else decides about as well.
  @Test(arguments: [
    (":is(.dark .t)", "t2"), (":where(.dark .t)", "t2"), (":where(a:hover)", ""), (":where(button:disabled)", "g2"),
    (":is(.btn:not(.btn-x))", "g1"), (":is(p > span)", "s1"), (".dark{:where(& > .x){", "x1"),
    (":is(:is(p > span))", "s1"),
    (":is(#s1 + .q)", ""), (":is(.t)", "t1 t2"), ("& :is(.dark > .t)", "t2"), (":is(button[disabled])", "g2"),
  ])
  func listsOfOne(selector: String, expected: String) {
    let rule = selector.hasSuffix("{") ? "\(selector)color:red}}" : "\(selector){color:red}"
    let page = Page(
      """
      <!DOCTYPE html><style>\(rule)</style><i id=t1 class=t></i><p class=dark><i id=t2 class=t></i><b id=x1 class=x></b></p>
      <b id=x2 class=x></b><a id=a1 href=x>l</a><button id=g1 class=btn></button><button id=g2 class="btn btn-x" disabled></button>
      <p><span id=s1></span></p><span id=s2 class=q></span>
      """)
    let red = page.tree.elements.filter {
      page.styles.styles[Int(page.styles.elementStyle[$0.node.index])].serialized(.color) == "rgb(255, 0, 0)"
    }
    #expect(red.map(\.id.string).joined(separator: " ") == expected)
  }

  @Test(arguments: 0..<8) func randomSheets(seed: UInt64) {
    var random = Sequence(state: seed &* 0x9E37_79B9 &+ 12_345)
    let rules = (0..<80).map { _ in random.rule() }.joined(separator: "\n")
    let doctype = seed % 4 == 3 ? "" : "<!DOCTYPE html>"
    let page = Page("\(doctype)<html class=a><style>\(rules)</style><body id=p>" + random.markup(depth: 0))
    let sheet = page.sheets[0].sheet
    let memory = MatchMemory()
    let author = page.resolver.author
    let collector = RuleCollector(page.tree, memory)
    let matcher = SelectorMatcher(page.tree, sheet.selectors)
    var open: [Int] = []
    for element in page.tree.elements.indices {
      while let last = open.last, Int(page.tree.elements[last].subtreeEnd) <= element {
        collector.leave(last)
        open.removeLast()
      }
      collector.collect(author, element, pseudo: nil) { _, _, _ in false }
      let found = Set(collector.matches.map(\.block))
      let wanted = Set(
        sheet.rules.filter { rule in
          guard rule.group == 0 else { return false }
          return matcher.matches(list: rule.selectors, element)
        }.map(\.block))
      #expect(found == wanted, "element \(element) of \(doctype): \(found.symmetricDifference(wanted).sorted())")
      collector.enter(element)
      open.append(element)
    }
    #expect(!memory.isExhausted)
  }

  /// Random numbers that are the same every time.
  private struct Sequence {
    var state: UInt64

    mutating func next(_ limit: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % limit
    }

    mutating func pick(_ choices: [String]) -> String { choices[next(choices.count)] }

    mutating func rule() -> String {
      let selector = list(depth: 0)
      if next(5) == 0 { return "\(selector){--n:1;& \(simple(depth: 1)){--n:2}:where(& > \(list(depth: 2))){--n:3}}" }
      return "\(selector){--n:1}"
    }

    mutating func list(depth: Int) -> String {
      (0...(next(3) == 0 ? next(3) : 0)).map { _ in complex(depth: depth) }.joined(separator: ",")
    }

    mutating func complex(depth: Int) -> String {
      var result = compound(depth: depth)
      while next(3) == 0 { result += pick([" ", " ", ">", "+", "~"]) + compound(depth: depth) }
      return result
    }

    mutating func compound(depth: Int) -> String {
      var result = next(2) == 0 ? pick(["a", "b", "i", "p", "*", "svg", "linearGradient", "P"]) : simple(depth: depth)
      while next(3) == 0 { result += simple(depth: depth) }
      return result
    }

    mutating func simple(depth: Int) -> String {
      if depth < 3, next(3) == 0 {
        switch next(6) {
        case 0: return ":is(\(list(depth: depth + 1)))"
        case 1: return ":where(\(list(depth: depth + 1)))"
        case 2: return ":not(\(list(depth: depth + 1)))"
        case 3: return depth == 0 ? ":has(\(pick(["", "> ", "+ ", "~ "]))\(complex(depth: 2)))" : ":is(.a)"
        case 4: return ":nth-child(2n+1 of \(list(depth: depth + 1)))"
        default: return ":is(\(compound(depth: depth + 1)))"
        }
      }
      return pick([
        ".a", ".b", ".c", ".D", "#p", "#q", "[title]", "[viewBox]", "[class~=a]", ":root", ":first-child", ":hover",
        ":empty",
        ":nth-of-type(2)", ":not(.a)", ":is(b, .c)", ":scope", ":lang(fr)", ":target", ":is(.a .b)", ":where(a:hover)",
      ])
    }

    mutating func markup(depth: Int) -> String {
      (0...(2 + next(3))).map { _ in
        let name = pick(["a", "b", "i", "u", "svg", "linearGradient"])
        let attributes = (0..<next(3)).map { _ in
          pick([
            " class=a", " class='a b'", " class=c", " class=D", " id=p", " id=q", " title=x", " lang=fr", " viewBox=1",
          ])
        }.joined()
        return "<\(name)\(attributes)>" + (depth < 3 && next(3) > 0 ? markup(depth: depth + 1) : "") + "</\(name)>"
      }.joined()
    }
  }
}
