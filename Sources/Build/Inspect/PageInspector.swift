import CSS
import CSSValues
import Compiler
import Diagnostics
import HTML
import PageFormat
import Style

/// Looks into one page of a site: its tree, styles, layout and page file.
public final class PageInspector {
  /// Why a page cannot be looked into.
  public enum Failure: Error, Sendable {
    /// The configuration has errors.
    case configuration([Diagnostic])
    /// The site has no such page; a near name where there is one.
    case noPage(String, near: String?)
    /// The site has the file, but it is not a page.
    case notAPage(String)
    /// The text is neither `390x844@3` nor the name of a viewport of the site.
    case viewport(String, known: [String])
    /// The selector cannot be parsed.
    case selector(String)
    /// There is no such property; a near name where there is one.
    case property(String, near: String?)
  }

  private let configuration: SiteConfiguration
  let site: Site
  let compiler: PageCompiler

  /// An inspector of a site.
  ///
  /// - Throws: ``Failure/configuration(_:)``.
  public init(root: String, configurationFile: String?) throws(Failure) {
    let place = SitePlace(root: root, configurationFile: configurationFile)
    if let problem = place.problem { throw .configuration([problem]) }
    let root = place.root
    let answer = ConfigurationReader.read(root: root, file: place.configurationFile)
    if answer.diagnostics.contains(where: { $0.severity == .error }) { throw .configuration(answer.diagnostics) }
    configuration = answer.configuration
    var site = SiteWalk.walk(
      root: root, configuration: configuration, outputFolders: [place.outputFolder])
    let results = SiteFilters(root: root, configuration: configuration).results(for: site, isAllowed: false)
    if results.diagnostics.contains(where: { $0.severity == .error }) { throw .configuration(results.diagnostics) }
    site.filtered = results.files
    self.site = site
    compiler = SiteBuild.compiler(configuration, site)
  }

  /// A page's problems as people see them.
  static func shown(_ diagnostics: [Diagnostic], _ site: Site) -> [Diagnostic] {
    NearFiles.suggested(in: SiteBuild.sorted(diagnostics), site, routes: [])
  }

  /// Runs a look on a thread whose stack deep documents need.
  func onDeepStack<Answer: Sendable>(_ work: @Sendable @escaping () -> Answer) -> Answer {
    // One input gives one answer.
    ParallelWork.map([0], threads: 1) { _ in work() }[0]
  }

  /// The site path of a page that the user named.
  func path(_ page: String) throws(Failure) -> String {
    var path = page
    while path.hasPrefix("./") { path.removeFirst(2) }
    if site.pages.contains(where: { $0.path == path }) { return path }
    if site.contains(path) || SystemFile.exists(site.systemPath(path)) { throw .notAPage(page) }
    let known = site.pages.map(\.path)
    throw .noPage(page, near: Suggestion.otherCase(of: path, in: known) ?? Suggestion.nearest(to: path, in: known))
  }

  /// The viewport of a name of the site's, or of numbers such as `390x844@3+f1.3`.
  public func viewport(_ text: String?) throws(Failure) -> Viewport {
    let known = configuration.compiler.viewports
    // The checked configuration has at least one viewport.
    guard let text else { return known.first ?? Viewport.defaults[0] }
    if let named = known.first(where: { $0.name == text }) { return named }
    guard let viewport = Viewport(text) else { throw .viewport(text, known: known.map(\.name)) }
    return viewport
  }

  /// Why a page cannot be read, as a build reports it, or `nil`.
  func problem(of path: String) -> [Diagnostic] {
    let size = site.pages.first { $0.path == path }?.size ?? 0
    return SiteBuild.unreadable(path, size: size, site).map { [$0] } ?? []
  }

  // MARK: Tree

  /// How a tree is written.
  public enum TreeFormat: Sendable {
    /// One node a line, indented.
    case tree
    /// Well-formed markup.
    case xhtml
    /// JSON.
    case json
  }

  /// The page's tree, and the problems found in reading it.
  public func tree(_ page: String, _ format: TreeFormat) throws(Failure) -> (text: String, diagnostics: [Diagnostic]) {
    let path = try path(page)
    let problem = problem(of: path)
    guard problem.isEmpty else { return ("", problem) }
    return onDeepStack { [compiler] in
      let (document, diagnostics) = compiler.document(path)
      guard let document else { return ("", diagnostics) }
      switch format {
      case .tree: return (document.dump() + "\n", diagnostics)
      case .xhtml: return (String(decoding: document.xhtml(), as: UTF8.self) + "\n", diagnostics)
      case .json: return (document.json() + "\n", diagnostics)
      }
    }
  }

  /// The files that a page came from, one a line: what each is for, then every other file that was read or looked for.
  public func origins(_ page: String) throws(Failure) -> (text: String, diagnostics: [Diagnostic]) {
    let path = try path(page)
    return onDeepStack { [compiler] in
      let compiled = compiler.compile(path)
      var lines = compiled.composition.map { "\($0.role) \($0.path)" }
      let named = Set(compiled.composition.map(\.path))
      for (input, isThere) in compiled.inputs.sorted(by: { $0.key < $1.key }) where !named.contains(input) || !isThere {
        if lines.contains(where: { $0.hasSuffix(" " + input) }), isThere { continue }
        lines.append("\(isThere ? "reads" : "not there") \(input)")
      }
      return (lines.joined(separator: "\n") + "\n", compiled.diagnostics)
    }
  }

  // MARK: Styles

  /// The resolved values of the elements that a selector matches, or of all.
  public func styles(
    _ page: String, in viewport: Viewport, selector: String?, states: Bool = false,
    pseudoElements: Bool = false
  ) throws(Failure) -> (json: JSONText, diagnostics: [Diagnostic]) {
    let path = try path(page)
    let problem = problem(of: path)
    guard problem.isEmpty else { return ([], problem) }
    let matching = try selector.map { text throws(Failure) in try Self.selectors(text) }
    return onDeepStack { [compiler, site] in
      guard let inspection = compiler.inspect(path, viewport: viewport, states: states)
      else {
        return ([], compiler.document(path).diagnostics)
      }
      let tree = ElementTree(inspection.document)
      var elements = inspection.elements
      if let (table, list) = matching {
        let matcher = SelectorMatcher(tree, table)
        elements = tree.elements.indices.filter { matcher.matches(list: list, $0) }.map { tree.elements[$0].node }
      }
      let longhands = PropertyID.allCases.filter { !$0.isShorthand }
      let names = longhands.map(\.name)
      var values = inspection.resolvedValues(of: names)
      var paths = ElementPaths(of: inspection.document)
      let list = elements.map { element in
        let style = values.values(of: element)
        let members = names.compactMap { name in style[name].map { (key: name, value: JSONText.string($0)) } }
        var answer = [(key: "path", value: JSONText.string(paths.path(of: element))), ("style", .object(members))]
        if pseudoElements {
          let list = inspection.pseudoElements(of: element).map { pseudo, style in
            let members = longhands.map { (key: $0.name, value: JSONText.string(style.serialized($0))) }
            return JSONText.object([("pseudo", .string(pseudo)), ("style", .object(members))])
          }
          answer.append(("pseudoElements", .array(list)))
        }
        if states {
          answer.append(("states", .array(inspection.states(of: element).map { Self.states($0, &paths) })))
        }
        return JSONText.object(answer)
      }
      // The values that were taken off are not what the page says.
      let limits = inspection.diagnostics.filter { $0.code == .valueLimit || $0.code == .cssTooManyRules }
      return (.array(list), Self.shown(limits, site))
    }
  }

  private static func states(_ states: PageInspection.ElementInStates, _ paths: inout ElementPaths) -> JSONText {
    let conditions = states.conditions.map { condition in
      JSONText.object([
        ("path", .string(paths.path(of: condition.node))), ("state", .string(condition.state.name)),
      ])
    }
    var members = [(key: "when", value: JSONText.array(conditions))]
    if let pseudo = states.pseudo { members.append(("pseudo", .string(pseudo))) }
    members.append(("style", .object(states.changes.map { (key: $0.property, value: .string($0.value)) })))
    return .object(members)
  }

  // MARK: Layout

  /// A page's layout for programs and people.
  public struct LayoutAnswer: Sendable {
    /// As DESIGN's contract has it: the viewport, and the elements that have a box in document order.
    public var json: JSONText
    /// One element a line, indented, with its lines of text.
    public var text: String
    /// What was found in reading the page; why there is no layout, where there is none.
    public var diagnostics: [Diagnostic] = []
  }

  /// The page's layout in a viewport.
  public func layout(_ page: String, in viewport: Viewport) throws(Failure) -> LayoutAnswer {
    let path = try path(page)
    let problem = problem(of: path)
    guard problem.isEmpty else { return LayoutAnswer(json: .null, text: "", diagnostics: problem) }
    let unusable = SiteBuild.unusableFonts(configuration, compiler)
    return onDeepStack { [compiler, site] in
      guard let inspection = compiler.inspect(path, viewport: viewport) else {
        return LayoutAnswer(json: .null, text: "", diagnostics: compiler.document(path).diagnostics)
      }
      let listing = LayoutListing(inspection)
      return LayoutAnswer(
        json: listing.json, text: listing.text,
        diagnostics: Self.shown(inspection.diagnostics + unusable, site))
    }
  }

  // MARK: Semantics

  /// What a page means to assistive technology in a viewport: one node a line, and for programs.
  public func semantics(_ page: String, in viewport: Viewport) throws(Failure) -> PageFileAnswer {
    let path = try path(page)
    let problem = problem(of: path)
    guard problem.isEmpty else { return PageFileAnswer(text: "", json: .null, diagnostics: problem) }
    return onDeepStack { [compiler, site] in
      guard let inspection = compiler.inspect(path, viewport: viewport) else {
        return PageFileAnswer(text: "", json: .null, diagnostics: compiler.document(path).diagnostics)
      }
      let tree = inspection.semantics()
      return PageFileAnswer(
        text: tree.dump(), json: SemanticListing(tree, of: inspection.document).json,
        diagnostics: Self.shown(inspection.diagnostics, site))
    }
  }

  // MARK: Page file

  /// A compiler for one viewport, or for those of the site, in one colour scheme.
  func compiler(
    in viewport: Viewport?, _ scheme: ColorScheme, checksAccessibility: Bool = false
  ) -> PageCompiler {
    var configuration = configuration
    configuration.compiler.checksAccessibility = checksAccessibility
    if let viewport { configuration.compiler.viewports = [viewport] }
    configuration.compiler.colorSchemes = [scheme]
    return SiteBuild.compiler(configuration, site)
  }

  /// A page file for people and for programs.
  public struct PageFileAnswer: Sendable {
    /// One node a line, indented, and the styles.
    public var text: String
    /// The nodes, styles, scripts and facts; `null` where there is no page file.
    public var json: JSONText
    /// The page's problems.
    public var diagnostics: [Diagnostic]
  }

  /// The page file as a client reads it back, with the layout of a viewport where one is named.
  public func pageFile(
    _ page: String, in viewport: Viewport?, _ scheme: ColorScheme
  ) throws(Failure) -> PageFileAnswer {
    let path = try path(page)
    let problem = problem(of: path)
    guard problem.isEmpty else { return PageFileAnswer(text: "", json: .null, diagnostics: problem) }
    let compiler = compiler(in: viewport, scheme)
    return onDeepStack { [site] in
      let compiled = compiler.compile(path)
      guard !compiled.pageFile.isEmpty else {
        return PageFileAnswer(text: "", json: .null, diagnostics: compiled.diagnostics)
      }
      do {
        let reader = try PageReader(FileBytes(compiled.pageFile))
        var layout: LayoutReader?
        if viewport != nil, let bytes = compiled.layoutFiles.first?.bytes {
          layout = try LayoutReader(FileBytes(bytes))
        }
        return PageFileAnswer(
          text: reader.dump(layout), json: PageFileListing(page: reader, layout: layout).json,
          diagnostics: Self.shown(compiled.diagnostics, site))
      } catch {
        let problem = Diagnostic(.internalError, "the page file cannot be read back: \(error)")
        return PageFileAnswer(text: "", json: .null, diagnostics: compiled.diagnostics + [problem])
      }
    }
  }
}

extension Viewport {
  /// A viewport from `390x844@3`, with `+f1.3` for a font scale; the scale is 1 where none is given.
  init?(_ text: String) {
    var rest = text[...]
    var fontScale = 1.0
    if let mark = rest.range(of: "+f") {
      guard let number = Double(rest[mark.upperBound...]), (0.5...4).contains(number) else { return nil }
      fontScale = number
      rest = rest[..<mark.lowerBound]
    }
    var scale = 1.0
    if let mark = rest.firstIndex(of: "@") {
      guard let number = Double(rest[rest.index(after: mark)...]), (0.5...8).contains(number) else { return nil }
      scale = number
      rest = rest[..<mark]
    }
    let sides = rest.split(separator: "x", omittingEmptySubsequences: false)
    guard sides.count == 2, let width = Double(sides[0]), let height = Double(sides[1]), (1...32_767).contains(width),
      (1...32_767).contains(height)
    else { return nil }
    self.init(width: width, height: height, scale: scale, fontScale: fontScale)
  }
}
