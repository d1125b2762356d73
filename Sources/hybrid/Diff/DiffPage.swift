import Build
import Diff
import Foundation

/// `--html`: one page that needs no network: the causes, and pictures of pages on which something differs, side by side,
/// blinking or over each other.
struct DiffPage {
  var report: DiffReport
  var old: ComparedRelease
  var new: ComparedRelease
  /// How many pages are drawn, each in one viewport.
  var mostPictures: Int

  /// The page's markup.
  var text: String {
    """
    <!DOCTYPE html>
    <html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
    <title>hybrid diff</title>
    <style>
    :root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif }
    body { max-width: 80rem; margin: 2rem auto; padding: 0 1rem }
    li { margin: .4rem 0 } .effects { opacity: .75 }
    figure { margin: 2rem 0 } figcaption { font-weight: 600 }
    .views { display: flex; gap: 1rem; overflow-x: auto; align-items: start }
    .views div { position: relative } .views img { display: block; border: 1px solid #8886; background: #fff }
    .mark { position: absolute; outline: 2px solid #d0021b; background: #d0021b22; pointer-events: none }
    .stack .old { position: absolute; left: 0; top: 0; z-index: 1 }
    .stack { position: relative; width: max-content }
    .blink.stack .old { animation: blink 1.2s steps(1) infinite }
    @keyframes blink { 50% { visibility: hidden } }
    .overlay.stack .old img { mix-blend-mode: difference }
    </style></head><body>
    <h1>hybrid diff</h1>
    <p>\(OutputText.html(report.head))</p>
    \(causes)\(figures)\(others)
    <script>
    for (const figure of document.querySelectorAll("figure")) {
      const views = figure.querySelector(".views");
      figure.addEventListener("change", event => { views.className = "views " + event.target.value });
    }
    </script>
    </body></html>

    """
  }

  private var causes: String {
    guard !report.difference.findings.isEmpty else { return "" }
    let items = report.difference.findings.prefix(max(report.limit, 100)).map { finding in
      let effects = DiffReport.effects(finding).map { OutputText.html($0) }
      return "<li>\(OutputText.html(DiffReport.cause(finding)))"
        + "<div class=effects>\(effects.joined(separator: "<br>"))</div></li>\n"
    }
    return "<h2>Causes</h2>\n<ol>\n\(items.joined())</ol>\n"
  }

  private var others: String {
    let lines = report.others + report.difference.notes
    guard !lines.isEmpty else { return "" }
    return "<h2>Besides</h2>\n<ul>\n" + lines.map { "<li>\(OutputText.html($0))</li>\n" }.joined() + "</ul>\n"
  }

  // MARK: Pictures

  /// The first page and viewport of each cause, each page once.
  private var places: [(page: String, viewport: String)] {
    var seen: Set<String> = []
    var places: [(page: String, viewport: String)] = []
    for finding in report.difference.findings {
      let example = finding.overflows.first ?? finding.examples.first
      guard let page = example?.page ?? finding.pages.first,
        let viewport = example?.viewport ?? finding.viewports.first,
        seen.insert(page).inserted
      else { continue }
      places.append((page, viewport))
    }
    return Array(places.prefix(mostPictures))
  }

  private var figures: String {
    guard mostPictures > 0, let folder = try? TemporaryFolder() else { return "" }
    defer { folder.remove() }
    let pictures = DiffPictures(folder: folder.path)
    var text = ""
    for (number, place) in places.enumerated() {
      guard let before = pictures.picture(of: place.page, in: place.viewport, from: old),
        let after = pictures.picture(of: place.page, in: place.viewport, from: new)
      else { continue }
      let (oldMarks, newMarks) = marks(place)
      text += """
        <figure><figcaption>\(OutputText.html(place.page)) at \(OutputText.html(place.viewport))</figcaption>
        <p>\(Self.choices(number))</p>
        <div class="views"><div class="old">\(Self.image(before, "before"))\(oldMarks)</div>\
        <div class="new">\(Self.image(after, "now"))\(newMarks)</div></div></figure>

        """
    }
    return text.isEmpty ? "" : "<h2>Pictures</h2>\n" + text
  }

  private static func choices(_ number: Int) -> String {
    [("", "side by side"), ("stack blink", "blink"), ("stack overlay", "overlay")].map { value, name in
      "<label><input type=radio name=view\(number) value=\"\(value)\"\(value.isEmpty ? " checked" : "")> \(name)</label>"
    }.joined(separator: "\n")
  }

  private static func image(_ picture: DiffPictures.Picture, _ name: String) -> String {
    let data = Data(picture.png).base64EncodedString()
    return "<img alt=\"\(name)\" width=\(Int(picture.width)) height=\(Int(picture.height)) "
      + "src=\"data:image/png;base64,\(data)\">"
  }

  /// Outlines of the examples on a page.
  private func marks(_ place: (page: String, viewport: String)) -> (old: String, new: String) {
    var (before, after) = ("", "")
    let examples = report.difference.findings.flatMap { $0.examples.prefix(1) + $0.overflows.prefix(1) }
    for example in examples where example.page == place.page && example.viewport == place.viewport {
      if let box = example.old { before += Self.mark(box) }
      if let box = example.new { after += Self.mark(box) }
    }
    return (before, after)
  }

  private static func mark(_ box: Finding.Box) -> String {
    guard box.y < DiffPictures.tallest else { return "" }
    func px(_ value: Double) -> String { DiffReport.number(value) + "px" }
    return
      "<span class=mark style=\"left:\(px(box.x));top:\(px(box.y));width:\(px(box.width));height:\(px(box.height))\">"
      + "</span>"
  }
}
