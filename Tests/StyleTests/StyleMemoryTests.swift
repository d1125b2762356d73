import CSS
import CSSValues
import Diagnostics
import HTML
import Names
import Testing

@testable import Style

/// Pages of one site that are resolved one after the other, with what those before them left.
struct StyleMemoryTests {
  private static let css = """
    :root { --a: 1px; --b: var(--a); --c: var(--missing, 2px) }
    .x { --a: 3px; padding: var(--b) var(--a); margin-inline: 1em !important }
    .y { --d: calc(var(--a) * 2); width: var(--d); margin: 0; color: red }
    td, img { border: 1px solid; vertical-align: top }
    p:hover { color: blue } .x p::before { content: "a" attr(title) }
    """

  /// Markup whose attributes make blocks: hints, some of them on several pages, and `style`.
  private static let bodies = [
    "<div class=x><p title=1>a<p style='color:green'>b</div><img width=10 height=20>",
    "<table width=50% bgcolor=red><tr align=center><td width=10>a<th>b</table><img width=10 height=20>",
    "<div class='x y'><img width=10 height=20><img width=30><p title=2 style='color:green;--a:5px'>c</div>",
    "<table width=50%><tr><th>b</table><div class=y style='--a:7px'><font size=5 color=red>d</font></div>",
    "<div class=x><p title=1>a<p style='color:green'>b</div><img width=10 height=20>",
  ]

  /// Each element's style and what it depends on, by their values.
  private func resolve(
    _ body: String, _ author: RuleSet, _ environment: Environment, _ memory: StyleMemory?
  ) -> (styles: [ComputedStyle], custom: [[String: String]], states: Int) {
    var diagnostics = DiagnosticSink()
    let source = SourceFile(path: "page.html", text: "<!DOCTYPE html><html lang=en><body>" + body)
    let tree = ElementTree(HTMLParser.parse(source, diagnostics: &diagnostics))
    let resolver = StyleResolver(tree, author: author, environment: environment, styles: memory)
    resolver.resolvesStates = true
    resolver.recordsOrigins = true
    let resolved = resolver.resolve()
    let numbers = tree.elements.map { Int(resolved.elementStyle[$0.node.index]) }
    return (
      numbers.map { resolved.styles[$0] },
      numbers.map { number in
        Dictionary(
          uniqueKeysWithValues: resolved.customProperties[number].values.map {
            ($0.key.string, String(decoding: $0.value.text, as: UTF8.self))
          })
      }, resolved.stateStyles.count
    )
  }

  @Test func whatOtherPagesLeftChangesNothing() {
    let environment = Environment.desktop(width: 800, height: 600)
    let sheet = CSSStyleSheet(SourceFile(path: "a.css", text: Self.css))
    let author = RuleSet([CollectedSheet(sheet)], environment: environment, isQuirks: false)
    let memory = StyleMemory(author: author, environment: environment, isQuirks: false)
    for body in Self.bodies {
      let single = resolve(body, author, environment, nil)
      let together = resolve(body, author, environment, memory)
      #expect(single.styles == together.styles)
      #expect(single.custom == together.custom)
      #expect(single.states == together.states)
    }
    // The hints of one page are those of the others.
    #expect(memory.hints.blocks.count == 8)
  }

  @Test func whatMatchedInOneViewportHoldsInAnother() {
    let css =
      Self.css + """
        p { font-size: calc(10px + 1vw) } a:hover, a:focus-visible { width: 10vw } li:nth-child(odd) { height: 1vh }
        .x:hover p { color: green } .x:hover > p:first-child { margin: 1vw } input:checked + b { color: red }
        a[href]:not(.z) { padding: 1px } ul:has(a:hover) { color: blue } :root:hover { font-size: 5vw } i { width: 2rem }
        """
    let bodies =
      Self.bodies + [
        "<ul><li><a href=#>a</a><li class=z><a class=z href=#>b</a><li><a>c</a></ul><input type=checkbox checked><b>d</b><i>e</i>"
      ]
    let environments = [(375.0, 667.0), (390, 844), (320, 500)].map { Environment.desktop(width: $0.0, height: $0.1) }
    let sheet = CSSStyleSheet(SourceFile(path: "a.css", text: css))
    let author = RuleSet([CollectedSheet(sheet)], environment: environments[0], isQuirks: false)
    for body in bodies {
      var diagnostics = DiagnosticSink()
      let source = SourceFile(path: "page.html", text: "<!DOCTYPE html><html lang=en><body>" + body)
      let tree = ElementTree(HTMLParser.parse(source, diagnostics: &diagnostics))
      let matched = SharedMatches(tree, author: author)
      for environment in environments {
        func resolve(_ matched: SharedMatches?) -> ResolvedStyles {
          let resolver = StyleResolver(tree, author: author, environment: environment, matched: matched)
          resolver.resolvesStates = true
          return resolver.resolve()
        }
        let (together, single) = (resolve(matched), resolve(nil))
        #expect(together.elementStyle == single.elementStyle)
        #expect(together.styles == single.styles)
        #expect(together.pseudoStyle == single.pseudoStyle)
        #expect(together.stateStyles == single.stateStyles)
        #expect(together.pseudoStateStyles == single.pseudoStateStyles)
        #expect(together.elementsWithTooManyStates == single.elementsWithTooManyStates)
      }
    }
  }

  /// Matches are kept for other environments only where they are few: a page of many rules that all apply would take hundreds of
  /// megabytes.
  @Test(arguments: [(10, false), (1_000, true)]) func matchesOfManyRulesAreNotKept(rules: Int, isGivenUp: Bool) {
    let css = (0..<rules).map { "p { top: \($0)px }" }.joined()
    let body = (0..<1_200).map { "<p class=c\($0)>x" }.joined()
    var diagnostics = DiagnosticSink()
    let tree = ElementTree(
      HTMLParser.parse(SourceFile(path: "page.html", text: "<!DOCTYPE html>" + body), diagnostics: &diagnostics))
    let environments = [390.0, 800].map { Environment.desktop(width: $0, height: 600) }
    let sheet = CollectedSheet(CSSStyleSheet(SourceFile(path: "a.css", text: css)))
    let author = RuleSet([sheet], environment: environments[0], isQuirks: false)
    let matched = SharedMatches(tree, author: author)
    for environment in environments {
      let together = StyleResolver(tree, author: author, environment: environment, matched: matched).resolve()
      let single = StyleResolver(tree, author: author, environment: environment).resolve()
      #expect(together.elementStyle == single.elementStyle)
    }
    #expect(matched.isGivenUp == isGivenUp)
    #expect(matched.blocks.isEmpty == isGivenUp)
  }

  /// Pages whose elements are in the same positions, and some that nearly are.
  private static let templated = [
    "<nav><a href=/a title=x>a</a><a class=z href=/b>b</a></nav><ul><li>a<li class=z>b<li>c</ul><p>x<p class=q>y<p>z",
    "<nav><a href=/c title=y>a</a><a class=z href=/d>b</a></nav><ul><li>a<li class=z>b<li>c</ul><p>x<p class=q>y<p>z",
    "<nav><a href=/a>a</a><a class=z>b</a></nav><ul><li>a<li class=z>b</ul><p>x<p class=q>y<p>z<p>",
    "<nav><a href=/a lang=de>a</a><b class=z>b</b></nav><ul><li><a href=#>a</a><li class=z>b<li>c<li>d</ul><p dir=auto>\u{5D0}<p>y",
    "<nav><a href=/a style=color:red>a</a></nav><form><input required value=1><b>b</b></form><button disabled>b</button><i>c</i>",
    "<nav><a href=/a style=color:blue>a</a></nav><form><input required><b>b</b></form><button>b</button><i>c</i>",
    "<div dir=auto>\u{5D0}<p title=4 width=3>a</p></div><img width=10><img width=20><bdi>\u{5D0}</bdi><section><p></section>",
    "<div dir=auto>a<p title=5 width=3>a</p></div><img width=20><img width=20><bdi>a</bdi><section><p>a</section>",
    "<details><summary>a</summary>b</details><table border=1><tr><td>a<th>b</table><p id=one>a<p id=two>b",
    "<details open><summary>a</summary>b</details><table><tr><td>a<th>b</table><p id=two>a<p id=two>b",
  ]

  private static let positional = """
    li:nth-child(odd) { color: red } li:last-child { color: blue } p + p { margin: 1px } .z ~ li { width: 1px }
    p:empty { height: 3px } a[href="/a"] { top: 1px } a:hover { color: green } ul:hover li { top: 3px } nav > :only-child { left: 1px }
    :invalid + b { color: red } button:disabled + i { width: 2px } p:nth-last-of-type(2) { right: 1px } :lang(de) { left: 2px }
    p::before { content: attr(title) } li:focus-within { width: 3px } nav a:focus-visible + * { width: 1vw } #two { top: 1em }
    p:nth-last-child(n+3) { padding: 1px } a:hover ~ .z { top: 4px } details[open] > summary { left: 3px } .q:hover + p { left: 4px }
    """

  /// All that resolving a page gives, without a memory where the page must be repeated.
  private func resolveAll(
    _ body: String, _ author: RuleSet, _ memory: StyleMemory?, steps: Int? = nil
  ) -> ResolvedStyles {
    var diagnostics = DiagnosticSink()
    let source = SourceFile(path: "page.html", text: "<!DOCTYPE html><html lang=en><body>" + body)
    let tree = ElementTree(HTMLParser.parse(source, diagnostics: &diagnostics))
    let environment = Environment.desktop(width: 800, height: 600)
    let resolver = StyleResolver(tree, author: author, environment: environment, styles: memory)
    resolver.resolvesStates = true
    resolver.recordsOrigins = true
    if let steps { resolver.maximumMatchingSteps = steps }
    let resolved = resolver.resolve()
    return resolver.mustRepeat ? resolveAll(body, author, nil, steps: steps) : resolved
  }

  @Test(arguments: ["", " div:has(p) { top: 1px }", " p:dir(rtl) { top: 1px }", " @scope (ul) { li { top: 2px } }"])
  func elementsInTheSamePlacesHaveTheSameStyles(more: String) {
    let environment = Environment.desktop(width: 800, height: 600)
    let sheet = CSSStyleSheet(SourceFile(path: "a.css", text: Self.positional + more))
    let author = RuleSet([CollectedSheet(sheet)], environment: environment, isQuirks: false)
    let memory = StyleMemory(author: author, environment: environment, isQuirks: false)
    #expect((memory.positions != nil) == more.isEmpty)
    for body in Self.templated + Self.templated.reversed() {
      let (single, together) = (resolveAll(body, author, nil), resolveAll(body, author, memory))
      #expect(single.elementStyle == together.elementStyle)
      #expect(single.styles == together.styles)
      #expect(single.pseudoStyle == together.pseudoStyle)
      #expect(single.stateStyles == together.stateStyles)
      #expect(single.pseudoStateStyles == together.pseudoStateStyles)
      #expect(single.dependencies == together.dependencies)
      #expect(single.environmentDependencies == together.environmentDependencies)
    }
    if let positions = memory.positions { #expect(positions.entries.contains { $0.rows >= 0 && $0.style != .max }) }
  }

  /// What tells elements apart is written once a page, for all rules of which the same facts decide and for no others.
  @Test(arguments: ["", " [data-id=x] { top: 7px } "])
  func keysOfPositionsHoldInOtherEnvironments(more: String) {
    // Facts are of whole sheets, also of rules that do not apply: the second place has another sheet.
    let css = Self.positional + "@media (min-width: 380px) { p { color: teal } }"
    let places = [(375.0, css), (390, css + more)].map { width, css in
      let sheet = CSSStyleSheet(SourceFile(path: "a.css", text: css))
      let environment = Environment.desktop(width: width, height: 700)
      let author = RuleSet([CollectedSheet(sheet)], environment: environment, isQuirks: false)
      let memory = StyleMemory(author: author, environment: environment, isQuirks: false)
      return (environment: environment, author: author, memory: memory)
    }
    var readCount = 0
    for body in Self.templated {
      var diagnostics = DiagnosticSink()
      let source = SourceFile(path: "page.html", text: "<!DOCTYPE html><html lang=en><body>" + body)
      let tree = ElementTree(HTMLParser.parse(source, diagnostics: &diagnostics))
      let keys = PositionKeys()
      for place in places {
        func resolve(_ memory: StyleMemory?) -> ResolvedStyles {
          let resolver = StyleResolver(
            tree, author: place.author, environment: place.environment, styles: memory,
            matched: memory.map { _ in SharedMatches(tree, author: place.author, keys: keys) })
          resolver.resolvesStates = true
          return resolver.resolve()
        }
        let (together, single) = (resolve(place.memory), resolve(nil))
        #expect(together.elementStyle == single.elementStyle)
        #expect(together.styles == single.styles)
        #expect(together.stateStyles == single.stateStyles)
      }
      readCount += keys.readCount
    }
    #expect((readCount > 0) == more.isEmpty)
  }

  /// Where steps are too few, a page is cut short in the same place whatever was resolved before.
  @Test(arguments: [20, 60, 120, 200, 300, 1_000])
  func whatIsKnownByPositionSparesNoSteps(steps: Int) {
    let environment = Environment.desktop(width: 800, height: 600)
    let sheet = CSSStyleSheet(SourceFile(path: "a.css", text: Self.positional))
    let author = RuleSet([CollectedSheet(sheet)], environment: environment, isQuirks: false)
    let memory = StyleMemory(author: author, environment: environment, isQuirks: false)
    for body in Self.templated { _ = resolveAll(body, author, memory) }
    for body in Self.templated {
      let single = resolveAll(body, author, nil, steps: steps)
      let together = resolveAll(body, author, memory, steps: steps)
      #expect(single.isIncomplete == together.isIncomplete)
      #expect(single.elementStyle == together.elementStyle)
      #expect(single.styles == together.styles)
      #expect(single.stateStyles == together.stateStyles)
      _ = resolveAll(body, author, memory)
    }
  }
}
