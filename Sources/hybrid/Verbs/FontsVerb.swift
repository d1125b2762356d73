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
      Reads a font where it is licensed and writes only its measures: vertical metrics, advances and kerning, no outlines. \
      Name the file under fonts in the configuration, and builds on machines without the font measure its text alike:

          hybrid fonts capture SFNS.ttf -o system-ui.metrics --family system-ui
          { "fonts": { "system-ui": "system-ui.metrics" } }
      """)

  @Argument(
    help: ArgumentHelp("The font: TrueType, OpenType, a collection, WOFF or WOFF2.", valueName: "file"),
    completion: .file())
  var file: String

  @Option(name: .shortAndLong, help: ArgumentHelp("The metrics file.", valueName: "file"), completion: .file())
  var out: String

  @Option(help: ArgumentHelp("The family that pages call it by; default: the font's own name.", valueName: "name"))
  var family: String?

  @Option(help: ArgumentHelp("The face in a collection, from 0.", valueName: "n"))
  var face = 0

  @Flag(name: .shortAndLong, help: "Do not say what was written.")
  var quiet = false

  func validate() throws {
    if face < 0 { throw ValidationError("--face counts from 0") }
    if let family, family.isEmpty || family.contains(where: \.isNewline) {
      throw ValidationError("--family is one line of text")
    }
  }

  func run() throws {
    do throws(FontCapture.Failure) {
      let size = try FontCapture.capture(file, to: out, face: face, family: family)
      if !quiet { Terminal.answer("\(out): \(size) bytes\n") }
    } catch {
      switch error {
      case .noInput(let reason): throw CommandFailure(.noInput, "\(file) cannot be read: \(reason)")
      case .unusable(let reason):
        throw CommandFailure(
          .unsound, "\(file): \(reason)", help: "name a TrueType, OpenType, WOFF or WOFF2 font; of a collection, --face"
        )
      case .cannotWrite(let reason): throw CommandFailure(.cannotWrite, "\(out) cannot be written: \(reason)")
      }
    }
  }
}
