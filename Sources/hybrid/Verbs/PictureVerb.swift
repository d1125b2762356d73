import ArgumentParser
import Build
import CSSValues
import CairoPainting
import Compiler
import Diagnostics
import PageFormat

/// `hybrid picture`: a page as a client paints it, as a PNG, SVG or PDF file.
struct PictureVerb: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "picture", abstract: "Draw a page as a client paints it: PNG, SVG, PDF, or the steps as JSON.",
    discussion: """
      Draws the page from only its page and layout files, as an app shows its first screen before a web view has \
      started. The file's extension chooses the format; .json has the steps of painting (docs/reference/painting.md).
      """)

  @OptionGroup var options: InspectOptions
  @OptionGroup var viewport: ViewportOptions

  @Option(
    name: .shortAndLong, help: ArgumentHelp("The picture: .png, .svg, .pdf or .json.", valueName: "file"),
    completion: .file(extensions: ["png", "svg", "pdf", "json"]))
  var output: String

  @Flag(help: "Draw the whole page instead of the first screen.")
  var whole = false

  @Flag(
    help: """
      Put a numbered frame around each element with a problem, of accessibility too, and list them. The whole page is drawn.
      """)
  var problems = false

  @Flag(help: "Put the places of carets into the steps (.json), for hosts that let readers select text.")
  var carets = false

  func validate() throws {
    if carets, !isList { throw ValidationError("`--carets` requires -o with a .json file") }
    guard format != nil || isList else {
      throw ValidationError("-o \(output): the file must end in .png, .svg, .pdf or .json")
    }
  }

  /// A drawing as pixels, fine enough to be shown twice as large.
  ///
  /// - Parameter diagnostics: gets what the painter leaves out of the drawing.
  private func drawing(_ source: String, _ page: PaintedPage, _ diagnostics: inout [Diagnostic]) -> DecodedImage? {
    guard let (list, measurer) = page.images.drawing(source, scale: page.viewport.scale * 2) else { return nil }
    let name = source.utf8.count > 80 ? "\(source.prefix(60))…" : source
    for omission in list.omissions {
      let condition = omission.condition.map { " \($0)" } ?? ""
      diagnostics.append(
        Diagnostic(
          .paintingNotSupported, "`\(omission.what)` of the image `\(name)` is not painted\(condition)",
          at: SourceLocation(file: options.page), help: "use an image of pixels"))
    }
    let area = LayoutRect(x: 0, y: 0, width: list.size.width, height: list.size.height)
    let picture = PagePicture(of: list, measuredBy: measurer, scale: page.viewport.scale * 2)
    guard let (width, height, bytes) = try? picture.pixels(of: area) else { return nil }
    return DecodedImage(width: width, height: height, pixels: bytes)
  }

  private var format: PagePicture.Format? {
    output.lastIndex(of: ".").flatMap { PagePicture.Format(rawValue: output[output.index(after: $0)...].lowercased()) }
  }

  /// Whether the steps of painting are asked for.
  private var isList: Bool { output.lowercased().hasSuffix(".json") }

  private var isWhole: Bool { whole || problems }

  /// One line for each marked problem: its number, the first element's place and size in px, what it is.
  private static func line(_ marked: MarkedProblem) -> String {
    let rect = marked.rects[0]
    func number(_ value: Double) -> Int { Int(exactly: value.rounded()) ?? 0 }
    let more = marked.rects.count > 1 ? " and \(BuildSummary.count(marked.rects.count - 1, "other element"))" : ""
    let unseen = marked.problem.otherCount + 1 - marked.rects.count
    let hidden = unseen > 0 ? " (\(unseen) more not on this picture)" : ""
    return
      "\(marked.number) at \(number(rect.x)),\(number(rect.y)), \(number(rect.width))×\(number(rect.height)) px\(more)\(hidden): "
      + "\(marked.problem.code.name) \(marked.problem.message)"
  }

  func run() throws {
    let answer = try options.inspect { inspector in
      try inspector.painted(
        options.page, in: viewport.screen(of: inspector),
        marksProblems: problems)
    }
    guard var page = answer.page else { return try options.end(with: answer.diagnostics) }
    if carets { page.list.placeCarets(measuredBy: page.measurer) }
    if format == .svg { page.list.avoidGlyphs(measuredBy: page.measurer) }
    let size = page.list.size
    let area = LayoutRect(
      x: 0, y: 0, width: isWhole ? size.width : page.viewport.width,
      height: isWhole ? size.height : page.viewport.height)
    do throws(SystemError) {
      try OutputFile.check(output)
      try OutputFile.checkFolder(of: output)
    } catch {
      throw CommandFailure(.cannotWrite, "\(output) cannot be written: \(error.reason)")
    }
    // Texts stay texts in SVG, and filters filters: Cairo's own files have neither.
    guard let format, format != .svg else {
      let text =
        isList
        ? page.list.encode(area: isWhole ? nil : area, scale: page.viewport.scale)
        : page.list.svg(title: options.page, area: area) { page.images.pictureFile(of: $0) }
      do throws(SystemError) {
        try OutputFile.write(Array(text.utf8), to: output)
      } catch {
        throw CommandFailure(.cannotWrite, "\(output) cannot be written: \(error.reason)")
      }
      return try end(page, answer.diagnostics)
    }
    var decoded: [String: DecodedImage] = [:]
    var diagnostics = answer.diagnostics
    for source in page.list.imageSources {
      guard let bytes = page.images.bytes(of: source) else { continue }
      decoded[source] = DecodedImage(bytes) ?? drawing(source, page, &diagnostics)
    }
    let picture = PagePicture(of: page.list, measuredBy: page.measurer, scale: page.viewport.scale) { decoded[$0] }
    do {
      try picture.write(to: output, as: format, area: area)
    } catch {
      switch error {
      case .tooLarge:
        throw CommandFailure(
          .cannotWrite, "\(output): a picture has at most 32,767 pixels on a side and 100 million in all",
          help: Self.smaller(isWhole: isWhole, problems: problems))
      case .cairo(let reason): throw CommandFailure(.cannotWrite, "\(output) cannot be written: \(reason)")
      }
    }
    try end(page, diagnostics)
  }

  /// What makes the picture smaller.
  private static func smaller(isWhole: Bool, problems: Bool) -> String {
    if !isWhole { return "use a smaller `--viewport`, or a smaller scale behind its `@`" }
    let flag = problems ? "--problems" : "--whole"
    return "use a smaller scale in `--viewport`, or draw the first screen without `\(flag)`"
  }

  private func end(_ page: PaintedPage, _ diagnostics: [Diagnostic]) throws {
    for marked in page.marked { Terminal.answer(OutputText.terminal(Self.line(marked)) + "\n") }
    try options.end(with: diagnostics)
  }
}
