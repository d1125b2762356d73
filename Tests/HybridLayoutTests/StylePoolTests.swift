import CSSValues
import PageFormat
import Testing

@Suite struct StylePoolTests {
  private func style(_ values: [(PropertyID, Double, ValueOrigin)]) -> PortableStyle {
    PortableStyle(entries: values.map { .init(field: .property($0), value: .number($1), origin: $2) })
  }

  @Test func pagesThatShareAPoolHaveTheBytesOfPagesThatDoNot() {
    // Equal styles that were made apart, numbers that are equal and written in two ways, styles in another order.
    let first = [
      style([(.opacity, 0.5, .own), (.zIndex, 0.0, .own)]), style([(.opacity, 0.25, .own)]), style([]),
      style([(.opacity, 0.5, .own)]),
    ]
    let second = [
      style([(.opacity, 0.25, .own)]), style([(.zIndex, -0.0, .own)]), style([(.opacity, 0.5, .own)]),
      style([(.opacity, 0.5, .own), (.zIndex, 0.0, .own)]), style([]),
    ]
    let pool = StylePool()
    for styles in [first, second, first] {
      var shared = PageModel(source: "a.html", dialect: .web, styles: pool)
      var single = PageModel(source: "a.html", dialect: .web)
      #expect(styles.map { shared.internStyle($0) } == Array(styles.indices))
      #expect(styles.map { single.internStyle($0) } == Array(styles.indices))
      #expect(shared.styles == single.styles)
      #expect(shared.encode() == single.encode())
    }
  }

  @Test func rulesAreTheSameWhereOnlyEnvironmentsDiffer() {
    let specified = CSSValue.dimension(50, .vw)
    var page = PageModel(source: "a.html", dialect: .web)
    let narrow = page.internStyle(style([(.zIndex, 1, .relative(specified)), (.opacity, 1, .own)]))
    let wide = page.internStyle(style([(.zIndex, 2, .relative(specified)), (.opacity, 1, .own)]))
    let other = page.internStyle(style([(.zIndex, 2, .relative(specified)), (.opacity, 0.5, .own)]))
    #expect(page.rule(ofStyle: narrow) == page.rule(ofStyle: wide))
    #expect(page.rule(ofStyle: narrow) != page.rule(ofStyle: other))
    let declared = page.internStyle([StyleDeclaration(property: page.strings.intern("color"), value: .empty)])
    let empty = page.internStyle(style([]))
    #expect(page.rule(ofStyle: declared) == page.rule(ofStyle: empty))
  }
}
