import Foundation
import Testing

@Suite struct FixtureTests {
  @Test(arguments: ["web.txt", "diagnostics.txt", "fragments.txt", "token.txt", "xml.txt", "xhtml.txt"])
  func answersAreAsWritten(_ file: String) throws {
    var cases = try Fixture.load(file)
    #expect(!cases.isEmpty)
    let isUpdate = ProcessInfo.processInfo.environment["UPDATE_FIXTURES"] != nil
    for index in cases.indices {
      let answers = cases[index].answers()
      for section in cases[index].sections.indices where cases[index].sections[section].name != "source" {
        let name = cases[index].sections[section].name
        let answer = answers[name] ?? "nothing"
        if isUpdate {
          cases[index].sections[section].text = answer
        } else {
          // The file's own format does not keep the newlines at the end.
          let trimmed = String(answer.reversed().drop { $0 == "\n" }.reversed())
          #expect(trimmed == cases[index].sections[section].text, "\(file), \(cases[index].name), #\(name)")
        }
      }
    }
    if isUpdate { try Fixture.save(cases, to: file) }
  }
}
