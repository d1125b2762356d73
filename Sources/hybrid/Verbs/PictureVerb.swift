import ArgumentParser
import Build
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

  func validate() throws {
    guard format != nil || isList else {
      throw ValidationError("-o \(output): the file must end in .png, .svg, .pdf or .json")
    }
  }

  /// A drawing as pixels, fine enough to be shown twice as large.
  private static func drawing(_ source: String, _ page: PaintedPage) -> DecodedImage? {
    guard let (list, measurer) = page.images.drawing(source, scale: page.viewport.scale * 2) else { return nil }
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

  func run() throws {
    let answer = try options.inspect { inspector in
      try inspector.painted(options.page, in: inspector.viewport(viewport.viewport), viewport.colorScheme.scheme)
    }
    guard let page = answer.page else { return try options.end(with: answer.diagnostics) }
    let size = page.list.size
    let area = LayoutRect(
      x: 0, y: 0, width: whole ? size.width : page.viewport.width, height: whole ? size.height : page.viewport.height)
    do throws(SystemError) {
      try OutputFile.check(output)
    } catch {
      throw CommandFailure(.cannotWrite, "\(output) cannot be written: \(error.reason)")
    }
    // Texts stay texts in SVG, and filters filters: Cairo's own files have neither.
    guard let format, format != .svg else {
      let text =
        isList
        ? page.list.encode(area: whole ? nil : area, scale: page.viewport.scale)
        : page.list.svg(title: options.page, area: area) { page.images.pictureFile(of: $0) }
      do throws(SystemError) {
        try OutputFile.write(Array(text.utf8), to: output)
      } catch {
        throw CommandFailure(.cannotWrite, "\(output) cannot be written: \(error.reason)")
      }
      return try options.end(with: answer.diagnostics)
    }
    var decoded: [String: DecodedImage] = [:]
    for source in page.list.imageSources {
      guard let bytes = page.images.bytes(of: source) else { continue }
      decoded[source] = DecodedImage(bytes) ?? Self.drawing(source, page)
    }
    let picture = PagePicture(of: page.list, measuredBy: page.measurer, scale: page.viewport.scale) { decoded[$0] }
    do {
      try picture.write(to: output, as: format, area: area)
    } catch {
      switch error {
      case .tooLarge:
        throw CommandFailure(
          .cannotWrite, "\(output): a picture has at most 32,767 pixels on a side and 100 million in all",
          help: "use a smaller scale, or draw the first screen without --whole")
      case .cairo(let reason): throw CommandFailure(.cannotWrite, "\(output) cannot be written: \(reason)")
      }
    }
    try options.end(with: answer.diagnostics)
  }
}
