import Foundation
import Testing

/// What people begin with has no barriers, and none is found where there is none.
@Suite struct AccessibleTemplateTests {
  @Test(arguments: ["blog", "feed", "form", "tabs"])
  func templatesHaveNoFindings(template: String) throws {
    let scratch = try Scratch()
    let new = try Command.run(
      "new", "site", "--template", template, in: scratch.url,
      environment: ["HYBRID_TEMPLATES": Command.repository.appendingPathComponent("templates").path])
    #expect(new.status == 0, "\(new.errors)")
    let check = try Command.run("check", "site", "--accessibility", in: scratch.url)
    #expect(check.status == 0)
    let codes = check.wholeErrors.matches(of: #/HYB(61|419|42)\d+/#).map { String($0.output.0) }
    #expect(codes == [], "\(check.wholeErrors)")
  }

  @Test(arguments: ["news", "shop", "handbook", "todo", "magazine", "settings", "weather"])
  func examplesHaveNoFindings(example: String) throws {
    let check = try Command.run(
      "check", Command.repository.appendingPathComponent("examples/\(example)").path, "--accessibility", "--no-cache")
    #expect(check.status == 0)
    let codes = check.wholeErrors.matches(of: #/HYB\d+/#).map { String($0.output) }
    #expect(codes == [], "\(check.wholeErrors)")
  }
}
