import Foundation

/// What hosts make of the dialect's components: `Tests/Fixtures/ComponentHosts/components.json`, from which tests make pages.
struct ComponentHosts: Decodable {
  struct Entry: Decodable {
    /// The component; `*` for the properties that all have.
    var tag: String
    /// The properties that a picture can show.
    var samples: [String: Sample]
    /// The properties that it cannot show.
    var unseen: [String]
    /// By host.
    var hosts: [String: Host]
  }

  struct Host: Decodable {
    /// What the component is there.
    var view: String
    /// The properties that have no effect.
    var ignores: [String]
  }

  /// What a property is set to; tests of pages read more of it.
  struct Sample: Decodable {
    init(from decoder: any Decoder) throws {}
  }

  var components: [Entry]

  /// The hosts, in the order of the columns.
  static let names = ["hybrid-view", "HybridUIKit", "browser"]

  static let root = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  static var all: [Entry] {
    let file = root.appendingPathComponent("Tests/Fixtures/ComponentHosts/components.json")
    guard let bytes = try? Data(contentsOf: file), let read = try? JSONDecoder().decode(Self.self, from: bytes) else {
      return []
    }
    return read.components
  }

  /// The table of the document.
  static var table: String {
    var rows = [
      "| component | `hybrid-view` (GTK) | `HybridUIKit` | browser (`preview/host`) |", "| --- | --- | --- | --- |",
    ]
    for entry in all {
      let cells = names.map { name in
        guard let host = entry.hosts[name] else { return "" }
        let ignored = host.ignores.map { "`\($0)`" }.joined(separator: ", ")
        // Of what is not shown nothing is heeded.
        let isShown = !host.view.hasPrefix("not shown")
        return host.view + (ignored.isEmpty || !isShown ? "" : "; ignores \(ignored)")
      }
      rows.append("| \(entry.tag == "*" ? "every component" : "`\(entry.tag)`") | \(cells.joined(separator: " | ")) |")
    }
    return rows.joined(separator: "\n")
  }
}
