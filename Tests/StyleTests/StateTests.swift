import CSS
import CSSValues
import HTML
import Names
import Testing

@testable import Style

/// The styles that elements have in states: what changes, and whose state it takes.
@Suite struct StateTests {
  private static let shown: [PropertyID] = [.display, .opacity, .order, .zIndex, .letterSpacing]

  /// Each element's and pseudo-element's rows: `b: hover of a -> opacity: 0`, in document order; rows that change none of
  /// ``shown`` are left out.
  private func dump(_ css: String, _ body: String) -> String {
    let page = Page("<!DOCTYPE html><style>\(css)</style><body>\(body)", states: true)
    func name(_ node: NodeID) -> String {
      page.tree.document.value(node, .id) ?? page.tree.document.name(node).string
    }
    func lines(_ states: StateStyles, _ label: String, _ atRest: UInt32) -> [String] {
      states.rows.compactMap { row in
        let conditions = states.conditions.indices.filter { row.mask & (1 << UInt8($0)) != 0 }.map {
          "\(states.conditions[$0].state.name) of \(name(states.conditions[$0].node))"
        }
        let changes = Self.shown.compactMap { property -> String? in
          let value = page.styles.styles[Int(row.style)].serialized(property)
          return value == page.styles.styles[Int(atRest)].serialized(property) ? nil : "\(property.name): \(value)"
        }
        return changes.isEmpty
          ? nil : "\(label): \(conditions.joined(separator: " + ")) -> \(changes.joined(separator: "; "))"
      }
    }
    var result: [String] = []
    for element in page.tree.elements {
      let node = element.node
      if let states = page.styles.stateStyles[node] {
        result += lines(states, name(node), page.styles.elementStyle[node.index])
      }
      for pseudo in [PseudoElement.before, .after, .marker] {
        let key = ResolvedStyles.PseudoKey(node: node, pseudo: pseudo)
        if let states = page.styles.pseudoStateStyles[key], let atRest = page.styles.pseudoStyle[key] {
          result += lines(states, "\(name(node))::\(pseudo)", atRest)
        }
      }
    }
    return result.joined(separator: "\n")
  }

  @Test func ownStatesCombine() {
    let css = "#a:hover { opacity: 0.5 } #a:focus { z-index: 1 } #a:hover:focus { order: 2 }"
    #expect(
      dump(css, "<a id=a href=x>") == """
        a: hover of a -> opacity: 0.5
        a: focus of a -> z-index: 1
        a: hover of a + focus of a -> opacity: 0.5; order: 2; z-index: 1
        """)
  }

  @Test func whatTheLastRowReportsIsNotRepeated() {
    // Pressed wins over hovered: the row of both would say what the row of `active` says.
    #expect(
      dump("#a:hover { opacity: 0.5 } #a:active { opacity: 0.2 }", "<p id=a>x") == """
        a: hover of a -> opacity: 0.5
        a: active of a -> opacity: 0.2
        """)
  }

  @Test func inheritedValuesReachDescendants() {
    #expect(
      dump("#a:hover { order: 1; letter-spacing: 1px }", "<div id=a><p id=b><i id=c></i></p></div>") == """
        a: hover of a -> order: 1; letter-spacing: 1px
        b: hover of a -> letter-spacing: 1px
        c: hover of a -> letter-spacing: 1px
        """)
  }

  @Test func statesOfScopesAreNamed() {
    let css = "@scope (.s:hover) to (.e) { i { order: 1 } } @scope (.t) to (.e:not(:hover)) { b { order: 2 } }"
    #expect(
      dump(
        css,
        "<div class=s id=s><i id=i></i><p class=e><i></i></p></div><div class=t><p class=e id=e><b id=b></b></p></div>")
          == """
          i: hover of s -> order: 1
          b: hover of e -> order: 2
          """)
  }

  @Test func othersStatesAreNamed() {
    let css = """
      li:hover > ul { display: block } li > ul { display: none }
      #c:checked ~ #l { order: 1 } #d:checked + #m { order: 1 }
      form:has(#c:checked) { z-index: 2 } #f:focus-within #l { opacity: 0 }
      """
    let body = """
      <ul><li id=i><ul id=u></ul></li></ul><form id=f><input type=checkbox id=c><label id=l>x</label>\
      <input type=checkbox checked id=d><label id=m>x</label></form>
      """
    #expect(
      dump(css, body) == """
        u: hover of i -> display: block
        f: checked of c -> z-index: 2
        l: focus-within of f -> opacity: 0
        l: checked of c -> order: 1
        l: focus-within of f + checked of c -> opacity: 0; order: 1
        m: checked of d -> order: 0
        """)
  }

  @Test func statesThatCannotBeAreLeftOut() {
    // Hovering a link hovers its ancestors; of two links side by side one is hovered at most.
    #expect(
      dump("#o:hover #b { order: 1 } #b#b#b:hover { order: 2 } #x:hover #b { order: 4 }", "<div id=o><p id=b>x</div>")
        == """
        b: hover of o -> order: 1
        b: hover of b + hover of o -> order: 2
        """)
    // What cannot have the focus has no style with it.
    #expect(dump(":focus { order: 1 }", "<p id=p>x<a id=a href=x>y</a>") == "a: focus of a -> order: 1")
  }

  @Test func negationsAndGeneratedBoxes() {
    let css = """
      #a:not(:hover) { order: 1 } #a::before { content: "x" } #a:hover::before { opacity: 0.5 }
      #b:enabled { z-index: 3 }
      """
    #expect(
      dump(css, "<p id=a>x</p><option id=b>y") == """
        a: hover of a -> order: 0
        a::before: hover of a -> opacity: 0.5
        b: disabled of b -> z-index: auto
        """)
  }

  @Test func formsAndWhatTheReaderOpens() {
    let css = """
      form:invalid #b { order: 1 } fieldset:valid #i { order: 2 } #p:popover-open { order: 3 }
      details[open] #s { z-index: 4 } details:not([open]) #s { opacity: 0.5 } [open] > #q { order: 5 }
      """
    let body = """
      <form><button id=b></button></form><fieldset><i id=i></i></fieldset><div popover id=p></div>\
      <details><summary id=s></summary><p id=q></details><details open><p id=q></details>
      """
    #expect(
      dump(css, body) == """
        b: invalid of form -> order: 1
        b: disabled of b + invalid of form -> order: 1
        i: invalid of fieldset -> order: 0
        p: open of p -> display: block; order: 3
        s: open of details -> opacity: 1; z-index: 4
        q: open of details -> order: 5
        q: open of details -> order: 0
        """)
  }

  @Test func placesAmongTheHovered() {
    let css = "i:nth-child(1 of :hover) { order: 1 } i:nth-child(2 of :hover) { order: 2 }"
    #expect(
      dump(css, "<p><i id=a></i><i id=b></i></p>") == """
        a: hover of a -> order: 1
        b: hover of b -> order: 1
        """)
  }

  @Test func boxesThatAreGenerated() {
    let css =
      "#a:hover::after { content: 'x'; order: 1 } #b::before { content: 'y'; display: none } #b:hover::before { display: block }"
    #expect(
      dump(css, "<p id=a></p><p id=b></p><p id=c></p>") == """
        a::after: hover of a -> display: inline; order: 1
        b::before: hover of b -> display: block
        """)
  }

  @Test func onlyCustomPropertiesMakeNoRows() {
    let css = ":root:has(#d:checked) { --c: 1; --z: 3 } #u { order: var(--c, 0) }"
    let page = Page(
      "<!DOCTYPE html><style>\(css)</style><input type=checkbox id=d><p><b><i id=u></i></b>", states: true)
    // The control's own state is to be disabled.
    let named = page.tree.elements.filter { page.styles.stateStyles[$0.node] != nil }.map { $0.name.string }
    #expect(named == ["input", "i"])
  }

  @Test func statesOfSiblingsMeetThoseOfTheElement() {
    // What is dim is what is not hovered while another one is.
    #expect(
      dump(
        ".g:has(.c:hover) .c:not(:hover) { opacity: 0.5 }",
        "<div class=g><i class=c id=a></i><i class=c id=b></i><i class=c id=c></i></div>") == """
          a: hover of b -> opacity: 0.5
          a: hover of c -> opacity: 0.5
          b: hover of a -> opacity: 0.5
          b: hover of c -> opacity: 0.5
          c: hover of a -> opacity: 0.5
          c: hover of b -> opacity: 0.5
          """)
    // At rest one of them is checked already.
    #expect(
      dump(
        "p:has(:checked) input:not(:checked) { order: 1 }",
        "<p><input type=checkbox id=a checked><input type=checkbox id=b>") == """
          a: checked of a + checked of b -> order: 1
          a: checked of a + disabled of a + checked of b -> order: 1
          b: checked of b -> order: 0
          b: checked of a -> order: 0
          b: checked of b + disabled of b -> order: 0
          b: disabled of b + checked of a -> order: 0
          """)
  }

  @Test func placesAmongThoseInNoState() {
    let css = "i:nth-child(2 of :not(:hover)) { order: 1 }"
    #expect(
      dump(css, "<p><i id=a></i><i id=b></i><i id=c></i></p>") == """
        b: hover of b -> order: 0
        b: hover of a -> order: 0
        c: hover of a -> order: 1
        c: hover of b -> order: 1
        """)
  }

  @Test func oneOfAlternativesMayWantTheOpposite() {
    let css = "#a:is(.x:not(:hover), :hover) { order: 1 }"
    #expect(dump(css, "<p id=a>x") == "a: hover of a -> order: 1")
  }

  @Test func siblingsInStatesAreBounded() {
    let body = "<div class=g>" + (0..<20).map { "<i id=a\($0)></i>" }.joined() + "</div>"
    let page = Page(
      "<!DOCTYPE html><style>.g:has(i:hover) i:not(:hover) { opacity: 0 }</style><body>\(body)", states: true)
    #expect(page.styles.elementsWithTooManyStates.count == 20)
    #expect(page.styles.stateStyles.values.allSatisfy { $0.rows.count <= 8 })
  }

  @Test func lengthsFollowTheRootsFontInStates() {
    // The body keeps its own size: nothing but the root reports the change.
    let css = "html:has(#c:checked) { font-size: 20px } body { font-size: 16px } #p { letter-spacing: 1rem }"
    #expect(
      dump(
        css + "#p::before { content: ''; order: 1; letter-spacing: 2rem }", "<input type=checkbox id=c><p id=p>x</p>")
          == """
          p: checked of c -> letter-spacing: 20px
          p::before: checked of c -> letter-spacing: 40px
          """)
  }

  @Test func controlsThatBecomeDisabledAreNotValidated() {
    let css = """
      input:valid { order: 1 } input:in-range { z-index: 2 } textarea:read-write { order: 3 } textarea:read-only { order: 4 }
      """
    #expect(
      dump(css, "<input type=number min=1 max=3 value=2 id=n><textarea id=t></textarea>") == """
        n: disabled of n -> order: 0; z-index: auto
        n: invalid of n -> order: 0
        n: disabled of n + invalid of n -> order: 0; z-index: auto
        t: disabled of t -> order: 4
        """)
  }

  @Test func manyStatesAreBounded() {
    let css = (0..<12).map { "#a\($0):hover ~ #z { margin-left: \($0 + 1)px }" }.joined()
    let body = (0..<12).map { "<i id=a\($0)></i>" }.joined() + "<b id=z></b>"
    let page = Page("<!DOCTYPE html><style>\(css)</style><body>\(body)", states: true)
    let crowded = page.styles.elementsWithTooManyStates
    #expect(crowded.map { page.tree.document.value($0, .id) } == ["z"])
    #expect(page.styles.stateStyles[crowded[0]]?.rows.count == 8)
  }

  /// Eight states have 256 combinations, and a rule that asks for two of them answers three times.
  @Test func rulesAnswerOnceForTheStatesThatTheyAskFor() {
    let page = Page("<!DOCTYPE html><style>#a:hover:focus { order: 2 }</style><body><input id=a>", states: true)
    let element = page.tree.elements.firstIndex { $0.name == .input } ?? -1
    let states: [ElementState] = [.hover, .focus, .active, .focusVisible, .focusWithin, .target, .disabled, .invalid]
    let facts = states.map { StateProbe.Fact(element: element, state: $0) }
    let probe = StateProbe()
    let decisions = StateDecisions()
    decisions.begin(element)
    var asked = 0
    var matched: [UInt8] = []
    for mask in UInt8.min...UInt8.max {
      probe.suppose(mask, of: facts)
      let found = decisions.answer(page.resolver.author, 0, probe) {
        asked += 1
        func holds(_ state: ElementState) -> Bool { probe.holds(state, element, page.tree, atRest: false) }
        return holds(.hover) && holds(.focus) ? 7 : nil
      }
      #expect(found == nil || found == 7)
      if found != nil { matched.append(mask) }
    }
    #expect(asked == 3)
    #expect(matched == (UInt8.min...UInt8.max).filter { $0 & 3 == 3 })
    // Of another element nothing is known.
    decisions.begin(element)
    probe.suppose(3, of: facts)
    #expect(decisions.answer(page.resolver.author, 0, probe) { nil } == nil)
  }
}
