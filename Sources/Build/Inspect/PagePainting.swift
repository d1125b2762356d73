import CSSValues
import Compiler
import Diagnostics
import Layout
import Manifest
import PageFormat
import Painting
import References
import Text

/// A page as a client paints it: its display list, and what a renderer needs besides.
public struct PaintedPage: Sendable {
  /// What is drawn.
  public var list: DisplayList
  /// Shapes texts with the page's own fonts.
  public var measurer: SystemTextMeasurer
  /// The viewport in CSS px, and the whole page's height.
  public var viewport: Viewport
  /// The page's problems.
  public var diagnostics: [Diagnostic]
  /// The images that the list names.
  public var images: PageImageSource
  /// What is wrong with elements of the page, in the order of their numbers in the picture; empty where nobody asked.
  public var marked: [MarkedProblem] = []
}

/// A problem with the place where its elements are shown.
public struct MarkedProblem: Sendable {
  /// The number beside the frame, from 1.
  public var number: Int
  /// The problem.
  public var problem: Diagnostic
  /// The elements' rectangles in px of the page, transforms applied.
  public var rects: [LayoutRect]
}

/// Finds the images that a page names: files of the site and `data:` URLs.
public struct PageImageSource: Sendable {
  private let path: String
  private let base: String
  private let read: @Sendable (String) -> [UInt8]?

  init(site: Site, path: String, base: String) {
    self.init(path: path, base: base) { try? site.read($0) }
  }

  /// The images of a page whose files come from somewhere else than a site, such as a release.
  ///
  /// - Parameters:
  ///   - path: the page's path in the site.
  ///   - base: what the page's absolute references begin with (`base` in the configuration).
  ///   - read: the bytes of a file by its path in the site; `nil` where there is none.
  public init(path: String, base: String = "/", read: @escaping @Sendable (String) -> [UInt8]?) {
    self.path = path
    self.base = base
    self.read = read
  }

  /// An image's bytes; `nil` where the site has none.
  public func bytes(of source: String) -> [UInt8]? {
    if source.utf8.count >= 5, source.prefix(5).lowercased() == "data:" { return DataURL(source)?.bytes }
    guard case .local(let file, _) = SiteReference(source, from: path, base: base) else { return nil }
    return read(file)
  }

  /// Images above this size are not put into pictures.
  private static let largestInPicture = 1 << 20

  /// An image as a picture carries it; `nil` where the site has none, or it is too large.
  public func pictureFile(of source: String) -> PictureFile? {
    guard let bytes = bytes(of: source), bytes.count <= Self.largestInPicture else { return nil }
    let type: String
    if source.utf8.count >= 5, source.prefix(5).lowercased() == "data:" {
      type = String(source.dropFirst(5).prefix { $0 != ";" && $0 != "," })
    } else if case .local(let file, _) = SiteReference(source, from: path, base: base) {
      type = ContentType.of(file)
    } else {
      return nil
    }
    return PictureFile(type: type, base64: Base64.encode(bytes))
  }

  /// An image's natural size in CSS px; `nil` where it is unknown.
  ///
  /// UNIMPLEMENTED: a background takes a length that its drawing has not from the box (CSS Images 3, 5.3).
  public func size(of source: String) -> (width: Double, height: Double)? {
    guard let bytes = bytes(of: source), let header = try? ImageHeader(bytes: bytes) else { return nil }
    // A drawing without a size is as large as replaced elements are by themselves, also in one direction (CSS Images 3, 5.1).
    switch (header.width, header.height, header.ratio) {
    case (let width?, let height?, _): return (width, height)
    case (let width?, nil, let ratio?): return (width, width / ratio)
    case (nil, let height?, let ratio?): return (height * ratio, height)
    case (nil, nil, let ratio?): return (300, 300 / ratio)
    case (let width?, nil, nil): return (width, 150)
    case (nil, let height?, nil): return (300, height)
    default: return (300, 150)
    }
  }

  /// Whether an image is a drawing with a `viewBox` that keeps its ratio in any box (SVG 2, 8.2).
  ///
  /// UNIMPLEMENTED: other values of `preserveAspectRatio` than the initial one and `none`, which both fill the box.
  public func keepsRatio(_ source: String) -> Bool {
    guard let bytes = bytes(of: source), let header = try? ImageHeader(bytes: bytes), header.format == .svg else {
      return false
    }
    let text = String(decoding: bytes.prefix(65_536), as: UTF8.self)
    guard let start = text.range(of: "<svg"), let end = text[start.upperBound...].firstIndex(of: ">") else {
      return false
    }
    let root = text[start.upperBound..<end]
    return root.contains("viewBox") && !root.contains("preserveAspectRatio")
  }
}

/// One drawing (SVG) as a page of its own.
private struct DrawingFiles: SiteFiles {
  var page: [UInt8]

  func read(_ path: String) throws(SiteFileError) -> [UInt8] {
    guard path == "drawing.html" else { throw .missing }
    return page
  }

  func contains(_ path: String) -> Bool { path == "drawing.html" }
}

extension PageImageSource {
  /// An SVG image as a list of its own, laid out at a size in CSS px; `nil` for what is not a drawing.
  ///
  /// UNIMPLEMENTED: drawings are read by HTML's rules for inline `<svg>`; entities that they declare are not known.
  public func drawing(_ source: String, scale: Double) -> (list: DisplayList, measurer: SystemTextMeasurer)? {
    guard let bytes = bytes(of: source), let size = size(of: source), size.width >= 1, size.height >= 1,
      size.width <= 8192, size.height <= 8192
    else { return nil }
    let text = String(decoding: bytes, as: UTF8.self)
    guard let start = text.range(of: "<svg") else { return nil }
    let head =
      "<!DOCTYPE html><html lang=\"en\"><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">"
      + "<title>x</title><style>html,body{margin:0}body>svg{display:block;width:\(size.width)px;height:\(size.height)px}</style>"
    var options = CompilerOptions()
    options.viewports = [Viewport(width: size.width, height: size.height, scale: scale, fontScale: 1)]
    let compiler = PageCompiler(
      options: options, files: DrawingFiles(page: Array((head + text[start.lowerBound...]).utf8)))
    return ParallelWork.map([0], threads: 1) { _ in
      let compiled = compiler.compile("drawing.html")
      guard let layoutFile = compiled.layoutFiles.first?.bytes,
        let measurer = compiler.textMeasurer(of: "drawing.html", scale: scale) as? SystemTextMeasurer,
        let reader = try? PageReader(FileBytes(compiled.pageFile)),
        let layout = try? LayoutReader(FileBytes(layoutFile))
      else { return nil }
      var painter = PagePainter(page: reader, layout: layout)
      guard var list = try? painter.paint() else { return nil }
      list.canvasColor = .transparent
      return (list, measurer.drawing)
    }[0]
  }
}

extension PageImageSource {
  /// The display list of the page from its two files, as a client makes it, and the device pixels in a CSS px that it was laid
  /// out for; `nil` where one of the files is damaged.
  ///
  /// - Parameters:
  ///   - pageFile: the page file's bytes.
  ///   - layoutFile: the bytes of a layout of that page.
  public func displayList(pageFile: [UInt8], layoutFile: [UInt8]) -> (list: DisplayList, scale: Double)? {
    // Pages may be nested deeper than the stacks of a pool's threads allow.
    ParallelWork.map([0], threads: 1) { _ in
      guard let page = try? PageReader(FileBytes(pageFile)),
        let layout = try? LayoutReader(FileBytes(layoutFile))
      else { return nil }
      var painter = PagePainter(page: page, layout: layout, imageSize: { size(of: $0) }, keepsRatio: keepsRatio)
      return (try? painter.paint()).map { ($0, layout.viewport.scale) }
    }[0]
  }
}

extension PageInspector {
  /// The page's display list in a viewport, made from its files as a client makes it.
  ///
  /// - Parameters:
  ///   - page: the page, relative to the site's root.
  ///   - viewport: the screen.
  ///   - marksProblems: whether to check accessibility too, and to put numbered frames around the elements with a problem.
  /// - Returns: the painted page, or `nil` where the page does not exist, and the page's problems.
  public func painted(
    _ page: String, in viewport: Viewport, marksProblems: Bool = false
  ) throws(Failure) -> (page: PaintedPage?, diagnostics: [Diagnostic]) {
    let path = try path(page)
    let problem = problem(of: path)
    guard problem.isEmpty else { return (nil, problem) }
    let compiler = compiler(in: viewport, viewport.colorScheme, checksAccessibility: marksProblems)
    return onDeepStack { [site] in
      let compiled = compiler.compile(path)
      let diagnostics = Self.shown(compiled.diagnostics, site)
      guard !compiled.pageFile.isEmpty, let layoutFile = compiled.layoutFiles.first?.bytes,
        let measurer = compiler.textMeasurer(of: path, scale: viewport.scale) as? SystemTextMeasurer
      else { return (nil, diagnostics) }
      do {
        let reader = try PageReader(FileBytes(compiled.pageFile))
        let layout = try LayoutReader(FileBytes(layoutFile))
        let images = PageImageSource(site: site, path: path, base: compiler.options.base)
        var painter = PagePainter(
          page: reader, layout: layout, imageSize: { images.size(of: $0) }, keepsRatio: images.keepsRatio)
        var painted = PaintedPage(
          list: try painter.paint(), measurer: measurer.drawing, viewport: viewport, diagnostics: diagnostics,
          images: images)
        if marksProblems, let inspection = compiler.inspect(path, viewport: viewport) {
          painted.markProblems(in: inspection)
        }
        painted.diagnostics = Self.warned(diagnostics, of: reader, at: path)
        return (painted, painted.diagnostics)
      } catch {
        let problem = Diagnostic(.internalError, "the page file cannot be read back: \(error)")
        return (nil, diagnostics + [problem])
      }
    }
  }
}

extension PageInspector {
  /// The problems of a page that is drawn: a picture of what only scripts make says so.
  private static func warned(
    _ diagnostics: [Diagnostic], of page: PageReader, at path: String
  ) -> [Diagnostic] {
    guard !page.paintsFirstScreen else { return diagnostics }
    var warned = diagnostics
    if let index = warned.firstIndex(where: { $0.code == .noFirstScreen }) {
      if warned[index].severity == .note { warned[index].severity = .warning }
      return warned
    }
    warned.append(
      Diagnostic(
        .noFirstScreen, "the page says that hosts do not paint it: the picture shows it before scripts run",
        at: SourceLocation(file: path), severity: .warning,
        help: "`<meta name=\"hybrid-first-screen\" content=\"painted\">` lets hosts paint it"))
    return warned
  }
}

extension PaintedPage {
  /// Puts a numbered frame around each element that has a problem. What has no box here, and what a style sheet or
  /// the whole page has, is not marked.
  mutating func markProblems(in inspection: PageInspection) {
    var places: Set<SourceLocation> = []
    for problem in diagnostics { places.formUnion(problem.others + (problem.location.map { [$0] } ?? [])) }
    let found = inspection.clientRects(at: places)
    for problem in diagnostics where problem.severity > .note {
      guard let location = problem.location else { continue }
      // A transform may move a box out of every picture.
      let rects = ([location] + problem.others).compactMap { found[$0] }.filter { rect in
        (rect.width > 0 || rect.height > 0)
          && [rect.x, rect.y, rect.width, rect.height].allSatisfy { abs($0) < 1e6 }
      }
      guard !rects.isEmpty else { continue }
      marked.append(MarkedProblem(number: marked.count + 1, problem: problem, rects: rects))
    }
    // One frame for each place: problems of one element would hide each other's numbers.
    var numbers: [LayoutRect: [Int]] = [:]
    var rects: [LayoutRect] = []
    for problem in marked {
      for rect in problem.rects {
        if numbers[rect] == nil { rects.append(rect) }
        if numbers[rect]?.last != problem.number { numbers[rect, default: []].append(problem.number) }
      }
    }
    for rect in rects.reversed() {
      list.mark(rect, numbers: numbers[rect] ?? [])
    }
  }
}
