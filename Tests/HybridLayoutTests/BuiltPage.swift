import CSSValues
import Compiler
import HybridLayout
import Layout
import Page
import PageFormat
import Testing

/// A page compiled from text at viewports, for new layouts to be compared with builds.
struct BuiltPage: SiteFiles {
  let html: String

  func read(_ path: String) throws(SiteFileError) -> [UInt8] {
    guard path == "index.html" else { throw .missing }
    return Array(html.utf8)
  }

  func contains(_ path: String) -> Bool { path == "index.html" }

  private func compiler(_ viewports: [Viewport], _ schemes: [ColorScheme]) -> PageCompiler {
    var options = CompilerOptions()
    options.viewports = viewports
    options.colorSchemes = schemes
    return PageCompiler(options: options, files: self)
  }

  /// The page's file of a build at viewports.
  func pageFile(
    at viewports: [Viewport] = [Viewport(width: 375, height: 667, scale: 2)], schemes: [ColorScheme] = [.light]
  ) -> [UInt8] {
    compiler(viewports, schemes).compile("index.html").pageFile
  }

  /// What a build at a viewport says of every box and line, one a line; positions in 1/64 px are exact.
  func built(at viewport: Viewport, scheme: ColorScheme = .light) throws -> String {
    let compiled = compiler([viewport], [scheme]).compile("index.html")
    let page = try PageReader(FileBytes(compiled.pageFile))
    let layout = try LayoutReader(FileBytes(try #require(compiled.layoutFiles.first).bytes))
    var text = ""
    for node in 0..<page.nodeCount {
      if let frame = layout.frame(node, in: page) { text += Self.line(page, node, frame.rect) }
      for line in layout.lines(node, in: page) { text += Self.line(page, node, line.frame.rect) }
    }
    let nodes = Array(0..<page.nodeCount)
    return text
      + Self.painting(
        page, order: layout.paintOrder().filter { layout.frame($0, in: page) != nil }, flags: layout.flags,
        clips: nodes.compactMap { node in layout.clip(node, in: page).map { (node, $0.rect) } }
          + nodes.compactMap { node in layout.clipPath(node, in: page).map { (node, $0.rect) } },
        containers: nodes.compactMap { node in
          let container = layout.clipParent(node, in: page)
          return container != page.parent(node) ? (node, container) : nil
        },
        numbers: nodes.compactMap { node in layout.transform(node).map { (node, $0) } }
          + nodes.compactMap { node in layout.corners(node).map { (node, $0.map(LayoutUnit.pixels)) } },
        sticky: nodes.compactMap { layout.sticky($0, in: page) })
  }

  /// What is known of painting, one fact a line, by tags: numbers of nodes are a build's own.
  private static func painting(
    _ page: PageReader, order: [Int], flags: (Int) -> LayoutNodeFlags, clips: [(Int, LayoutRect)],
    containers: [(Int, Int?)], numbers: [(Int, [Double])], sticky: [LayoutSticky]
  ) -> String {
    func name(_ node: Int) -> String { node < page.nodeCount ? page.tag(node) ?? "\(page.kind(node))" : "new" }
    var text =
      "paint "
      + order.map { name($0) + (flags($0).contains(.stackingContext) ? "*" : "") }
      .joined(separator: " ") + "\n"
    for (node, rect) in clips { text += "clip " + line(page, node, rect) }
    for (node, container) in containers { text += "\(name(node)) in \(container.map(name) ?? "page")\n" }
    for (node, values) in numbers {
      text += "\(name(node)) \(values.map { "\(LayoutUnit.quantized($0))" }.joined(separator: " "))\n"
    }
    for row in sticky {
      let insets = row.insets.map { $0.map { "\(LayoutUnit.quantized($0))" } ?? "-" }.joined(separator: " ")
      text += "sticky \(row.scroller.map(name) ?? "page") \(insets) " + line(page, row.node, row.bounds)
    }
    return text
  }

  /// The same of a new layout of a page built elsewhere.
  func relaid(
    _ file: [UInt8], at viewport: Viewport, scheme: ColorScheme = .light, changes: [PageChange] = []
  ) throws -> String {
    let page = try PageReader(FileBytes(file))
    try page.validate()
    let layout = try PageLayout(page).layOut(
      in: Self.viewport(viewport, scheme), measuredBy: try measurer(scale: viewport.scale), changes: changes
    ).layout
    return Self.text(page, layout)
  }

  func measurer(scale: Double) throws -> any TextMeasurer {
    try #require(compiler([], [.light]).textMeasurer(of: "index.html", scale: scale))
  }

  static func viewport(_ viewport: Viewport, _ scheme: ColorScheme = .light) -> Viewport {
    viewport.preferring(scheme).unnamed
  }

  static func text(_ page: PageReader, _ layout: LayoutModel) -> String {
    var lines: [Int: [LayoutLine]] = [:]
    for line in layout.lines { lines[line.node, default: []].append(line) }
    var text = ""
    for node in layout.frames.indices {
      let frame = layout.frames[node]
      if !frame.flags.contains(.noBox) { text += line(page, node, frame.rect) }
      for line in lines[node] ?? [] { text += self.line(page, node, line.rect) }
    }
    let order = layout.paintOrder.isEmpty ? Array(layout.frames.indices) : layout.paintOrder
    return text
      + painting(
        page, order: order.filter { !layout.frames[$0].flags.contains(.noBox) },
        flags: { layout.frames[$0].flags },
        clips: (layout.clips + layout.clipPaths).map { ($0.node, $0.rect) },
        containers: layout.containers.map { ($0.node, $0.container) },
        numbers: layout.transforms.map { ($0.node, $0.matrix) } + layout.corners.map { ($0.node, $0.radii) },
        sticky: layout.sticky)
  }

  /// The rectangles of a dump, without the nodes that they are of.
  static func rects(_ text: String) -> [String] {
    text.split(separator: "\n").prefix { !$0.hasPrefix("paint ") }.map {
      $0.split(separator: " ").dropFirst().joined(separator: " ")
    }
  }

  /// The rectangles of a layout's boxes and lines.
  static func rects(_ layout: LayoutModel) -> [String] {
    (layout.frames.filter { !$0.flags.contains(.noBox) }.map(\.rect) + layout.lines.map(\.rect)).map { rect in
      [rect.x, rect.y, rect.x + rect.width, rect.y + rect.height].map { "\(LayoutUnit.quantized($0))" }
        .joined(separator: " ")
    }
  }

  private static func line(_ page: PageReader, _ node: Int, _ rect: LayoutRect) -> String {
    let name = node < page.nodeCount ? page.tag(node) ?? "\(page.kind(node))" : "new"
    let left = LayoutUnit.quantized(rect.x)
    let top = LayoutUnit.quantized(rect.y)
    let right = LayoutUnit.quantized(rect.x + rect.width)
    let bottom = LayoutUnit.quantized(rect.y + rect.height)
    return "\(name) \(left) \(top) \(right) \(bottom)\n"
  }
}
