import Files
import Foundation
import JSONValues
import Manifest

/// What a folder holds that somebody wants to build: pages, or a tool that writes pages.
public struct FoundProject: Sendable {
  /// The tool, such as Vite; `nil` for pages as they are, or the output of an unknown tool.
  public var tool: String?
  /// The tool's configuration file.
  public var toolFile: String?
  /// The command that writes the pages.
  public var command: String?
  /// The folder of the pages; `nil` for the folder itself.
  public var siteFolder: String?
  /// How many pages are there now; counted to a limit.
  public var pages = 0
  /// What the pages' absolute references begin with, where that is not `/`.
  public var base: String?
  /// The file that says the base: the tool's, or a page.
  public var baseFile: String?
  /// What could not be found out, for people.
  public var notes: [String] = []

  /// More pages are not counted.
  public static let mostPages = 1_000
  private static let largestSetting = 1 << 20
  private static let mostEntries = 20_000

  /// Looks into a folder; `nil` where nothing is known.
  public init?(in folder: String) {
    for generator in SiteGenerator.all where tool == nil { look(for: generator, in: folder) }
    if tool == nil { lookForPackages(in: folder) }
    if tool == nil {
      let own = Self.pages(in: folder, leavingOut: Set(SiteGenerator.outputFolders + ["node_modules", "release"]))
      if own.isEmpty {
        guard
          let output = SiteGenerator.outputFolders.first(where: { !Self.pages(in: folder + "/" + $0).isEmpty })
        else { return nil }
        siteFolder = output
      }
    }
    let site = siteFolder.map { folder + "/" + $0 } ?? folder
    let leftOut: Set<String> = siteFolder == nil ? Set(SiteGenerator.outputFolders + ["node_modules", "release"]) : []
    let found = Self.pages(in: site, leavingOut: leftOut)
    pages = found.count
    if base == nil, let prefix = Self.prefix(of: found, in: site) ?? Self.address(of: found, in: site) {
      (base, baseFile) = (prefix.base, (siteFolder.map { $0 + "/" } ?? "") + prefix.page)
    }
  }

  // MARK: Tools

  private mutating func look(for generator: SiteGenerator, in folder: String) {
    for name in generator.fileNames {
      guard let bytes = try? SiteFile.read(name, in: folder, limit: Self.largestSetting) else { continue }
      let text = String(decoding: bytes, as: UTF8.self)
      if let mark = generator.mark, !text.contains(mark) { continue }
      (tool, toolFile, command, siteFolder) = (generator.name, name, generator.command, generator.output)
      let isPlain = [".toml", ".yaml", ".yml"].contains { name.hasSuffix($0) }
      func setting(_ keys: [String]) -> SettingText.Value {
        for key in keys {
          let value = SettingText.value(of: key, in: text, hasHashComments: isPlain)
          if value != .absent { return value }
        }
        return .absent
      }
      if let need = generator.need, setting([need.key]) != .text(need.value) {
        notes.append("\(generator.name) writes pages only with `\(need.key): \"\(need.value)\"` in \(name)")
      }
      switch setting(generator.outputKeys) {
      case .absent: break
      case .text(let path): take(output: path, name)
      case .computed:
        notes.append("\(name) computes its output folder: correct siteFolder where it is not \(generator.output)")
      }
      switch setting(generator.baseKeys) {
      case .absent: break
      case .text(let path): take(base: path, name)
      case .computed: notes.append("\(name) computes the base: set `base` where it is not /")
      }
      return
    }
  }

  /// A tool that the project depends on, and runs without a configuration file of its own.
  private mutating func lookForPackages(in folder: String) {
    let name = "package.json"
    guard let bytes = try? SiteFile.read(name, in: folder, limit: Self.largestSetting),
      case .object(let members)? = try? JSONParser.parse(bytes)
    else { return }
    var packages: Set<String> = []
    for key in ["dependencies", "devDependencies"] {
      if case .object(let list)? = members[key] { packages.formUnion(list.keys) }
    }
    guard let generator = SiteGenerator.all.first(where: { $0.package.map(packages.contains) == true }) else { return }
    (tool, toolFile, command, siteFolder) = (generator.name, name, generator.command, generator.output)
    if let need = generator.need {
      notes.append(
        "\(generator.name) writes pages only with `\(need.key): \"\(need.value)\"` in its configuration file")
    }
    guard case .object(let scripts)? = members["scripts"], case .string(let build)? = scripts["build"] else { return }
    // `vite build --base=/sub/ --outDir public_html`
    func option(_ keys: [String]) -> String? {
      let words = CommandWords.split(build) ?? []
      for key in keys {
        if let index = words.firstIndex(of: "--" + key), words.indices.contains(index + 1) { return words[index + 1] }
        if let word = words.first(where: { $0.hasPrefix("--" + key + "=") }) {
          return String(word.dropFirst(key.count + 3))
        }
      }
      return nil
    }
    if let path = option(generator.outputKeys) { take(output: path, name) }
    if let path = option(generator.baseKeys) { take(base: path, name) }
  }

  private mutating func take(output: String, _ file: String) {
    let parts = output.split(separator: "/").filter { $0 != "." }
    guard !output.hasPrefix("/"), !parts.isEmpty, !parts.contains("..") else {
      notes.append("\(file) writes to `\(output)`, which is not a folder inside of this one: correct siteFolder")
      return
    }
    siteFolder = parts.joined(separator: "/")
  }

  private mutating func take(base text: String, _ file: String) {
    let closed = text.hasSuffix("/") ? text : text + "/"
    guard closed != "/", closed != "./" else { return }
    let isAddress = text.hasPrefix("https://") || text.hasPrefix("http://")
    let written = isAddress || closed.hasPrefix("/") ? closed : "/" + closed
    guard ConfigurationShape.StringForm.pathPrefix.fault(in: written) == nil else {
      notes.append("\(file) has the base `\(text)`, which is not a path: set `base`")
      return
    }
    (base, baseFile) = (written, file)
  }

  // MARK: Pages

  /// The paths of the pages of a folder, sorted; hidden folders are passed over.
  private static func pages(in folder: String, leavingOut: Set<String> = []) -> [String] {
    var found: [String] = []
    var open = [""]
    var seen = 0
    while let path = open.popLast(), found.count < mostPages {
      let names = ((try? SystemFile.names(in: path.isEmpty ? folder : folder + "/" + path)) ?? [])
        .map { String(decoding: $0, as: UTF8.self) }.sorted()
      for name in names where !name.hasPrefix(".") {
        seen += 1
        guard seen <= mostEntries, found.count < mostPages else { break }
        let inner = path.isEmpty ? name : path + "/" + name
        guard let status = try? FileStatus(at: folder + "/" + inner, followingLinks: false) else { continue }
        if status.kind == .folder {
          if path.isEmpty ? !leavingOut.contains(name) : name != "node_modules" { open.append(inner) }
        } else if status.kind == .file, Site.isPageName(name) {
          found.append(inner)
        }
      }
    }
    return found.sorted()
  }

  /// The address that pages name files of the folder by: `https://example.org/` of `https://example.org/css/a.css`, where `css/a.css`
  /// is there.
  private static func address(of pages: [String], in folder: String) -> (base: String, page: String)? {
    var found: [String: Set<String>] = [:]
    var firsts: [String: String] = [:]
    for page in pages.prefix(50) {
      guard let bytes = try? SiteFile.read(page, in: folder) else { continue }
      let text = String(decoding: bytes, as: UTF8.self)
      for match in text.matches(of: #/(?:href|src)\s*=\s*["']?(https?:\/\/[^\s"'>?#\/]+)\/([^\s"'>?#]+)/#) {
        let (origin, path) = (match.1.lowercased(), String(match.2))
        var prefixes = [""]
        if let slash = path.firstIndex(of: "/") { prefixes.append(String(path[...slash])) }
        for prefix in prefixes {
          let rest = path.dropFirst(prefix.count)
          guard !rest.isEmpty, SystemFile.exists(folder + "/" + rest) else { continue }
          let address = origin + "/" + prefix
          found[address, default: []].insert(path)
          firsts[address] = firsts[address] ?? page
        }
      }
    }
    // Two different files: a library's own host may have a file of one name.
    guard let best = found.max(by: { ($0.value.count, $1.key) < ($1.value.count, $0.key) }), best.value.count > 1,
      let page = firsts[best.key], ConfigurationShape.StringForm.pathPrefix.fault(in: best.key) == nil
    else { return nil }
    return (best.key, page)
  }

  /// What all absolute references of pages begin with, where that folder is missing and the rest is there: `/blog/` of
  /// `/blog/css/a.css`.
  private static func prefix(of pages: [String], in folder: String) -> (base: String, page: String)? {
    var first: (name: String, page: String)?
    var isConfirmed = false
    for page in pages.prefix(50) {
      guard let bytes = try? SiteFile.read(page, in: folder) else { continue }
      let text = String(decoding: bytes, as: UTF8.self)
      for match in text.matches(of: #/(?:href|src)\s*=\s*["']?/([^\s"'>?#/][^\s"'>?#]*)/#) {
        let path = String(match.1)
        let segments = path.split(separator: "/", maxSplits: 1).map(String.init)
        guard let name = segments.first else { continue }
        if SystemFile.exists(folder + "/" + name) || SystemFile.exists(folder + "/" + name + ".html") { return nil }
        if let first, first.name != name { return nil }
        first = first ?? (name, page)
        if segments.count == 2, SystemFile.exists(folder + "/" + segments[1]) { isConfirmed = true }
      }
    }
    guard isConfirmed, let first else { return nil }
    return ("/\(first.name)/", first.page)
  }
}
