import CSSValues
import Compiler
import Foundation
import HybridLayout
import PageFormat

/// Layout on the device: a page's file, laid out again at a viewport, against a build at that viewport.
enum RelayoutSuite {
  struct Question: Decodable {
    var id: String
    var file: String
    /// What the page is built for.
    var built: [PagesSuite.Question.Viewport]
    /// Where it is laid out again.
    var at: [PagesSuite.Question.Viewport]
    /// Whether text is measured only by what a release packages.
    var packaged: Bool?
  }

  struct Answer: Encodable {
    struct Place: Encodable {
      var viewport: String
      /// The nodes that were compared.
      var nodes = 0
      /// The lines that were compared.
      var lines = 0
      /// The nodes whose frames or lines differ.
      var differences = 0
      /// The first difference, or why there is no layout.
      var first: String?
      /// Whether the packaged measures had all that was asked.
      var isExact: Bool?
      /// How long the layout took, in milliseconds, the page file read.
      var milliseconds: Double?
    }
    var id: String
    var pageBytes = 0
    var layoutBytes = 0
    /// The packaged measures, uncompressed.
    var measureBytes = 0
    /// The elements whose style in the file is not the computed one, and the first of them.
    var styleDifferences = 0
    var firstStyle: String?
    var places: [Place] = []
  }

  @Sendable
  static func answer(_ question: Data) -> Data {
    guard let asked = try? JSONDecoder().decode(Question.self, from: question) else { return unanswered(question) }
    let (compiler, path) = SuitePages.compiler(
      file: asked.file, viewports: asked.built.map(viewport), measuresText: asked.packaged == true)
    let compiled = compiler.compile(path)
    var answer = Answer(id: asked.id)
    answer.pageBytes = compiled.pageFile.count
    answer.measureBytes = compiled.measures.count
    answer.layoutBytes = compiled.layoutFiles.first?.bytes.count ?? 0
    compareStyles(compiled, compiler, path, &answer)
    for place in asked.at {
      answer.places.append(compare(compiled, compiler, path, at: viewport(place), packaged: asked.packaged == true))
    }
    return encoded(answer)
  }

  private static func viewport(_ asked: PagesSuite.Question.Viewport) -> Viewport {
    Viewport(width: asked.width, height: asked.height, scale: asked.dpr)
  }

  /// Compares the styles in the file with those of the cascade.
  private static func compareStyles(
    _ compiled: CompiledPage, _ compiler: PageCompiler, _ path: String, _ answer: inout Answer
  ) {
    guard let viewport = compiler.options.viewports.first,
      let inspection = compiler.inspect(path, viewport: viewport),
      let page = try? PageReader(FileBytes(compiled.pageFile))
    else { return }
    let elements = inspection.elements
    let nodes = (0..<page.nodeCount).filter { page.tag($0) != nil }
    guard elements.count == nodes.count else {
      answer.styleDifferences = 1
      answer.firstStyle = "\(nodes.count) elements for \(elements.count)"
      return
    }
    for (element, node) in zip(elements, nodes) {
      guard let style = inspection.style(of: element), let number = page.style(node),
        let portable = try? page.portableStyle(number)
      else { continue }
      let decoded = portable.computed()
      guard decoded != style else { continue }
      answer.styleDifferences += 1
      guard answer.firstStyle == nil else { continue }
      let properties = PropertyID.allCases.filter { decoded.serialized($0) != style.serialized($0) }
      let texts = properties.map { "\($0.name): \(decoded.serialized($0)) for \(style.serialized($0))" }
      answer.firstStyle = "\(page.tag(node) ?? "") style \(number): \(texts.joined(separator: "; "))"
      if texts.isEmpty {
        answer.firstStyle? += [
          (decoded.font == style.font, "font"), (decoded.text == style.text, "text"), (decoded.box == style.box, "box"),
          (decoded.border == style.border, "border"), (decoded.flex == style.flex, "flex"),
          (decoded.grid == style.grid, "grid"), (decoded.alignment == style.alignment, "alignment"),
          (decoded.content == style.content, "content"), (decoded.visual == style.visual, "visual"),
          (decoded.other == style.other, "other"),
        ].filter { !$0.0 }.map(\.1).joined(separator: " ")
      }
    }
  }

  private static func compare(
    _ compiled: CompiledPage, _ compiler: PageCompiler, _ path: String, at viewport: Viewport,
    packaged: Bool
  ) -> Answer.Place {
    var place = Answer.Place(viewport: viewport.name)
    var options = compiler.options
    options.viewports = [viewport]
    // At a built viewport only what the files hold can differ, so that the layout file beside the page says what is expected.
    let isBuilt = compiled.layoutFiles.contains { $0.viewport == viewport.name }
    let other = isBuilt ? compiled : PageCompiler(options: options, files: compiler.siteFiles).compile(path)
    do {
      let expectedPage = try PageReader(FileBytes(other.pageFile))
      guard let file = other.layoutFiles.first(where: { $0.viewport == viewport.name }) else { return place }
      let expected = try LayoutReader(FileBytes(file.bytes))
      let page = try PageReader(FileBytes(compiled.pageFile))
      try page.validate()
      let measures =
        packaged
        ? try PackagedTextMeasurer(
          PackagedMeasures(compiled.measures), page: path, scale: viewport.scale) : nil
      guard let measurer = measures ?? compiler.textMeasurer(of: path, scale: viewport.scale) else { return place }
      let layout = try PageLayout(page)
      let start = ContinuousClock.now
      let answer = try layout.layOut(
        in: .init(name: "", width: viewport.width, height: viewport.height, scale: viewport.scale),
        measuredBy: measurer)
      place.milliseconds = (ContinuousClock.now - start) / .milliseconds(1)
      place.isExact = measures?.isExact
      var comparison = LayoutComparison(page, answer.layout, expectedPage, expected)
      comparison.run()
      place.nodes = comparison.nodes
      place.lines = comparison.lines
      place.differences = comparison.differences
      place.first = comparison.first
    } catch {
      place.differences = 1
      place.first = "\(error)"
    }
    return place
  }
}

/// Walks two pages of one source side by side: their nodes differ by white space and by boxes that one of them lacks.
private struct LayoutComparison {
  let page: PageReader
  let layout: LayoutModel
  let otherPage: PageReader
  let other: LayoutReader
  var nodes = 0
  var lines = 0
  var differences = 0
  private var found: [Int: String] = [:]
  private var linesByNode: [Int: [LayoutLine]] = [:]

  init(_ page: PageReader, _ layout: LayoutModel, _ otherPage: PageReader, _ other: LayoutReader) {
    self.page = page
    self.layout = layout
    self.otherPage = otherPage
    self.other = other
    for line in layout.lines { linesByNode[line.node, default: []].append(line) }
  }

  mutating func run() {
    guard page.nodeCount > 0, otherPage.nodeCount > 0 else { return }
    var stack = [(0, 0)]
    while let (left, right) = stack.popLast() {
      compare(left, right)
      let leftChildren = page.children(left).filter { !isSpace(page, $0) }
      var rightChildren = otherPage.children(right).filter { !isSpace(otherPage, $0) }[...]
      for child in leftChildren {
        while let next = rightChildren.first, isGenerated(otherPage, next), !isSame(child, next) {
          differ(child, "no \(otherPage.kind(next)) before it")
          rightChildren.removeFirst()
        }
        guard let next = rightChildren.first, isSame(child, next) else {
          // A generated box that the other build has no use for.
          if !isGenerated(page, child) || !layout.frames[child].flags.contains(.noBox) { differ(child, "not there") }
          continue
        }
        rightChildren.removeFirst()
        stack.append((child, next))
      }
      if !rightChildren.isEmpty { differ(left, "\(rightChildren.count) children more") }
    }
  }

  private func isSpace(_ page: PageReader, _ node: Int) -> Bool {
    page.kind(node) == .text && page.text(node)?.allSatisfy(\.isWhitespace) != false
  }

  private func isGenerated(_ page: PageReader, _ node: Int) -> Bool {
    switch page.kind(node) {
    case .before, .after, .marker: true
    default: false
    }
  }

  private func isSame(_ left: Int, _ right: Int) -> Bool {
    page.kind(left) == otherPage.kind(right) && page.tag(left) == otherPage.tag(right)
  }

  private mutating func differ(_ node: Int, _ what: String) {
    differences += 1
    found[node] = what
  }

  /// The first differences that no difference of a node inside explains.
  var first: String? {
    guard !found.isEmpty else { return nil }
    let innermost = found.keys.sorted().filter { node in
      !(node + 1..<page.subtreeEnd(node)).contains { found[$0] != nil }
    }
    return innermost.prefix(3).map { "\(path($0)): \(found[$0] ?? "")" }.joined(separator: " | ")
  }

  private mutating func compare(_ left: Int, _ right: Int) {
    nodes += 1
    let frame = layout.frames[left]
    let expected = other.frame(right, in: otherPage)
    switch (frame.flags.contains(.noBox), expected) {
    case (true, nil): break
    case (false, let expected?):
      let rect = expected.rect
      guard Self.isSame(frame.rect, rect) else {
        return differ(left, "\(Self.text(frame.rect)) for \(Self.text(rect))")
      }
    case (true, let expected?): return differ(left, "no box for \(Self.text(expected.rect))")
    case (false, nil): return differ(left, "\(Self.text(frame.rect)) for no box")
    }
    let mine = linesByNode[left] ?? []
    let theirs = other.lines(right, in: otherPage)
    lines += theirs.count
    guard mine.count == theirs.count else { return differ(left, "\(mine.count) lines for \(theirs.count)") }
    for (line, wanted) in zip(mine, theirs)
    where !Self.isSame(line.rect, wanted.frame.rect) || line.start..<line.start + line.length != wanted.range {
      return differ(left, "line \(Self.text(line.rect)) for \(Self.text(wanted.frame.rect))")
    }
  }

  private func path(_ node: Int) -> String {
    var parts: [String] = []
    var current: Int? = node
    while let place = current {
      parts.append((page.tag(place) ?? "\(page.kind(place))") + (page.attribute(place, "class").map { "." + $0 } ?? ""))
      current = page.parent(place)
    }
    return parts.reversed().suffix(4).joined(separator: ">")
  }

  private static func isSame(_ left: LayoutRect, _ right: LayoutRect) -> Bool {
    LayoutUnit.quantized(left.x) == LayoutUnit.quantized(right.x)
      && LayoutUnit.quantized(left.y) == LayoutUnit.quantized(right.y)
      && LayoutUnit.quantized(left.x + left.width) == LayoutUnit.quantized(right.x + right.width)
      && LayoutUnit.quantized(left.y + left.height) == LayoutUnit.quantized(right.y + right.height)
  }

  private static func text(_ rect: LayoutRect) -> String { "[\(rect.x) \(rect.y) \(rect.width) \(rect.height)]" }
}
