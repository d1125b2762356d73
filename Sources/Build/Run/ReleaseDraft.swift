import Archive
import Compiler

/// The files of a release, put into their packages.
struct ReleaseDraft: Sendable {
  /// A package and its files in bytewise order of their names.
  struct Package: Sendable {
    var name: String
    /// Whose layouts it holds, or `nil`.
    var viewport: Viewport?
    var isOnDemand = false
    var files: [PackedFile] = []

    var unpackedSize: Int { files.reduce(0) { $0 + Int($1.entry.size) } }
  }

  /// The name of the package that every client installs.
  static let baseName = "base"
  /// The entry of the base package that lists the pages.
  static let pagesName = "pages.json"

  var configuration: SiteConfiguration
  var sequence: Int
  /// The base package, the configuration's packages in their order, then one for each viewport in its order.
  var packages: [Package]
  /// Families and content hashes of all fonts that measured text, each once, in order.
  var fonts: [(family: String, hash: String)]

  /// Puts pages and assets, both in order of their paths, into packages.
  init(configuration: SiteConfiguration, sequence: Int, pages: [BuiltPage], assets: [PackedFile]) {
    self.configuration = configuration
    self.sequence = sequence
    let viewports = configuration.compiler.viewports
    let rules = configuration.packages
    packages = [Package(name: Self.baseName)]
    packages += rules.map { Package(name: $0.name, isOnDemand: $0.isOnDemand) }
    let firstViewport = packages.count
    packages += viewports.map { Package(name: $0.name, viewport: $0) }
    let viewportIndices = Dictionary(
      viewports.enumerated().map { ($0.element.name, firstViewport + $0.offset) },
      uniquingKeysWith: { first, _ in first })

    func index(for source: String) -> Int {
      (rules.firstIndex { GlobPattern.anyMatches($0.include, source) } ?? -1) + 1
    }
    var pageList: [JSONText] = []
    var fontHashes: Set<[String]> = []
    for page in pages {
      let home = index(for: page.path)
      packages[home].files += page.base
      for layout in page.layouts {
        if let place = viewportIndices[layout.viewport] { packages[place].files.append(layout.file) }
      }
      pageList.append(Self.listing(page, package: packages[home].name))
      for font in page.fonts { fontHashes.insert([font.family, font.hash]) }
    }
    for asset in assets { packages[index(for: asset.source)].files.append(asset) }
    let list = Array(JSONText.object([("pages", .array(pageList))]).compact.utf8)
    packages[0].files.append(PackedFile(name: Self.pagesName, bytes: list, source: Self.pagesName))
    for place in packages.indices {
      packages[place].files.sort { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    }
    fonts = fontHashes.sorted { $0.lexicographicallyPrecedes($1) }.map { ($0[0], $0[1]) }
  }

  private static func listing(_ page: BuiltPage, package: String) -> JSONText {
    var members: [(key: String, value: JSONText)] = [("path", .string(page.path))]
    if !page.title.isEmpty { members.append(("title", .string(page.title))) }
    if package != baseName { members.append(("package", .string(package))) }
    return .object(members)
  }

  /// Writes the archives.
  func packed(threads: Int) -> PackedRelease {
    let archives = ParallelWork.map(packages, threads: threads) { package -> [UInt8] in
      // The names were checked by the walk; what is left would be a mistake of the tool itself.
      (try? ArchiveWriter.archive(package.files.map { ($0.name, $0.entry) })) ?? []
    }
    return PackedRelease(draft: self, archives: archives)
  }
}

/// A release whose archives are written, in memory.
struct PackedRelease: Sendable {
  var draft: ReleaseDraft
  /// One for each package, in their order.
  var archives: [[UInt8]]

  /// The packages' figures.
  var summary: [BuildSummary.Package] {
    zip(draft.packages, archives).map { package, archive in
      BuildSummary.Package(
        name: package.name, size: archive.count, entries: package.files.count, unpackedSize: package.unpackedSize)
    }
  }
}
