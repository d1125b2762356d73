import CSS
import CSSValues
import Diagnostics
import HTML
import Names
import Testing

@testable import Style

/// What elements have in common is computed once, and counts once.
struct SharedStyleTests {
  /// What frameworks give every element.
  private static let variables = "*, ::before, ::after { \((0..<50).map { "--f\($0): \($0);" }.joined()) }"

  private static func again(_ page: Page) -> StyleResolver {
    StyleResolver(page.tree, author: page.resolver.author, environment: page.resolver.environment)
  }

  /// The styles that elements with a name have, each once.
  private static func styles(_ name: String, _ page: Page) -> Set<UInt32> {
    Set(page.tree.elements.filter { $0.name.string == name }.map { page.styles.elementStyle[$0.node.index] })
  }

  // MARK: Custom properties

  /// What is declared again as it is inherited says nothing, so that the contents of different cards have one style.
  @Test func repeatedCustomPropertiesAreShared() {
    let cards = (0..<20).map { "<article style='border-color: #0000\($0 + 10)'><p>x <b>y</b></p></article>" }.joined()
    let page = Page("<!DOCTYPE html><style>\(Self.variables)</style><body>\(cards)")
    #expect(Self.styles("article", page).count == 20)
    #expect(Self.styles("p", page).count == 1 && Self.styles("b", page).count == 1)
    #expect(Set(page.styles.customProperties.dropFirst().map { ObjectIdentifier($0) }).count == 1)
    #expect(page.value("--f7", of: "b") == "7")
  }

  /// What cards set and their contents set back does not tell the contents apart; what stays does.
  @Test func hiddenCustomPropertiesAreNotInherited() {
    let cards = (1...20).map { "<article id=a\($0) style='--f1: c\($0); --own: \($0 % 2)'><p id=p\($0)>x</article>" }
    let page = Page("<!DOCTYPE html><style>\(Self.variables)</style><body>\(cards.joined())")
    #expect(Self.styles("article", page).count == 20)
    #expect(Self.styles("p", page).count == 2)
    for number in 1...20 {
      #expect(page.value("--f1", of: "#a\(number)") == "c\(number)")
      #expect(page.value("--f1", of: "#p\(number)") == "1")
      #expect(page.value("--own", of: "#p\(number)") == "\(number % 2)")
    }
  }

  /// Values of one text are not one value where an attribute had a part in one of them, and invalid ones hide others.
  @Test func customPropertiesThatDifferAreKept() {
    let page = Page(
      """
      <!DOCTYPE html><style>
      @property --n { syntax: '<length>'; inherits: false; initial-value: 3px }
      div { --a: url(x.png); --b: 1; --n: 5px } i { --a: attr(data-a type(*)); background-image: var(--a) }
      u { --b: initial; --n: 3px } s { --b: 2 } s s { --b: 1 }
      </style><div><i data-a="url(x.png)"></i><b></b><u></u><s><s id=s></s></s></div>
      """)
    #expect(page.value("background-image", of: "i") == "none")
    #expect(page.value("--a", of: "i") == "url(x.png)" && page.value("--a", of: "b") == "url(x.png)")
    #expect(page.value("--b", of: "u") == "" && page.value("--b", of: "b") == "1" && page.value("--b", of: "#s") == "1")
    #expect(page.value("--n", of: "div") == "5px" && page.value("--n", of: "b") == "3px")
    #expect(page.value("--n", of: "u") == "3px")
  }

  /// Long chains of ancestors with properties of their own come to the same.
  @Test func deepCustomPropertiesAreFound() {
    let open = (0..<60).map { "<div style='--d\($0): \($0); --x: \($0)'>" }.joined()
    let page = Page("<!DOCTYPE html><style>\(Self.variables)</style><body>\(open)<p>x")
    for number in 0..<60 { #expect(page.value("--d\(number)", of: "p") == "\(number)") }
    #expect(page.value("--x", of: "p") == "59" && page.value("--f49", of: "p") == "49")
  }

  /// What is inherited anyway takes less.
  @Test func inheritedCustomPropertiesTakeLess() {
    func steps(_ css: String) -> Int {
      Page("<!DOCTYPE html><style>\(Self.variables) \(css)</style><body><p>x").resolver.work.steps(for: .references)
    }
    let few = steps("p { top: 1px }")
    #expect(steps("p { --f0: 0; --f1: 1 }") == few)
    #expect(steps("p { --f0: a; --f1: b }") - few == 2 * StyleWork.ownProperty)
    #expect(steps("p { --a: a; --b: b }") - few == 2 * (StyleWork.customProperty + StyleWork.ownProperty))
  }

  // MARK: Parents

  /// Elements share a style where their parents differ only in what they do not inherit; no more than that is shared.
  @Test func stylesUnderDifferentParents() {
    let page = Page(
      """
      <!DOCTYPE html><style>
      div { min-height: 1px } #b, #d { min-height: 2px } #c { display: flex } #d { display: inline }
      p, u, q { margin: 0 } u { min-height: inherit } q { min-height: var(--no, inherit) }
      #e { font-size: 20px } #f { color: red } #g { justify-items: legacy center }
      </style>
      <div id=a><p id=pa><b>x</b></p><u id=ua></u><q id=qa></q><s id=sa></s></div>
      <div id=b><p id=pb><b>x</b></p><u id=ub></u><q id=qb></q><s id=sb></s></div>
      <div id=c><u id=uc></u><s id=sc></s></div><div id=d><u id=ud></u></div><div id=e><p id=pe></p></div>
      <div id=f><p id=pf></p></div><div id=g><p id=pg></p></div>
      """)
    func style(_ id: String) -> UInt32? {
      page.tree.elements.first { $0.id.string == id }.map { page.styles.elementStyle[$0.node.index] }
    }
    #expect(style("pa") == style("pb") && style("sa") == style("sb"))
    #expect(style("a") != style("b") && style("ua") != style("ub"))
    func values(_ property: String, _ ids: [String]) -> [String] { ids.map { page.value(property, of: "#\($0)") } }
    #expect(values("min-height", ["ua", "ub", "uc", "ud"]) == ["1px", "2px", "1px", "2px"])
    #expect(values("min-height", ["qa", "qb"]) == ["1px", "2px"])
    #expect(values("display", ["sa", "sb", "sc"]) == ["inline", "inline", "block"])
    #expect(values("font-size", ["pa", "pe"]) == ["16px", "20px"])
    #expect(values("color", ["pa", "pf"]) == ["rgb(0, 0, 0)", "rgb(255, 0, 0)"])
    #expect(values("justify-items", ["pg"]) == values("justify-items", ["g"]))
    #expect(values("justify-items", ["pg"]) != values("justify-items", ["pa"]))
    // What is shared is computed once.
    let few = Page(
      "<!DOCTYPE html><style>div { order: 1 } p { top: 1px }</style><body><div style='left: 1px'><p>x</div>")
    let many = Page(
      "<!DOCTYPE html><style>div { order: 1 } p { top: 1px }</style><body><div style='left: 1px'><p>x</div>"
        + "<div style='left: 2px'><p>x</div>")
    #expect(
      many.resolver.work.steps(for: .styles) - few.resolver.work.steps(for: .styles)
        == StyleWork.computation + StyleWork.style + StyleWork.look)
  }

  /// The marker of an item is inside or outside by what the item is, which it does not inherit.
  @Test func markersOfDifferentItems() {
    let page = Page(
      "<!DOCTYPE html><style>li { order: 1 } #b { display: inline list-item }</style><ul><li id=a>x<li id=b>y</ul>")
    func display(_ id: String) -> String? {
      page.tree.elements.first { $0.id.string == id }.flatMap { page.styles.style(of: $0.node, .marker) }?
        .serialized(.display)
    }
    #expect(display("a") == "inline-block" && display("b") == "inline")
  }

  // MARK: Looks

  /// Styles that differ only in custom properties take less, and are one in a result that may join them.
  @Test func looksAreSharedByStyles() {
    func page(_ count: Int) -> Page {
      Page("<!DOCTYPE html><body>" + (0..<count).map { "<p style='--a: \($0); color: red'>x" }.joined())
    }
    let (few, many) = (page(10), page(30))
    #expect(Self.styles("p", many).count == 30)
    let steps = many.resolver.work.steps(for: .styles) - few.resolver.work.steps(for: .styles)
    #expect(steps == 20 * (StyleWork.computation + StyleWork.style))
    func resolved(joinsLooks: Bool) -> ResolvedStyles {
      let resolver = Self.again(many)
      resolver.joinsLooks = joinsLooks
      resolver.recordsOrigins = true
      return resolver.resolve()
    }
    let (apart, joined) = (resolved(joinsLooks: false), resolved(joinsLooks: true))
    #expect(joined.styles.count == apart.styles.count - 29)
    #expect(joined.portable.count == joined.styles.count - 1)
    for element in many.tree.elements {
      #expect(joined.style(of: element.node) == many.styles.style(of: element.node))
    }
    #expect(many.value("--a", of: "p") == "0")
  }

  // MARK: The meter

  /// One meter counts for all resolvers of a page.
  @Test func theMeterIsHandedOn() {
    let page = Page(
      "<!DOCTYPE html><style>p { width: calc(sibling-index() * 1vw) }</style><body>"
        + String(repeating: "<p>x", count: 50))
    let total = page.resolver.work.total
    func excess(_ limit: Int) -> StyleExcess? {
      let first = Self.again(page)
      first.work.limit = limit
      guard first.resolve().excess == nil else { return nil }
      let second = Self.again(page)
      second.work = first.work
      return second.resolve().excess
    }
    #expect(excess(total * 2) == nil)
    #expect(excess(total * 2 - 1)?.kind == .styles)
  }

  /// The element that is named took most of what took most, and not most of all.
  @Test func theCostliestElementOfAKindIsNamed() {
    let list = String(repeating: "1em 1px red, ", count: 2_000) + "0 0 red"
    func page(_ css: String) -> Page {
      Page(
        "<!DOCTYPE html><style>#a { box-shadow: \(list) } \(css)</style><body>"
          + "abc".map { "<p id=\($0)>x" }.joined())
    }
    let values = page("").resolver.work.steps(for: .values)
    // Three fifths of it each of rules and custom properties, which are declarations, too.
    let rules = String(
      repeating: "#b { top: 0 }", count: values * 3 / 5 / (StyleWork.rule + StyleWork.declaration))
    let count = values * 3 / 5 / (StyleWork.customProperty + StyleWork.ownProperty)
    let references = (0..<count).map { "--a\($0): 1;" }.joined()
    let whole = page("\(rules) #b { \(references) }")
    let work = whole.resolver.work
    #expect(work.steps(for: .declarations) + work.steps(for: .references) > values * 6 / 5)
    let resolver = Self.again(whole)
    resolver.work.limit = work.total - 1
    let excess = resolver.resolve().excess
    #expect(excess?.kind == .values && (excess?.share ?? 0) > 0.2 && (excess?.share ?? 2) <= 1)
    #expect(excess.flatMap { whole.tree.document.value($0.element, Name("id")) } == "a")
  }

  /// Custom properties of deep elements are found in short chains, and what the page sets for all of them is not copied to each.
  @Test func customPropertiesOfDeepElementsAreNotCopied() {
    let around = (0..<40).map { "<div style='--a\($0): \($0); --all: \($0)'>" }.joined()
    let inner = (0..<50).map { number in
      "<p id=p\(number) style='--b: \(number); top: calc((var(--a0) + var(--a39) + var(--r7) + var(--all)) * 1px)'>x</p>"
    }
    let rules = ":root { \((0..<2_000).map { "--r\($0): \($0);" }.joined()) }"
    let page = Page("<!DOCTYPE html><style>\(rules)</style>" + around + inner.joined())
    #expect(page.value("top", of: "#p7") == "85px")
    var next: CustomProperties? = page.resolver.table.customProperties.last
    var lengths: [Int] = []
    while let properties = next {
      lengths.append(properties.own.count)
      next = properties.parent
    }
    #expect(lengths.count <= 14 && lengths.filter { $0 >= 2_000 }.count == 1, "\(lengths)")
    // 50 elements copy a few dozen each.
    #expect(page.resolver.work.steps(for: .references) < 200_000)
  }

  /// More viewports than three bring more steps.
  @Test func viewportsBringSteps() {
    for count in [0, 1, 3] { #expect(StyleWork.maximum(ofEnvironments: count) == StyleWork.maximum) }
    #expect(StyleWork.maximum(ofEnvironments: 6) == 2 * StyleWork.maximum)
    #expect(StyleWork.maximum(ofEnvironments: 10) > 3 * StyleWork.maximum)
    // Counts have 32 bits.
    #expect(StyleWork.maximum(ofEnvironments: 8_000) == 10 * StyleWork.maximum)
  }

  // MARK: What has no other test of its cost

  /// Of important declarations those of the first layer win, however many there are. What sorting them takes is counted by
  /// `Tools/scaling` (important layers).
  @Test func importantLayersAreSortedInOrder() {
    let css = (0..<8_000).map { "@layer l\($0) { p { top: \($0 + 1)px !important; left: \($0)px } }" }.joined()
    let page = Page("<!DOCTYPE html><style>\(css)</style><p>x")
    #expect(page.value("top", of: "p") == "1px")
    #expect(page.value("left", of: "p") == "7999px")
  }

  /// Each way in which a rule may match in states takes steps, and each style in a state.
  @Test func answersForStatesTakeSteps() {
    func crowded(_ count: Int) -> Int {
      let css = (0..<60).map { "p:hover { top: \($0)px }" }.joined()
      let html = String(repeating: "<p>x", count: count)
      let page = Page("<!DOCTYPE html><style>\(css)</style><body>\(html)", states: true)
      #expect(page.styles.excess == nil)
      return page.styles.elementsWithTooManyStates.count
    }
    // Two turns of 64 steps for each rule, of 20 million for all elements.
    #expect(crowded(2_000) == 0)
    #expect(crowded(3_000) > 0)
  }
}
