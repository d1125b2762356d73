import CSS
import CSSValues
import HTML
import Names
import Testing

@testable import Style

/// Values and rules that very many styles have: what is the same for all is worked out once, and the rest is bounded.
@Suite struct CostlyStyleTests {
  private static func page(_ css: String, styles: Int) -> Page {
    let html = (1...styles).map { "<p id=p\($0) style='color: #0000\($0 + 10)'>x" }.joined()
    return Page("<!DOCTYPE html><style>\(css)</style><body>\(html)")
  }

  private static func again(_ page: Page) -> StyleResolver {
    StyleResolver(page.tree, author: page.resolver.author, environment: page.resolver.environment)
  }

  // MARK: Registered custom properties

  private static let lengths = "@property --a { syntax: '<length>+'; inherits: false; initial-value: 1px }"

  /// A list that all elements have alike is read and computed once.
  @Test func registeredValuesAreSharedByElements() {
    let list = String(repeating: "1px 2cm ", count: 50)
    let page = Self.page(Self.lengths + "p { --a: \(list) }", styles: 20)
    #expect(page.resolver.registrations.values.readCount == 1)
    let values = page.styles.customProperties.compactMap { $0[Name("--a")] }.filter { $0.text.count > 3 }
    #expect(values.count == 20 && values.allSatisfy { $0 === values[0] })
    #expect(page.value("--a", of: "#p7").hasPrefix("1px 75.59"))
    // Substitution makes a text for each element; equal ones are one value.
    let substituted = Self.page(Self.lengths + "body { --b: 1px 2px } p { --a: var(--b) 3px }", styles: 20)
    #expect(substituted.resolver.registrations.values.readCount == 1)
    #expect(substituted.value("--a", of: "#p9") == "1px 2px 3px")
  }

  /// What counts from an element's font is computed for each style, and has a bound.
  @Test func registeredValuesOfEachStyleAreBounded() {
    let css = Self.lengths + "p { --a: \(String(repeating: "1em ", count: 100)) } #p3 { font-size: 20px }"
    let page = Self.page(css, styles: 20)
    #expect(page.styles.elementBeyondParts == nil)
    #expect(page.resolver.registrations.values.readCount == 1)
    #expect(page.value("--a", of: "#p2").hasPrefix("16px 16px "))
    #expect(page.value("--a", of: "#p3").hasPrefix("20px 20px "))
    func beyond(_ limit: Int) -> String? {
      let resolver = Self.again(page)
      resolver.valueParts.limit = limit
      return resolver.resolve().elementBeyondParts.flatMap { page.tree.document.value($0, Name("id")) }
    }
    #expect(beyond(20_000) == nil)
    #expect(beyond(50) == "p1")
    #expect(["p2", "p3", "p4", "p5"].contains(beyond(500)))
    // A short value has no part in it, nor has one that is the same for all.
    for css in ["p { --a: 1em 2em }", "p { --a: \(String(repeating: "1px ", count: 100)) }"] {
      let resolver = Self.again(Self.page(Self.lengths + css, styles: 20))
      resolver.valueParts.limit = 50
      #expect(resolver.resolve().elementBeyondParts == nil)
    }
  }

  /// The value of a name comes of its first component that fits.
  @Test func componentsOfASyntaxAreFound() {
    func values(_ syntax: String, _ text: String) -> String {
      let css = "@property --a { syntax: '\(syntax)'; inherits: false; initial-value: 7px } p { --a: \(text) }"
      return Page("<!DOCTYPE html><style>\(css)</style><body><p>").value("--a", of: "p")
    }
    let words = (0..<2_000).map { "a\($0)" }.joined(separator: "|")
    #expect(values("<length>|\(words)", "a1999") == "a1999")
    #expect(values("<length>|\(words)", "a2000") == "7px")
    #expect(values("<length>|\(words)", "3px") == "3px")
    #expect(values("<length>|a|a+|a#", "a a") == "a a")
    #expect(values("<length>|a|a+|a#", "a, a") == "a, a")
    #expect(values("<length>|a+|b", "a b") == "7px")
    #expect(values("<length>|a|<custom-ident>+", "a b") == "a b")
    let syntax = RegisteredSyntax("<length>|<length>|<length>+|a|b|a|a+|\(words)")
    #expect(syntax?.accepts(TokenStream(text: "a1234").cursor) == true)
    #expect(syntax?.accepts(TokenStream(text: "A1234").cursor) == false)
  }

  // MARK: Substitution

  /// A text is tokenized once, however many styles have it.
  @Test(arguments: ["var(--x, ", "env(x, ", "attr(x type(<length>), "])
  func textsAreTokenizedOnce(_ reference: String) {
    let nested = String(repeating: reference, count: 40) + "3px" + String(repeating: ")", count: 40)
    let page = Self.page("p { --y: \(nested); width: calc(\(nested) * 2) }", styles: 20)
    #expect(page.value("--y", of: "#p4") == "3px")
    #expect(page.value("width", of: "#p4") == "6px")
    #expect(page.resolver.substitutionTexts.count == 2)
  }

  /// What is substituted by nothing takes its time, too.
  @Test func stepsOfSubstitutionAreBounded() {
    let css = "p { --a: ; --y: \(String(repeating: "var(--a)", count: 200)) }"
    let page = Self.page(css, styles: 20)
    #expect(!page.styles.meetsTextLimit)
    #expect(page.resolver.textBytes.substituted == 0)
    #expect((20 * 200...20 * 200 * 40).contains(page.resolver.textBytes.substitutionSteps))
    let resolver = Self.again(page)
    resolver.textBytes.substitutionSteps = StyleResolver.maximumSubstitutionSteps - 10_000
    #expect(resolver.resolve().meetsTextLimit)
    // No more is done than that and one text.
    #expect(resolver.textBytes.substitutionSteps < StyleResolver.maximumSubstitutionSteps + 10_000)
  }

  // MARK: Keyframes

  /// All progresses between two frames have the same blocks.
  @Test func keyframesAreSortedOnce() {
    let frames = (0...100).map { "\($0)% { width: \($0)px }" }.joined()
    let html = (0..<40).map { "<p id=p\($0) style='animation-delay: -0.5\($0 / 10)\($0 % 10)s'>x" }.joined()
    let page = Page(
      """
      <!DOCTYPE html><style>@keyframes k { from { height: 9px } } @keyframes k { \(frames) to { height: 50px } }
      p { animation: k 1s linear paused; height: 10px }</style><body>\(html)
      """)
    #expect(page.value("width", of: "#p0") == "50px")
    #expect(page.value("width", of: "#p5") == "50.5px")
    #expect(page.value("width", of: "#p25") == "52.5px")
    #expect(page.styles.elementBeyondParts == nil)
    let timeline = page.resolver.keyframeTimelines.timeline(
      of: 1, in: page.resolver.author, page.resolver.blocks)
    #expect(timeline.intervalCount == 4)
  }

  /// Of a rule's animations, the last one above each property counts, and what ends has its last frame.
  @Test func framesOfKeyframes() {
    let page = Page(
      """
      <!DOCTYPE html><style>
      @keyframes a { from { width: 10px; order: 1 } 50%, 50% { width: 20px; width: 30px } 50% { order: 5 } to { width: 90px } }
      @keyframes b { to { height: 80px } }
      #t { animation: a 2s linear -1s paused } #u { animation: a 1s linear forwards; order: 7 }
      #v { animation: a 2s -1s paused, b 1s -0.5s paused; animation-timing-function: linear; height: 20px }
      #w { animation: c 1s paused }
      </style><i id=t></i><i id=u></i><i id=v></i><i id=w></i>
      """)
    #expect(page.value("width", of: "#t") == "30px" && page.value("order", of: "#t") == "5")
    #expect(page.value("width", of: "#u") == "90px" && page.value("order", of: "#u") == "7")
    #expect(page.value("height", of: "#v") == "50px")
    #expect(page.value("width", of: "#w") == "auto")
  }

  /// Offsets times declarations are bounded.
  @Test func offsetsOfManyDeclarationsAreBounded() {
    func beyond(_ count: Int) -> NodeID? {
      let offsets = (0..<count).map { "\(Double($0) / 100)%" }.joined(separator: ",")
      let css = "@keyframes k { \(offsets) { all: unset } } p { animation: k 1s -0.5s paused }"
      return Page("<!DOCTYPE html><style>\(css)</style><body><p>x").styles.elementBeyondParts
    }
    #expect(beyond(100) == nil)
    #expect(beyond(9_000) != nil)
  }

  // MARK: Rules

  /// What applies to elements is counted: rules for each element, declarations for each style.
  @Test func rulesOfManyElementsAreBounded() {
    let css = (0..<300).map { "p { order: \($0); top: \($0)px; left: 0; right: 0 }" }.joined()
    let page = Self.page(css, styles: 20)
    #expect(page.styles.elementBeyondRules == nil)
    #expect(page.value("order", of: "#p20") == "299")
    func beyond(blocks: Int = .max, items: Int = .max) -> String? {
      let resolver = Self.again(page)
      resolver.appliedCount.blockLimit = blocks
      resolver.appliedCount.itemLimit = items
      return resolver.resolve().elementBeyondRules.flatMap { page.tree.document.value($0, Name("id")) }
    }
    // 300 rules and 1,200 declarations for each of the 20, a few of the user agent's beside them.
    #expect(beyond(blocks: 20 * 60, items: 20 * 200) == nil)
    #expect(beyond(blocks: 0) == "p1")
    #expect(["p8", "p9", "p10", "p11"].contains(beyond(blocks: 450)))
    #expect(beyond(items: 0) == "p1")
    #expect(["p5", "p6"].contains(beyond(items: 1_000)))
  }

  /// One style may have a million declarations, which `all` soon is.
  @Test(.timeLimit(.minutes(5))) func declarationsOfOneStyleAreBounded() {
    func page(_ count: Int, _ value: String) -> Page {
      Page("<!DOCTYPE html><style>\(String(repeating: "p { all: \(value) }", count: count))</style><p id=t>x")
    }
    #expect(page(100, "unset").styles.elementBeyondRules == nil)
    #expect(page(100, "revert").value("display", of: "#t") == "block")
    let beyond = page(5_000, "revert")
    #expect(beyond.styles.elementBeyondRules == beyond.tree.elements.last?.node)
    #expect(beyond.resolver.current.cascaded.items.count < CascadedDeclarations.maximumItems + 1_000)
  }

  /// Rolling back finds what is below, logical and physical longhands alike.
  @Test func rollingBackFindsLogicalAndPhysicalLonghands() {
    let page = Page(
      """
      <!DOCTYPE html><style>
      @layer one { #a { margin-left: 1px } #b { margin-inline-start: 2px } #c { inline-size: 30px } #d { --x: 1 } }
      @layer two {
        #a { margin-inline-start: revert-layer } #b { margin-left: revert-layer } #c { width: revert-layer }
        #d { --x: revert-layer }
      }
      #e { margin-left: 3px } #e { margin-inline-start: 4px } #e { margin-left: revert-rule; top: 1px }
      #f { direction: rtl; margin-right: 5px } #f { margin-inline-start: revert-rule; margin-left: 6px }
      </style><i id=a></i><i id=b></i><i id=c></i><i id=d></i><i id=e></i><i id=f></i>
      """)
    #expect(page.value("margin-left", of: "#a") == "1px")
    #expect(page.value("margin-left", of: "#b") == "2px")
    #expect(page.value("width", of: "#c") == "30px")
    #expect(page.value("--x", of: "#d") == "1")
    #expect(page.value("margin-left", of: "#e") == "4px")
    #expect(page.value("margin-right", of: "#f") == "5px" && page.value("margin-left", of: "#f") == "6px")
  }

  /// Rules of lower specificity that come later in the buckets are sorted before those of higher.
  @Test func rulesOutOfOrderAreSorted() {
    let css = (0..<300).map { "p { order: \($0); z-index: \($0) } * { order: -\($0); flex-grow: \($0) }" }.joined()
    let page = Page("<!DOCTYPE html><style>\(css)</style><p>x")
    #expect(page.value("order", of: "p") == "299")
    #expect(page.value("z-index", of: "p") == "299")
    #expect(page.value("flex-grow", of: "p") == "299")
  }
}
