import ArgumentParser
import Build

/// `hybrid fonts`: what measures text.
struct FontsVerb: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fonts", abstract: "Work with the fonts that measure text.", subcommands: [FontsCaptureVerb.self])
}

/// `hybrid fonts capture`: the measures of a font, for machines without it.
struct FontsCaptureVerb: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "capture", abstract: "Write a font's metrics to a file that measures text everywhere.",
    discussion: """
      Reads a font where it is licensed and writes only its measures: vertical metrics, advances and kerning; no outlines and no ligatures. \
      Name the file under fonts in the configuration, and builds on machines without the font measure its text alike:

          hybrid fonts capture SFNS.ttf -o system-ui.metrics --family system-ui
          { "fonts": { "system-ui": "system-ui.metrics" } }

      Several files are the faces of one family: its regular, its bold, its italic. A variable font is captured at the \
      weights that `--weight` names.
      """)

  @Argument(
    help: ArgumentHelp(
      "The font, or the faces of a family: TrueType, OpenType, a collection, WOFF or WOFF2.", valueName: "file"),
    completion: .file())
  var files: [String]

  @Option(name: .shortAndLong, help: ArgumentHelp("The metrics file.", valueName: "file"), completion: .file())
  var out: String

  @Option(help: ArgumentHelp("The family that pages call it by; default: the font's own name.", valueName: "name"))
  var family: String?

  @Option(help: ArgumentHelp("The face in a collection, from 0.", valueName: "n"))
  var face = 0

  @Option(help: ArgumentHelp("A weight at which a variable font is captured; may be repeated.", valueName: "n"))
  var weight: [Int] = []

  @Option(
    help: ArgumentHelp("The characters that are kept, such as U+20-24F,U+2000-206F; default: all.", valueName: "ranges")
  )
  var characters = ""

  @Flag(name: .shortAndLong, help: "Print nothing about what was written.")
  var quiet = false

  func validate() throws {
    if face < 0 { throw ValidationError("`--face` counts from 0") }
    if files.count > 64 { throw ValidationError("a metrics file has at most 64 faces") }
    if weight.contains(where: { !(1...1000).contains($0) }) { throw ValidationError("`--weight` is 1 to 1000") }
    if !FontCapture.isRanges(characters) {
      throw ValidationError("`--characters` `\(characters)` is not a list of ranges, such as U+20-24F,U+2000-206F")
    }
    if let family, family.isEmpty || family.contains(where: \.isNewline) {
      throw ValidationError("`--family` is one line of text")
    }
  }

  func run() throws {
    do throws(FontCapture.Failure) {
      let size = try FontCapture.capture(
        files, to: out, face: face, family: family, weights: weight, characters: characters)
      if !quiet { Terminal.answer("\(out): \(size) bytes\n") }
    } catch {
      switch error {
      case .noInput(let file, let reason): throw CommandFailure(.noInput, "\(file) cannot be read: \(reason)")
      case .unusable(let file, let reason):
        throw CommandFailure(
          .unsound, "\(file): \(reason)",
          help: "name a TrueType, OpenType, WOFF or WOFF2 font; of a collection, `--face`"
        )
      case .cannotWrite(let reason): throw CommandFailure(.cannotWrite, "\(out) cannot be written: \(reason)")
      }
    }
  }
}
