import Foundation
import Testing

@testable import Compiler

@Suite struct TokenDocumentTests {
  /// `docs/reference/token.md` is the registry; with `HYBRID_UPDATE` in the environment it is written again.
  @Test func documentIsTheRegistry() throws {
    let root = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let file = root.appendingPathComponent("docs/reference/token.md")
    if ProcessInfo.processInfo.environment["HYBRID_UPDATE"] != nil {
      try TokenDocument.text.write(to: file, atomically: true, encoding: .utf8)
    }
    #expect(try String(contentsOf: file, encoding: .utf8) == TokenDocument.text)
    // Each component has an example.
    #expect(TokenDocument.text.split(separator: "```html\n").count == ComponentRegistry.dialect.count + 1)
  }

  /// Each component that is seen and each of its properties has a place in the table of hosts.
  @Test func tableOfHostsHasEveryProperty() {
    let entries = ComponentHosts.all
    let seen = ComponentRegistry.dialect.map(\.tag).filter {
      !["html", "head", "title", "meta", "style", "link", "script"].contains($0)
    }
    #expect(Set(entries.map(\.tag)) == Set(seen + ["*"]))
    for entry in entries {
      let component = ComponentRegistry.dialect.first { $0.tag == entry.tag }
      let names = (component?.properties ?? ComponentRegistry.common).map(\.name)
      #expect(Set(entry.samples.keys).union(entry.unseen) == Set(names), "\(entry.tag)")
      #expect(Set(entry.samples.keys).isDisjoint(with: entry.unseen), "\(entry.tag)")
      #expect(Set(entry.hosts.keys) == Set(ComponentHosts.names), "\(entry.tag)")
      for (name, host) in entry.hosts {
        #expect(Set(host.ignores).isSubset(of: names), "\(entry.tag) in \(name)")
      }
    }
  }

  /// HybridUIKit, which does not run here, reads the properties that the table says it heeds, and no others.
  @Test func tableOfHostsSaysWhatIsRead() throws {
    var sources = ""
    for folder in ["Sources/HybridUIKit/Views", "Sources/HostCore"] {
      let url = ComponentHosts.root.appendingPathComponent(folder)
      for file in try FileManager.default.contentsOfDirectory(atPath: url.path) where file.hasSuffix(".swift") {
        sources += try String(contentsOf: url.appendingPathComponent(file), encoding: .utf8)
      }
    }
    // What a page file has under another name, or what the layout and the page itself see to.
    let others = ["textColor": "color", "titleColor": "color", "align": "textAlign", "font": "fontFamily"]
    let elsewhere: Set<String> = [
      "id", "class", "style", "identifier", "name", "lines", "text", "rowHeight", "rowSectionHeight", "sectionMargin",
      "showSectionView",
    ]
    for entry in ComponentHosts.all {
      guard let host = entry.hosts["HybridUIKit"], !host.view.hasPrefix("not shown") else { continue }
      for property in Set(entry.samples.keys).union(entry.unseen).subtracting(elsewhere) {
        let isRead = sources.contains("\"\(others[property] ?? property)\"")
        // A property of several components may be read for another one.
        if !host.ignores.contains(property) { #expect(isRead, "\(entry.tag): \(property) is not read") }
      }
    }
    // What every component that has it ignores is read nowhere.
    var ignored: Set<String> = [], heeded: Set<String> = []
    for entry in ComponentHosts.all {
      guard let host = entry.hosts["HybridUIKit"], !host.view.hasPrefix("not shown") else { continue }
      ignored.formUnion(host.ignores)
      heeded.formUnion(Set(entry.samples.keys).union(entry.unseen).subtracting(host.ignores))
    }
    #expect(ignored.subtracting(heeded).isEmpty == false)
    for property in ignored.subtracting(heeded) {
      #expect(!sources.contains("\"\(property)\""), "\(property) is read")
    }
  }
}
