import Diagnostics
import Testing

/// Problems that are reported once for several elements.
@Suite struct GroupedDiagnosticTests {
  private func problem(_ lines: Int) -> Diagnostic {
    let source = SourceFile(path: "a.html", bytes: Array(String(repeating: "x\n", count: lines).utf8))
    let places = (0..<lines).map { $0 * 2..<$0 * 2 + 1 }
    return Diagnostic(
      .imageWithoutText, "m", in: source, at: places[0], others: Array(places.dropFirst()), notes: ["first"])
  }

  @Test func otherPlacesAreCounted() {
    #expect(problem(1).notes == ["first"])
    #expect(problem(2).notes == ["first", "so it is for one other element of the page"])
    #expect(problem(3).notes == ["first", "so it is for 2 other elements of the page"])
    let many = problem(3_000)
    #expect(many.others.count == Diagnostic.mostOthers && many.otherCount == 2_999)
  }

  @Test func placesAreHiddenOneByOne() {
    let problem = problem(3)
    #expect(problem.hiding { _ in false } == problem)
    #expect(problem.hiding { _ in true } == nil)
    let later = problem.hiding { $0.line == 1 }
    #expect(later?.location?.line == 2 && later?.notes == ["first", "so it is for one other element of the page"])
    let fewer = problem.hiding { $0.line > 1 }
    #expect(fewer?.location?.line == 1 && fewer?.notes == ["first"])
    let last = problem.hiding { $0.line < 3 }
    #expect(last?.location?.line == 3 && last?.notes == ["first"] && last?.others == [])
  }
}
