import Foundation
import HybridClient
import HybridScript
import Manifest
import Testing

/// The reference of what scripts find, beside what they find.
@Suite(.enabled(if: Tool.isBuilt, "build the tool first: swift build --product hybrid"), .serialized)
struct ScriptReferenceTests {
  /// The names in the first columns of the tables of a section.
  private func names(_ text: Substring) -> Set<String> {
    var names: Set<String> = []
    for line in text.split(separator: "\n") where line.hasPrefix("| `") {
      let cell = line.dropFirst(2).prefix { $0 != "|" }
      for name in cell.split(separator: ",") { names.insert(name.filter { $0 != "`" && $0 != " " }) }
    }
    return names
  }

  @Test func theReferenceNamesWhatScriptsFind() throws {
    let file = Tool.repository.appendingPathComponent("docs/reference/scripts.md")
    let text = try String(contentsOf: file, encoding: .utf8)
    var sections: [String: Set<String>] = [:]
    for section in text.components(separatedBy: "\n## ").dropFirst() {
      let title = String(section.prefix { $0 != "\n" })
      sections[title] = names(section[...])
    }
    let site = OpenedSite()
    let queue = DispatchQueue(label: "suspended")
    queue.suspend()
    defer { queue.resume() }
    let release = try Tool.open(Tool.repository.appendingPathComponent("HybridScript/Tests/Fixtures/site").path)
    let opened = try release.openPage("index.html", for: DeviceTraits(width: 375, height: 667, scale: 2))
    let page = ScriptedPage(
      try LivePage(opened, host: site), host: site, contents: { try? release.contents(of: $0) }, queue: queue)
    page.start()
    func found(_ script: String) -> Set<String> {
      site.logs = []
      page.run("token.log((" + script + ").filter(n => n !== 'constructor' && n !== '__id').join(' '))", "test")
      return Set((site.logs.last ?? "").split(separator: " ").map(String.init))
    }
    func own(_ object: String) -> String { "Object.getOwnPropertyNames(\(object))" }
    let table = "Object.getPrototypeOf(document.getElementById('table'))"
    let element = "Object.getPrototypeOf(\(table))"
    #expect(found(own(table)) == sections["Tables"])
    #expect(found(own(element)) == sections["Elements"])
    #expect(found(own("Object.getPrototypeOf(\(element))")) == sections["Nodes"])
    #expect(found(own("document")) == sections["document"])
    #expect(found(own("token")) == sections["token"])
    for name in sections["Everywhere"] ?? [] {
      #expect(found("[typeof \(name)]") != ["undefined"], "\(name)")
    }
    #expect(site.errors == [] && sections.count == 6)
  }
}
