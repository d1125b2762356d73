import ArgumentParser
import Build
import Diagnostics
import HybridClient

/// `hybrid search`: asks a release's index as apps do.
struct SearchVerb: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "search", abstract: "Search a release's pages as an app does.",
    discussion: """
      Reads the index of a release that was built with `"search": true`, and prints the pages with all of the words, or where \
      there is none, those with any: the best first. Case and diacritics do not count; the last word may be the beginning of \
      one. A question that begins with - comes after --.
      """)

  @Argument(help: ArgumentHelp("The folder of the release.", valueName: "dist"), completion: .directory)
  var folder: String

  @Argument(help: ArgumentHelp("What to look for.", valueName: "words"))
  var words: [String]

  @Option(
    help: ArgumentHelp(
      "Only pages in this language, with any region; de-CH finds de where no page is in de-CH.", valueName: "tag"))
  var language: String?

  @Option(help: ArgumentHelp("The most pages.", valueName: "n"))
  var limit = 10

  @Option(help: "Output format: text or json.")
  var format: AnswerFormat = .text

  @OptionGroup var output: OutputOptions

  func validate() throws {
    if limit < 1 || limit > 10_000 { throw ValidationError("`--limit` is 1 to 10000") }
  }

  func run() throws {
    try ReleaseInput.require(folder)
    let hits: [SearchHit]
    do {
      let release = try ReleaseFolder.open(folder)
      guard release.isSearchable else {
        throw ProblemFailure(
          .noInput,
          Diagnostic(
            .releaseWithoutIndex, "\(folder): the release has no index", help: "build it with `\"search\": true`"),
          output
        )
      }
      hits = try release.search(words.joined(separator: " "), language: language, limit: limit)
    } catch let error as ClientError {
      if case .manifest(let fault) = error {
        throw ProblemFailure(.unsound, SiteBuild.diagnostic(for: fault), output)
      }
      throw CommandFailure(.unsound, "\(folder): \(error)")
    }
    if format == .json {
      Terminal.answer(OutputText.json(JSONText.object([("hits", .array(hits.map(Self.json)))]).compact) + "\n")
      return
    }
    for hit in hits {
      Terminal.answer("\(OutputText.terminal(hit.route))  \(OutputText.terminal(hit.title))\n")
      if !hit.excerpt.isEmpty { Terminal.answer("  \(OutputText.terminal(hit.excerpt))\n") }
    }
    if hits.isEmpty, !output.quiet { Terminal.report("no page has these words\n") }
  }

  private static func json(_ hit: SearchHit) -> JSONText {
    var members: [(key: String, value: JSONText)] = [
      ("route", .string(hit.route)), ("path", .string(hit.path)), ("title", .string(hit.title)),
      ("titleHighlights", places(hit.titleHighlights, in: hit.title)), ("excerpt", .string(hit.excerpt)),
      ("highlights", places(hit.highlights, in: hit.excerpt)),
    ]
    if let language = hit.language { members.append(("language", .string(language))) }
    if let image = hit.image { members.append(("image", .string(image))) }
    members.append(("score", .number((hit.score * 1000).rounded() / 1000)))
    return .object(members)
  }

  /// Places as pairs of UTF-16 offsets.
  private static func places(_ ranges: [Range<String.Index>], in text: String) -> JSONText {
    .array(
      ranges.map { range in
        [.integer(range.lowerBound.utf16Offset(in: text)), .integer(range.upperBound.utf16Offset(in: text))]
      })
  }
}
