import Build
import Diagnostics

/// `--report`: one page that needs no network: packages, pages by size and time, problems.
struct HTMLReport {
  private let outcome: BuildOutcome
  /// More rows than this are cut; the JSON of `--format json` has them all.
  private static let rowLimit = 200

  init(_ outcome: BuildOutcome) { self.outcome = outcome }

  var text: String {
    """
    <!DOCTYPE html>
    <html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
    <title>hybrid: build report</title>
    <style>
    :root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif }
    body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
    table { border-collapse: collapse; width: 100% } th, td { text-align: left; padding: .2rem .6rem .2rem 0 }
    td.n, th.n { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap }
    tr + tr td { border-top: 1px solid color-mix(in srgb, currentColor 15%, transparent) }
    .bar { background: #4a7bd0; height: .6rem; border-radius: 2px; min-width: 1px } .bar-cell { width: 40% }
    .error { color: #c62828 } .warning { color: #a66a00 } pre { overflow-x: auto; margin: .2rem 0 }
    @media (prefers-color-scheme: dark) { .error { color: #ff8a80 } .warning { color: #ffca6a } }
    </style></head><body>
    <h1>Build report</h1>
    <p>\(OutputText.html(head))</p>
    \(packages)\(pages("Largest pages", by: { $0.packedSize }, text: { ByteSize.text($0.packedSize) }))\
    \(pages("Slowest pages", by: { $0.cost }, text: { Self.milliseconds($0.cost) }))\(problems)\(unreferenced)
    </body></html>

    """
  }

  private var head: String {
    guard let summary = outcome.summary else { return "The configuration has errors." }
    let cache = outcome.cache.map {
      "; \(BuildSummary.count($0.hits, "page")) from the cache, \($0.remoteHits) from the remote cache"
    }
    return summary.line + (cache ?? "")
  }

  private var packages: String {
    guard let summary = outcome.summary, !summary.packages.isEmpty else { return "" }
    let rows = summary.packages.sorted { ($1.size, $0.name) < ($0.size, $1.name) }.map { package in
      (package.name, package.size, "\(ByteSize.text(package.size)), \(BuildSummary.count(package.entries, "file"))")
    }
    return Self.table("Packages", rows)
  }

  private func pages(_ title: String, by measure: (PageFigures) -> Int, text: (PageFigures) -> String) -> String {
    let sorted = outcome.pages.filter { measure($0) > 0 }.sorted { (measure($1), $0.path) < (measure($0), $1.path) }
    return Self.table(title, sorted.prefix(Self.rowLimit).map { ($0.path, measure($0), text($0)) }, of: sorted.count)
  }

  private static func table(_ title: String, _ rows: [(name: String, value: Int, text: String)], of count: Int = 0)
    -> String
  {
    guard let largest = rows.map(\.value).max() else { return "" }
    var text = "<h2>\(title)</h2>\n<table>\n"
    for row in rows {
      let width = largest > 0 ? row.value * 100 / largest : 0
      text +=
        "<tr><td>\(OutputText.html(row.name))</td><td class=bar-cell><div class=bar style=\"width:\(width)%\"></div></td>"
      text += "<td class=n>\(OutputText.html(row.text))</td></tr>\n"
    }
    text += "</table>\n"
    if count > rows.count { text += "<p>and \(count - rows.count) more</p>\n" }
    return text
  }

  private var problems: String {
    guard !outcome.diagnostics.isEmpty else { return "<h2>Problems</h2>\n<p>None.</p>\n" }
    var text = "<h2>Problems</h2>\n<table>\n"
    for diagnostic in outcome.diagnostics.prefix(1_000) {
      let place = diagnostic.location.map { "\($0.file):\($0.line):\($0.column)" } ?? ""
      text +=
        "<tr><td class=\"\(diagnostic.severity.rawValue)\">\(diagnostic.severity.rawValue) \(diagnostic.code.name)</td>"
      text += "<td>\(OutputText.html(place))</td><td>\(OutputText.html(diagnostic.message))"
      if let line = diagnostic.sourceLine { text += "<pre>\(OutputText.html(String(line.prefix(300))))</pre>" }
      if let help = diagnostic.help { text += "<div>help: \(OutputText.html(help))</div>" }
      text += "</td></tr>\n"
    }
    return text + "</table>\n"
  }

  private var unreferenced: String {
    guard !outcome.unreferenced.isEmpty else { return "" }
    let names = outcome.unreferenced.prefix(1_000).map { "<li>\(OutputText.html($0))</li>" }.joined(separator: "\n")
    return "<h2>Files that nothing refers to</h2>\n<ul>\n\(names)\n</ul>\n"
  }

  /// `12.3 ms`, the same in every locale.
  private static func milliseconds(_ microseconds: Int) -> String {
    let tenths = (microseconds + 50) / 100
    return "\(tenths / 10).\(tenths % 10) ms"
  }
}
