import Page
import Testing

@Suite struct SemanticRoleTests {
  @Test func namesAreUniqueAndReadBack() {
    #expect(Set(SemanticRole.allCases.map(\.name)).count == SemanticRole.allCases.count)
    #expect(SemanticRole(named: "BUTTON") == .button)
    #expect(SemanticRole(named: "img") == .image)
    #expect(SemanticRole(named: "presentation") == .presentation)
    #expect(SemanticRole(named: "doc-toc") == .docToc)
    #expect(SemanticRole(named: "text") == nil)
    #expect(SemanticRole(named: "switch")?.name == "switch")
  }
}
