import Diagnostics

/// A picture of a site's pages and links: pages in columns by the number of links that lead to them from the first page.
struct RouteGraph {
  /// A page.
  struct Node {
    var path: String
    /// The patterns that lead to it.
    var patterns: [String]
  }

  /// A link between two pages, by their numbers.
  struct Edge: Hashable {
    enum Kind: Hashable {
      case link, form, dead
    }
    var from: Int
    var to: Int
    var kind: Kind
  }

  let nodes: [Node]
  let edges: Set<Edge>
  /// Pages with links that lead nowhere.
  let dead: Set<Edge>

  private static let boxWidth = 220
  private static let boxHeight = 44
  private static let columnGap = 120
  private static let rowGap = 20
  private static let margin = 20

  /// The SVG document.
  var svg: String {
    let columns = columns()
    var places: [Int: (x: Int, y: Int)] = [:]
    for (column, members) in columns.enumerated() {
      for (row, node) in members.enumerated() {
        places[node] = (
          Self.margin + column * (Self.boxWidth + Self.columnGap), Self.margin + row * (Self.boxHeight + Self.rowGap)
        )
      }
    }
    let width = Self.margin * 2 + max(1, columns.count) * (Self.boxWidth + Self.columnGap) - Self.columnGap
    let rows = columns.map(\.count).max() ?? 0
    let height = Self.margin * 2 + max(1, rows) * (Self.boxHeight + Self.rowGap) - Self.rowGap
    var text = """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width) \(height)" width="\(width)" height="\(height)" \
      font-family="sans-serif" font-size="12">
      <defs><marker id="arrow" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="8" markerHeight="8" orient="auto">\
      <path d="M0 0 8 4 0 8z" fill="#667"/></marker></defs>

      """
    let sorted = edges.sorted {
      ($0.from, $0.to, $0.kind == .form ? 1 : 0) < ($1.from, $1.to, $1.kind == .form ? 1 : 0)
    }
    for edge in sorted {
      guard let from = places[edge.from], let to = places[edge.to] else { continue }
      text += Self.curve(from, to, isForm: edge.kind == .form)
    }
    let broken = Set(dead.map(\.from))
    for (index, node) in nodes.enumerated() {
      guard let place = places[index] else { continue }
      text += Self.box(node, at: place, isBroken: broken.contains(index))
    }
    return text + "</svg>\n"
  }

  /// Pages by their distance from the first page (`index.html`, or else the first of all); the last column are those that
  /// no link leads to.
  private func columns() -> [[Int]] {
    guard !nodes.isEmpty else { return [] }
    let first = nodes.firstIndex { $0.path == "index.html" } ?? 0
    var targets: [[Int]] = Array(repeating: [], count: nodes.count)
    for edge in edges { targets[edge.from].append(edge.to) }
    var seen: Set<Int> = [first]
    var columns = [[first]]
    while let last = columns.last {
      let next = Set(last.flatMap { targets[$0] }).subtracting(seen).sorted()
      if next.isEmpty { break }
      seen.formUnion(next)
      columns.append(next)
    }
    let rest = nodes.indices.filter { !seen.contains($0) }
    return rest.isEmpty ? columns : columns + [rest]
  }

  private static func curve(_ from: (x: Int, y: Int), _ to: (x: Int, y: Int), isForm: Bool) -> String {
    let start = (x: from.x + boxWidth, y: from.y + boxHeight / 2)
    let end = (x: to.x, y: to.y + boxHeight / 2)
    let dash = isForm ? " stroke-dasharray=\"5 3\"" : ""
    // Links within a column and backwards leave and arrive at the nearer side, in a bow.
    let path =
      from.x < to.x
      ? "M\(start.x) \(start.y)C\(start.x + 60) \(start.y) \(end.x - 60) \(end.y) \(end.x) \(end.y)"
      : "M\(start.x) \(start.y)C\(start.x + 60) \(start.y) \(to.x + boxWidth + 60) \(end.y) \(to.x + boxWidth) \(end.y)"
    return "<path d=\"\(path)\" fill=\"none\" stroke=\"#667\"\(dash) marker-end=\"url(#arrow)\"/>\n"
  }

  private static func box(_ node: Node, at place: (x: Int, y: Int), isBroken: Bool) -> String {
    let stroke = isBroken ? "#c22" : "#345"
    let label = node.patterns.first ?? ""
    return """
      <g><title>\(escaped(([node.path] + node.patterns).joined(separator: "\n")))</title>\
      <rect x="\(place.x)" y="\(place.y)" width="\(boxWidth)" height="\(boxHeight)" rx="6" fill="#eef" \
      stroke="\(stroke)"/>\
      <text x="\(place.x + 10)" y="\(place.y + 18)" font-weight="bold">\(escaped(cut(label)))</text>\
      <text x="\(place.x + 10)" y="\(place.y + 35)" fill="#555">\(escaped(cut(node.path)))</text></g>

      """
  }

  private static func cut(_ text: String) -> String { text.count > 32 ? text.prefix(31) + "…" : text }

  private static func escaped(_ text: String) -> String {
    let commands = RunnerCommands.signs(in: text.unicodeScalars)
    var view = String.UnicodeScalarView()
    for (index, scalar) in text.unicodeScalars.enumerated() {
      let isHidden = scalar != "\n" && scalar.steersOutput || commands.contains(index)
      view.append(isHidden ? "\u{FFFD}" : scalar)
    }
    // A line of a title may begin with two colons, which GitHub's runner takes for a command.
    return String(view).replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
      .replacing("::", with: "&#58;&#58;")
  }
}
