import Foundation
import Testing

/// Problems that several elements of a page have: programs get all places.
@Suite struct FurtherPlacesTests {
  private func site() throws -> Scratch {
    let scratch = try Scratch()
    try scratch.write(
      "site/index.html",
      """
      <!DOCTYPE html>
      <html lang="en"><meta name="viewport" content="width=device-width"><title>t</title>
      <a href="index.html"></a>
      <a href="index.html"></a>

      """)
    return scratch
  }

  private func objects(_ text: String) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }

  @Test func jsonHasThem() throws {
    let scratch = try site()
    let check = try Command.run(
      "check", "site", "--accessibility", "--no-cache", "--diagnostics", "json", in: scratch.url)
    let line = try #require(check.errors.split(separator: "\n").first { $0.contains("HYB6103") })
    let problem = try objects(String(line))
    #expect(problem["line"] as? Int == 3)
    let others = try #require(problem["others"] as? [[String: Any]])
    #expect(others.map { $0["line"] as? Int } == [4])
    #expect(others.map { $0["file"] as? String } == ["index.html"])
  }

  @Test func sarifHasThem() throws {
    let scratch = try site()
    let check = try Command.run(
      "check", "site", "--accessibility", "--no-cache", "--diagnostics", "sarif", in: scratch.url)
    let runs = try #require(try objects(check.errors)["runs"] as? [[String: Any]])
    let results = try #require(runs[0]["results"] as? [[String: Any]])
    let found = try #require(results.first { $0["ruleId"] as? String == "HYB6103" })
    let related = try #require(found["relatedLocations"] as? [[String: Any]])
    let places = related.compactMap { $0["physicalLocation"] as? [String: Any] }
    #expect(places.map { ($0["region"] as? [String: Any])?["startLine"] as? Int } == [4])
    #expect(
      places.map { ($0["artifactLocation"] as? [String: Any])?["uri"] as? String } == ["site/index.html"], "\(places)")
  }
}
