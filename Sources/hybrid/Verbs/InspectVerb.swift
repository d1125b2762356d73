import ArgumentParser
import Build
import CSSValues
import Compiler
import Diagnostics
import Painting

/// `hybrid inspect`: looks into one page.
struct InspectVerb: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "inspect", abstract: "Print a page's tree, styles, layout or page file.",
    subcommands: [InspectTree.self, InspectStyle.self, InspectLayout.self, InspectPage.self])
}

/// Which page of which site.
struct InspectOptions: ParsableArguments {
  @Argument(help: ArgumentHelp("The page, relative to the root.", valueName: "page"))
  var page: String

  @Option(help: ArgumentHelp("The site's folder.", valueName: "folder"), completion: .directory)
  var root = "."

  @Option(
    name: .shortAndLong, help: ArgumentHelp("The configuration, instead of the one at the root.", valueName: "file"))
  var config: String?

  @Option(help: "Diagnostic format: human, json (one a line), github (annotations) or sarif.")
  var diagnostics: DiagnosticFormat = .human

  @Option(help: "Colours on stderr: auto, always or never.")
  var color: ColorChoice = .auto

  /// Looks into the page; what cannot be found ends the command.
  func inspect<Answer>(_ look: (PageInspector) throws -> Answer) throws -> Answer {
    try SiteInput.require(root, config: config)
    do {
      return try look(try PageInspector(root: root, configurationFile: config))
    } catch let failure as PageInspector.Failure {
      switch failure {
      case .configuration(let diagnostics):
        report(diagnostics)
        throw ExitCode(ExitStatus.badConfiguration.rawValue)
      case .noPage(let page, let near):
        throw CommandFailure(
          .noInput, "\(page): no such page in \(root)",
          help: near.map { "did you mean `\($0)`?" } ?? "a page is named relative to `--root`")
      case .notAPage(let page):
        throw CommandFailure(
          .noInput, "\(page.isEmpty ? "an empty name" : page) is not a page of \(root)",
          help: "a page ends in .html, .htm or .xhtml, and neither .hybridignore nor exclude leaves it out")
      case .viewport(let text, let known):
        throw CommandFailure(.usage, "`\(text)` is not a viewport", help: Self.viewports(text, known))
      case .selector(let message): throw CommandFailure(.usage, "the selector cannot be parsed: \(message)")
      case .property(let name, let near):
        throw CommandFailure(
          .usage, "there is no property `\(name)`",
          help: near.map { "did you mean `\($0)`?" }
            ?? "name a CSS property such as margin-top, or a custom one such as `--space`")
      }
    }
  }

  /// What can be written instead of an unknown viewport.
  private static func viewports(_ text: String, _ known: [String]) -> String {
    for scheme in ["dark", "light"] where text.hasSuffix("+\(scheme)") {
      return "write `--viewport \(text.dropLast(scheme.count + 1)) --color-scheme \(scheme)`"
    }
    let limits = "sides up to 32,767, a scale of 0.5 to 8, `+f` of 0.5 to 4"
    return "write WIDTHxHEIGHT@SCALE, such as 390x844@3 (\(limits)), or one of \(known.joined(separator: ", "))"
  }

  func report(_ problems: [Diagnostic]) {
    var output = OutputOptions()
    output.diagnosticsFile = nil
    output.maxProblems = nil
    output.verbose = false
    output.diagnostics = diagnostics
    output.color = color
    let shown = problems.filter { $0.severity > .note }
    if !shown.isEmpty { DiagnosticPrinter(output, root: root).report(shown) }
  }

  /// Prints problems; errors among them end the command with status 1.
  func end(with problems: [Diagnostic]) throws {
    report(problems)
    if problems.contains(where: { $0.severity == .error }) { try ExitStatus.sourceErrors.exit() }
  }
}

extension ColorScheme: ExpressibleByArgument {}

/// Where a page is laid out.
struct ViewportOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "390x844@3, 390x844@3+f1.3 or a viewport's name; default: the site's first.", valueName: "viewport"))
  var viewport: String?

  @Option(help: "light or dark.")
  var colorScheme: ColorScheme = .light

  /// The screen that is asked for.
  func screen(of inspector: PageInspector) throws(PageInspector.Failure) -> Viewport {
    try inspector.viewport(viewport).preferring(colorScheme)
  }
}

struct InspectTree: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "dom", abstract: "The page's tree, after void and optional tags were closed.")

  enum Format: String, ExpressibleByArgument, CaseIterable {
    case tree, xhtml, json
    var format: PageInspector.TreeFormat {
      switch self {
      case .tree: .tree
      case .xhtml: .xhtml
      case .json: .json
      }
    }
  }

  @OptionGroup var options: InspectOptions
  @Option(help: "tree, xhtml or json.") var format: Format = .tree

  func run() throws {
    let answer = try options.inspect { try $0.tree(options.page, format.format) }
    Terminal.answer(OutputText.dump(answer.text))
    try options.end(with: answer.diagnostics)
  }
}

struct InspectStyle: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "style", abstract: "The resolved value of every property, element by element.")

  @OptionGroup var options: InspectOptions
  @OptionGroup var viewport: ViewportOptions
  @Option(help: ArgumentHelp("Only elements that match.", valueName: "selector")) var selector: String?
  @Flag(help: "Also show what changes in states: :hover, :focus, :checked and so on, of the element or of another.")
  var states = false
  @Flag(help: "Also show pseudo-elements: ::before, ::placeholder, ::first-line and so on.")
  var pseudoElements = false
  @Option(
    help: ArgumentHelp(
      "Show the declaration that gave the property its value, with file and line, and those that it overrides; may be repeated.",
      valueName: "name"))
  var property: [String] = []
  @Option(help: "text or json.") var format: AnswerFormat = .text

  func validate() throws {
    if !property.isEmpty, states || pseudoElements {
      throw ValidationError("`--property` cannot be combined with `--states` or `--pseudo-elements`.")
    }
  }

  private func explain() throws {
    let answer = try options.inspect { inspector in
      try inspector.explanations(
        options.page, in: viewport.screen(of: inspector), selector: selector,
        properties: property)
    }
    try options.end(with: answer.diagnostics)
    Terminal.answer(format == .json ? OutputText.json(answer.json.compact) + "\n" : OutputText.dump(answer.text))
    reportNoMatch(answer.json)
  }

  private func reportNoMatch(_ answer: JSONText) {
    if let selector, case .array(let elements) = answer, elements.isEmpty {
      Terminal.report("hybrid: no element of \(options.page) matches \(selector)\n")
    }
  }

  func run() throws {
    guard property.isEmpty else { return try explain() }
    let answer = try options.inspect { inspector in
      try inspector.styles(
        options.page, in: viewport.screen(of: inspector), selector: selector,
        states: states, pseudoElements: pseudoElements)
    }
    try options.end(with: answer.diagnostics)
    Terminal.answer(
      format == .json ? OutputText.json(answer.json.compact) + "\n" : OutputText.dump(Self.text(answer.json)))
    reportNoMatch(answer.json)
  }

  /// Rules, as a style sheet would have them.
  private static func text(_ answer: JSONText) -> String {
    guard case .array(let elements) = answer else { return "" }
    var text = ""
    for case .object(let members) in elements {
      guard case .string(let path) = members[0].value, case .object(let style) = members[1].value else { continue }
      text += "\(path) {\n"
      for case (let name, .string(let value)) in style { text += "  \(name): \(value);\n" }
      text += "}\n"
      for case (key: "pseudoElements", .array(let pseudos)) in members {
        for case .object(let pseudo) in pseudos {
          guard case .string(let name) = pseudo[0].value, case .object(let style) = pseudo[1].value else { continue }
          text += "\(path)\(name) {\n"
          for case (let name, .string(let value)) in style { text += "  \(name): \(value);\n" }
          text += "}\n"
        }
      }
      for case (key: "states", .array(let states)) in members {
        for case .object(let state) in states { text += Self.text(state, of: path) }
      }
    }
    return text
  }

  /// What changes in states: `html>body>a:hover {` or, of another's state, `label when :checked of html>body>input {`.
  private static func text(_ members: [(key: String, value: JSONText)], of path: String) -> String {
    var head = path
    var own = ""
    var others: [String] = []
    var body = ""
    for (key, value) in members {
      switch (key, value) {
      case ("pseudo", .string(let pseudo)): head += pseudo
      case ("when", .array(let conditions)):
        for case .object(let condition) in conditions {
          guard case .string(let owner) = condition[0].value, case .string(let state) = condition[1].value else {
            continue
          }
          if owner == path { own += ":" + state } else { others.append(":\(state) of \(owner)") }
        }
      case ("style", .object(let style)):
        for case (let name, .string(let value)) in style { body += "  \(name): \(value);\n" }
      default: break
      }
    }
    if !own.isEmpty { others.insert(own, at: 0) }
    return "\(head) when \(others.joined(separator: " and ")) {\n\(body)}\n"
  }
}

struct InspectLayout: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "layout", abstract: "Every element's border box and lines of text.")

  @OptionGroup var options: InspectOptions
  @OptionGroup var viewport: ViewportOptions
  @Option(help: "text or json.") var format: AnswerFormat = .text
  @Option(
    help: ArgumentHelp("Also paint the page into a file; texts remain text.", valueName: "file"),
    completion: .file(extensions: ["svg"]))
  var svg: String?

  func validate() throws {
    if let svg, !svg.lowercased().hasSuffix(".svg") {
      throw ValidationError("--svg \(svg): the file must end in .svg; `hybrid picture` writes other formats")
    }
  }

  func run() throws {
    let answer = try options.inspect { inspector in
      try inspector.layout(options.page, in: viewport.screen(of: inspector))
    }
    if case .null = answer.json { try options.end(with: answer.diagnostics) }
    if let svg, let page = try painted() {
      let name = page.viewport.name
      let picture = page.list.svg(title: "\(options.page) at \(name)") { page.images.pictureFile(of: $0) }
      do throws(SystemError) {
        try OutputFile.check(svg)
        try OutputFile.checkFolder(of: svg)
        try OutputFile.write(Array(picture.utf8), to: svg)
      } catch {
        throw CommandFailure(.cannotWrite, "\(svg) cannot be written: \(error.reason)")
      }
    }
    Terminal.answer(format == .json ? OutputText.json(answer.json.compact) + "\n" : OutputText.dump(answer.text))
    try options.end(with: answer.diagnostics)
  }

  private func painted() throws -> PaintedPage? {
    try options.inspect { inspector in
      try inspector.painted(options.page, in: viewport.screen(of: inspector))
    }.page
  }
}

struct InspectPage: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "page", abstract: "The page file as a client reads it; with `--viewport`, also its layout.")

  @OptionGroup var options: InspectOptions
  @OptionGroup var viewport: ViewportOptions
  @Option(help: "text or json.") var format: AnswerFormat = .text

  @Flag(help: "Show the files that the page was made from, and those that were searched for.") var why = false

  @Flag(help: "Show what the page means to assistive technology: roles, names and states, in reading order.")
  var semantics = false

  func run() throws {
    if semantics {
      let answer = try options.inspect { inspector in
        try inspector.semantics(
          options.page, in: viewport.screen(of: inspector))
      }
      Terminal.answer(format == .json ? OutputText.json(answer.json.compact) + "\n" : OutputText.dump(answer.text))
      try options.end(with: answer.diagnostics)
      return
    }
    if why {
      let answer = try options.inspect { try $0.origins(options.page) }
      options.report(answer.diagnostics)
      Terminal.answer(OutputText.dump(answer.text))
      if answer.diagnostics.contains(where: { $0.severity == .error }) { try ExitStatus.sourceErrors.exit() }
      return
    }
    let answer = try options.inspect { inspector in
      try inspector.pageFile(
        options.page, in: viewport.viewport == nil ? nil : viewport.screen(of: inspector),
        viewport.colorScheme)
    }
    Terminal.answer(format == .json ? OutputText.json(answer.json.compact) + "\n" : OutputText.dump(answer.text))
    try options.end(with: answer.diagnostics)
  }
}
