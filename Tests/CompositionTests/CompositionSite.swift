import Diagnostics
import HTML

@testable import Composition

/// A site whose pages are composed: files in memory, data and messages as JSON.
struct CompositionSite {
  var files: [String: String]
  var data: String?
  var messages: [String: String] = [:]
  var languages: [String] = []

  init(_ files: [String: String], data: String? = nil) {
    self.files = files
    self.data = data
  }

  private var composition: SiteComposition {
    var composition = SiteComposition()
    if let data { composition.data = try? StaticValue(json: Array(data.utf8)) }
    if case .object(let object)? = composition.data {
      for name in object.names { composition.dataFiles[name] = "data/\(name).json" }
    }
    for (language, text) in messages {
      composition.messages[language] = try? StaticValue(json: Array(text.utf8))
      composition.messageFiles[language] = "i18n/\(language).json"
    }
    composition.languages = languages
    for path in files.keys where path.hasPrefix("components/") {
      composition.components.insert(String(path.dropFirst("components/".count).dropLast(".html".count)))
    }
    return composition
  }

  private func composed(_ path: String, _ change: (inout SiteComposition) -> Void) -> ComposedPage {
    var composition = composition
    change(&composition)
    let files = files
    let composer = Composer(composition, base: "/", isSnapshot: false) { files[$0].map { Array($0.utf8) } }
    let file = composition.derived[path]?.source ?? path
    let source = SourceFile(path: file, text: files[file] ?? "")
    return composer.compose(source, of: path, isToken: PageDialect.detect(in: source) == .token)
  }

  /// The composed text of a page, or of the page itself where nothing composes it.
  func text(_ path: String = "index.html", change: (inout SiteComposition) -> Void = { _ in }) -> String {
    composed(path, change).source.map { String(decoding: $0.bytes, as: UTF8.self) } ?? "(unchanged)"
  }

  /// How many problems a page has, with those that are not kept.
  func problemCount(_ path: String = "index.html") -> Int {
    let sink = composed(path) { _ in }.diagnostics
    return sink.diagnostics.count + sink.dropped
  }

  /// What a page depends on.
  func dependencies(_ page: String = "index.html") -> [CompositionDependency] { composed(page) { _ in }.dependencies }

  /// The problems of composing a page, one a line: `place code message`.
  func problems(_ path: String = "index.html") -> String {
    composed(path) { _ in }.diagnostics.diagnostics.map { problem in
      let place = problem.location.map { "\($0.file):\($0.line):\($0.column)" } ?? "-"
      return "\(place) \(problem.code.name) \(problem.message)" + (problem.help.map { " | " + $0 } ?? "")
    }.joined(separator: "\n")
  }
}
