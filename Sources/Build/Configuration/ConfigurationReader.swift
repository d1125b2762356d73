import CSSValues
import Compiler
import Diagnostics
import Foundation
import Images
import Manifest

/// Finds and reads a site's configuration.
public enum ConfigurationReader {
  /// The names that are looked for at the site's root.
  public static let fileNames = ["hybrid.json", "hybrid.yml", "hybrid.yaml"]

  /// A configuration and the problems found in it; with errors it must not be built from.
  public struct Answer: Sendable {
    /// The values; defaults where there were errors.
    public var configuration: SiteConfiguration
    /// The problems in the order of their places.
    public var diagnostics: [Diagnostic]
  }

  /// Reads the configuration of a site: `file` where one is named, otherwise one of ``fileNames`` at the root, if any.
  ///
  /// - Parameters:
  ///   - root: the site's folder.
  ///   - file: the path that the user named, relative to the current folder, or `nil`.
  public static func read(root: String, file: String?) -> Answer {
    if let file {
      // What is in the site came with it; any other file was named by the user.
      let shown = shownPath(file, root: root)
      return shown == file ? read(path: file, shownAs: file) : read(inSite: root, shown)
    }
    let present = fileNames.filter { SystemFile.mayExist(root + "/" + $0) }
    if present.count > 1 {
      let diagnostic = Diagnostic(
        .twoConfigurations, "both \(present.joined(separator: " and ")) are there",
        at: SourceLocation(file: present[0]),
        help: "keep one of them, or name the one to use with `--config`")
      return Answer(configuration: SiteConfiguration(), diagnostics: [diagnostic])
    }
    guard let name = present.first else { return Answer(configuration: SiteConfiguration(), diagnostics: []) }
    return read(inSite: root, name)
  }

  private static func shownPath(_ file: String, root: String) -> String {
    let prefix = root.hasSuffix("/") ? root : root + "/"
    return file.hasPrefix(prefix) ? String(file.dropFirst(prefix.count)) : file
  }

  private static func read(inSite root: String, _ name: String) -> Answer {
    do throws(SystemError) {
      return read(SourceFile(path: name, bytes: try bytes(inSite: root, name)))
    } catch {
      return unreadable(name, error)
    }
  }

  private static func read(path: String, shownAs name: String) -> Answer {
    do throws(SystemError) {
      return read(
        SourceFile(path: name, bytes: try SystemFile.read(path, limit: LocatedValueReader.maximumSize)))
    } catch {
      return unreadable(name, error)
    }
  }

  /// The bytes of a configuration that is in the site.
  static func bytes(inSite root: String, _ name: String) throws(SystemError) -> [UInt8] {
    try SiteFile.read(name, in: root, limit: LocatedValueReader.maximumSize)
  }

  private static func unreadable(_ name: String, _ error: SystemError) -> Answer {
    let isOutside = error == .leadsOutside
    let diagnostic = Diagnostic(
      isOutside ? .configurationOutside : .configurationUnreadable,
      isOutside ? "\(name) is not read: \(error.reason)" : "\(name) cannot be read: \(error.reason)",
      at: SourceLocation(file: name), help: isOutside ? "put the file itself into the site" : nil)
    return Answer(configuration: SiteConfiguration(), diagnostics: [diagnostic])
  }

  /// Reads a configuration from its text.
  public static func read(_ source: SourceFile) -> Answer {
    // Nothing of a key that was named by mistake gets into a log.
    if KeyFile.holdsPrivateKey(source.bytes) {
      let problem = Diagnostic(
        .configurationUnreadable, "\(source.path) holds a private key, and is not read as a configuration",
        at: SourceLocation(file: source.path), help: "name the configuration")
      return Answer(configuration: SiteConfiguration(), diagnostics: [problem])
    }
    if source.path.hasSuffix(".json"), let problem = ConfigurationJSON.problem(in: source) {
      return Answer(configuration: SiteConfiguration(), diagnostics: [problem])
    }
    let value: LocatedValue?
    switch LocatedValueReader.read(source) {
    case .failure(let error): return Answer(configuration: SiteConfiguration(), diagnostics: [error.diagnostic])
    case .success(let read): value = read
    }
    guard let value else { return Answer(configuration: SiteConfiguration(), diagnostics: []) }
    var checker = ConfigurationChecker(source: source)
    checker.check(value, .root, path: "")
    // What is wrong elsewhere hides nothing here.
    let isOfShape = !checker.sink.hasErrors
    checkComponents(value, &checker)
    checkHyphenation(value, &checker)
    checkFilters(value, &checker)
    DiagnosticRules.check(value["diagnostics"], &checker)
    var configuration = SiteConfiguration()
    if isOfShape {
      configuration = SiteConfiguration(value)
      checkNames(value, configuration, &checker)
      checkRoutes(value, &checker)
      RouteConfigurationCheck.check(value, &checker)
    }
    configuration.path = source.path
    configuration.digest = ContentHash(of: source.bytes)
    configuration.places = ConfigurationPlaces(value, in: source)
    func place(_ problem: Diagnostic) -> (Int, Int) { (problem.location?.line ?? 0, problem.location?.column ?? 0) }
    return Answer(
      configuration: configuration, diagnostics: checker.sink.diagnostics.sorted { place($0) < place($1) })
  }

  /// Viewports' and packages' names are names of files in one folder.
  private static func checkNames(
    _ value: LocatedValue, _ configuration: SiteConfiguration, _ checker: inout ConfigurationChecker
  ) {
    var places: [String: Int] = ["base": 0]
    func check(_ name: String, _ what: String, _ location: SourceLocation) {
      if let line = places.updateValue(location.line, forKey: name.lowercased()) {
        let message =
          line == 0
          ? "the \(what) `\(name)` has the name of the base package"
          : "the name `\(name)` is used twice, first in line \(line)"
        checker.report(.configurationDuplicateName, message, location, help: "give the \(what) a name of its own")
      }
    }
    let viewports = value["viewports"]?.elements ?? []
    for (viewport, element) in zip(configuration.compiler.viewports, viewports) {
      check(viewport.name, "viewport", element["name"]?.location ?? element.location)
    }
    checkCounts(value, configuration, &checker)
    if let list = value["viewports"], viewports.isEmpty {
      checker.report(
        .configurationValue, "viewports must hold at least one viewport", list.location,
        help: "leave the key out for the three default viewports")
    }
    if let list = value["colorSchemes"], list.elements.isEmpty {
      checker.report(.configurationValue, "colorSchemes must hold light, dark or both", list.location)
    }
    for element in value["packages"]?.elements ?? [] {
      if let name = element["name"], let text = name.string { check(text, "package", name.location) }
    }
  }

  /// A release that no client would take is not built first.
  private static func checkCounts(
    _ value: LocatedValue, _ configuration: SiteConfiguration, _ checker: inout ConfigurationChecker
  ) {
    let (viewports, schemes) = (configuration.compiler.viewports.count, configuration.compiler.colorSchemes.count)
    // Each viewport has a package, and there is the base package.
    let packages = ReleaseLimits.packageCount - 1 - viewports * schemes
    if let list = value["viewports"] ?? value["colorSchemes"], viewports * schemes > ReleaseLimits.viewportCount {
      checker.report(
        .configurationValue,
        "\(viewports) viewports with \(schemes) color scheme\(schemes == 1 ? "" : "s") make \(viewports * schemes) sets of layouts; "
          + "\(ReleaseLimits.viewportCount) are the most",
        list.location,
        help: "keep the viewports between which pages differ: devices of other sizes take the nearest one")
    } else if let list = value["packages"], list.elements.count > packages {
      checker.report(
        .configurationValue,
        "\(list.elements.count) packages beside the base package and those of viewports; \(packages) are the most",
        list.location, help: "give one package several patterns")
    }
  }

  /// Languages are written as `lang` has them, each once.
  private static func checkHyphenation(_ value: LocatedValue, _ checker: inout ConfigurationChecker) {
    // Case makes no other language of a tag (RFC 5646, 2.1.1).
    var seen: [String: (name: String, line: Int)] = [:]
    for (language, _) in value["hyphenation"]?.members ?? [] {
      if let first = seen[language.name.lowercased()] {
        checker.report(
          .configurationDuplicateKey,
          "the language `\(language.name)` is written twice, first as `\(first.name)` in line \(first.line)",
          language.location, help: "keep one of the two: case makes no difference")
      } else {
        seen[language.name.lowercased()] = (language.name, language.location.line)
      }
      let parts = language.name.split(separator: "-", omittingEmptySubsequences: false)
      let isTag = parts.allSatisfy { part in
        (1...8).contains(part.utf8.count) && part.utf8.allSatisfy { $0 < 0x80 && ($0 | 0x20 >= 0x61 || $0 <= 0x39) }
          && part.allSatisfy { $0.isLetter || $0.isNumber }
      }
      if isTag, parts.first.map({ (2...8).contains($0.count) }) ?? false { continue }
      checker.report(
        .configurationValue, "`\(language.name)` is not a language", language.location,
        help: "write it as `lang` does, such as de or en-US")
    }
  }

  /// Tags are names, and properties are written in camel case. Values may have any shape: that was reported before.
  private static func checkComponents(_ value: LocatedValue, _ checker: inout ConfigurationChecker) {
    func isName(_ text: String) -> Bool {
      guard let first = text.utf8.first, first | 0x20 >= 0x61, first | 0x20 <= 0x7A, text.utf8.count <= 64 else {
        return false
      }
      return text.utf8.allSatisfy {
        ($0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A) || ($0 >= 0x30 && $0 <= 0x39) || $0 == UInt8(ascii: "-")
      }
    }
    for (tag, component) in value["components"]?.members ?? [] {
      if !isName(tag.name) {
        checker.report(
          .configurationValue, "`\(tag.name)` is not a valid tag", tag.location,
          help: "a tag has letters, digits and hyphens, such as ratingStars")
      } else if ComponentRegistry.isDialect(tag.name) {
        checker.report(
          .configurationValue, "`\(tag.name)` is a component of the dialect", tag.location,
          help: "give the app's own component another tag")
      }
      for (property, _) in component["properties"]?.members ?? []
      where !isName(property.name) || property.name.contains("-") {
        checker.report(
          .configurationValue, "`\(property.name)` is not a valid property name", property.location,
          help: "write it in camel case, such as starCount; pages may use star-count too")
      }
      for (property, value) in component["properties"]?.members ?? [] {
        checkType(of: property, value, &checker)
        if value["values"] != nil, let type = value["type"] {
          checker.report(
            .configurationValue, "a property has `type` or `values`, not both", type.location,
            help: "a property with values is a word of them")
        }
        guard let given = value["default"], isTyped(value) else { continue }
        guard let text = ComponentProperty.text(ofDefault: given) else {
          checker.report(
            .configurationValue, "the default of `\(property.name)` must be a text, a number, true or false",
            given.location)
          continue
        }
        if let expected = ComponentProperty(property.name, configuration: value).fault(in: text) {
          checker.report(
            .configurationValue, "the default of `\(property.name)` must be \(expected), not `\(text.prefix(60))`",
            given.location)
        }
      }
    }
  }

  /// A list of words has some, and properties of every component keep their types.
  private static func checkType(
    of property: LocatedValue.LocatedKey, _ value: LocatedValue, _ checker: inout ConfigurationChecker
  ) {
    for words in [value, value["values"]].compactMap({ $0 }) {
      if case .list(let elements) = words.content, elements.isEmpty {
        checker.report(
          .configurationValue, "`\(property.name)` knows no word", words.location,
          help: "list the words that it takes, or name a type such as text")
      }
    }
    guard let shared = ComponentRegistry.sharedType(property.name), isTyped(value),
      ComponentProperty(property.name, configuration: value).type != shared
    else { return }
    checker.report(
      .configurationValue, "`\(property.name)` is a property of every component, of another type", property.location,
      help: "give the component's own property another name")
  }

  /// Whether a property's description says what it takes, in a form that can be read.
  private static func isTyped(_ value: LocatedValue) -> Bool {
    let type = value["type"] ?? value
    let words = value["values"] ?? value
    if let name = type.string { return ComponentPropertyType(name) != nil }
    if case .list(let elements) = words.content {
      return !elements.isEmpty && elements.allSatisfy { $0.string != nil }
    }
    guard case .object = value.content else { return false }
    return value["type"] == nil && value["values"] == nil
  }

  /// Patterns match something, and commands have words.
  private static func checkFilters(_ value: LocatedValue, _ checker: inout ConfigurationChecker) {
    for (glob, command) in value["filters"]?.members ?? [] {
      checker.checkPattern(glob)
      // An empty text is reported already.
      if command.string?.isEmpty == true
        || checker.sink.diagnostics.contains(where: { $0.location == command.location })
      {
        continue
      }
      if let text = command.string, CommandWords.split(text) == nil {
        checker.report(
          .configurationValue, "the command of `\(glob.name)` has no words or a quote that is not closed",
          command.location, help: "commands have no shell: quotes only keep white space in a word")
      } else if command.string == nil, command.elements.first?.string?.isEmpty != false {
        checker.report(
          .configurationValue, "the command of `\(glob.name)` begins with no program", command.location,
          help: "write `[\"program\", \"argument\"]`")
      }
    }
  }

  private static func checkRoutes(_ value: LocatedValue, _ checker: inout ConfigurationChecker) {
    for (index, element) in (value["routes"]?.elements ?? []).enumerated() {
      let count = (element["pattern"] == nil ? 0 : 1) + (element["urlPattern"] == nil ? 0 : 1)
      if count != 1 {
        checker.report(
          count == 0 ? .configurationMissingKey : .configurationValue,
          "routes[\(index)] needs one of the keys `pattern` and `urlPattern`\(count == 2 ? ", not both" : "")",
          element.location)
      }
    }
  }
}

extension SiteConfiguration {
  /// The values of a configuration that was checked.
  init(_ value: LocatedValue) {
    if let text = value["name"]?.string { name = text }
    siteFolder = value["siteFolder"]?.string
    if let text = value["version"]?.string { version = text }
    if let number = value["sequence"]?.integer { sequence = number }
    runtimeVersion = value["runtimeVersion"]?.string
    compiler = CompilerOptions(value)
    packages = (value["packages"]?.elements ?? []).map { element in
      PackageRule(
        name: element["name"]?.string ?? "", include: Self.patterns(element["include"]) ?? [],
        isOnDemand: element["load"]?.string == "onDemand")
    }
    routes = (value["routes"]?.elements ?? []).map { element in
      RouteRule(
        pattern: element["pattern"]?.string ?? element["urlPattern"]?.string ?? "",
        isURLPattern: element["urlPattern"] != nil, page: element["page"]?.string, name: element["name"]?.string,
        location: (element["pattern"] ?? element["urlPattern"] ?? element).location)
    }
    compiler.pagesShownElsewhere = pagesShownElsewhere
    navigation = value["navigation"]?.json
    navigationRules = (value["navigation"]?["rules"]?.elements ?? []).map { rule in
      NavigationRule(
        patterns: (rule["patterns"]?.elements ?? []).map { ($0.string ?? "", $0.location) },
        properties: (rule["properties"]?.members ?? []).map { ($0.key.name, $0.value.json) })
    }
    hasStrictLinks = value["links"]?.string == "strict"
    if let app = value["app"] { application = Application(app) }
    api = value["api"]?.json
    languages = (value["languages"]?.elements ?? []).compactMap(\.string)
    if let text = value["components"]?.string { components = text }
    markdownPages = Self.patterns(value["markdown"]?["pages"]) ?? []
    markdownLayout = value["markdown"]?["layout"]?.string
    diagnosticRules = DiagnosticRules(value["diagnostics"])
    filters = (value["filters"]?.members ?? []).map { glob, command in
      FilterRule(
        glob: glob.name, patterns: GlobPattern.patterns(glob.name),
        words: command.string.flatMap(CommandWords.split) ?? command.elements.compactMap(\.string))
    }
    include = Self.patterns(value["include"])
    exclude = Self.patterns(value["exclude"]) ?? []
    images = ImageSettings(value["images"])
    fontCharacters = value["subsetFonts"]?.string.map(UnicodeRanges.read) ?? []
    budgets.total = Self.size(value["budgets"]?["total"])
    budgets.package = Self.size(value["budgets"]?["package"])
    budgets.page = Self.size(value["budgets"]?["page"])
  }

  private static func patterns(_ value: LocatedValue?) -> [GlobPattern]? {
    value.map { $0.elements.compactMap(\.string).flatMap(GlobPattern.patterns) }
  }

  private static func size(_ value: LocatedValue?) -> Int? {
    value.flatMap { $0.number.map { Int($0) } ?? $0.string.flatMap(ByteSize.parse) }
  }
}

extension SiteConfiguration.ImageSettings {
  /// The settings of a configuration that was checked; `nil` where images stay as they are.
  init?(_ value: LocatedValue?) {
    guard let value, value.boolean != false else { return nil }
    if let formats = value["formats"]?.elements {
      self.formats = formats.compactMap { $0.string.flatMap(ImageFile.Format.init) }
    }
    if let text = value["quality"]?.string, let quality = ImageFile.Quality(rawValue: text) { self.quality = quality }
    exclude = (value["exclude"]?.elements ?? []).compactMap(\.string).flatMap(GlobPattern.patterns)
  }
}

extension SiteConfiguration.Application {
  /// The app of a configuration that was checked.
  init(_ value: LocatedValue) {
    scheme = value["scheme"]?.string?.lowercased()
    hosts = (value["hosts"]?.elements ?? []).compactMap { $0.string?.lowercased() }
    iosIdentifiers = (value["ios"]?.elements ?? []).compactMap(\.string)
    androidPackages = (value["android"]?.elements ?? []).map { element in
      (element["package"]?.string ?? "", (element["fingerprints"]?.elements ?? []).compactMap(\.string))
    }
  }
}

extension CompilerOptions {
  /// What pages depend on, of a configuration that was checked.
  init(_ value: LocatedValue) {
    self.init()
    if let list = value["viewports"] { viewports = list.elements.map(Viewport.init) }
    if let list = value["colorSchemes"] {
      colorSchemes = list.elements.compactMap { $0.string.flatMap(ColorScheme.init) }
    }
    if let environment = value["environment"] {
      features.canHover = environment["hover"]?.string == "hover"
      features.hasFinePointer = environment["pointer"]?.string == "fine"
      features.scripting = environment["scripting"]?.boolean ?? features.scripting
      features.reducedMotion = environment["reducedMotion"]?.boolean ?? features.reducedMotion
      features.moreContrast = environment["moreContrast"]?.boolean ?? features.moreContrast
    }
    for (key, path) in value["fonts"]?.members ?? [] { fonts[key.name] = path.string }
    for (key, path) in value["hyphenation"]?.members ?? [] { hyphenation[key.name] = path.string }
    if let text = value["dialect"]?.string, let dialect = Dialect(rawValue: text) { self.dialect = dialect }
    if let text = value["base"]?.string { base = text }
    components = (value["components"]?.members ?? []).map { key, value in Component(key.name, configuration: value) }
    allowsRemote = value["allowRemote"]?.boolean ?? false
    hasBridge = value["bridge"]?.boolean ?? false
    checksAccessibility = value["accessibility"]?.boolean ?? false
    collectsSearch = value["search"]?.boolean ?? false
    rewritesImages = value["images"].map { $0.boolean ?? true } ?? false
    subsetsFonts = value["subsetFonts"].map { $0.boolean ?? true } ?? false
    let minified = (value["minify"]?.elements ?? []).compactMap(\.string)
    let minifiesAll = value["minify"]?.boolean ?? false
    minifiesPages = minifiesAll || minified.contains("html")
    minifiesStyles = minifiesAll || minified.contains("css")
  }
}

extension Viewport {
  /// A viewport of a configuration that was checked.
  init(_ value: LocatedValue) {
    let area = value["safeArea"]
    func inset(_ side: String) -> Double { area?[side]?.number ?? 0 }
    self.init(
      name: value["name"]?.string, width: value["width"]?.number ?? 0, height: value["height"]?.number ?? 0,
      scale: value["scale"]?.number ?? 1, fontScale: value["fontScale"]?.number ?? 1,
      safeArea: SafeAreaInsets(
        top: inset("top"), right: inset("right"), bottom: inset("bottom"), left: inset("left")))
  }
}

extension Component {
  /// A team's own component, of a configuration that was checked.
  init(_ tag: String, configuration value: LocatedValue) {
    let properties = (value["properties"]?.members ?? []).map { ComponentProperty($0.name, configuration: $1) }
    self.init(
      tag, properties.sorted { $0.name < $1.name }, width: value["width"]?.number, height: value["height"]?.number,
      scrolls: value["scrolls"]?.boolean ?? false, showsText: value["showsText"]?.boolean ?? false,
      hasRows: value["hasRows"]?.boolean ?? false)
  }
}

extension ComponentProperty {
  /// A property of a team's own component: a type, a list of words, or an object of these and a default.
  init(_ name: String, configuration value: LocatedValue) {
    let words = value.elements.compactMap(\.string) + (value["values"]?.elements ?? []).compactMap(\.string)
    let type = (value.string ?? value["type"]?.string).flatMap(ComponentPropertyType.init)
    self.init(name, words.isEmpty ? type ?? .text : .keyword(words))
    defaultValue = value["default"].flatMap(Self.text(ofDefault:))
  }

  /// A default as attributes write values.
  static func text(ofDefault value: LocatedValue) -> String? {
    if let boolean = value.boolean { return boolean ? "true" : "false" }
    if let integer = value.integer { return "\(integer)" }
    if let number = value.number { return "\(number)" }
    return value.string
  }
}
