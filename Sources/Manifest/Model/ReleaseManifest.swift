import JSONValues

/// A viewport of a release.
public struct ManifestViewport: Sendable, Hashable {
  /// The name, unique in the release, such as `390x844@3`.
  public var name: String
  /// The width in CSS px.
  public var width: Double
  /// The height in CSS px.
  public var height: Double
  /// Device pixels in a CSS px.
  public var scale: Double
  /// The reader's font scale, 1 for none.
  public var fontScale: Double
  /// `light` or `dark`.
  public var colorScheme: String
  /// What `env(safe-area-inset-*)` answers: top, right, bottom and left in CSS px.
  public var safeArea: [Double]

  /// A viewport from its parts. A `safeArea` without four numbers is as if there were none.
  public init(
    name: String, width: Double, height: Double, scale: Double, fontScale: Double = 1, colorScheme: String = "light",
    safeArea: [Double] = []
  ) {
    self.safeArea = safeArea.count == 4 ? safeArea : [0, 0, 0, 0]
    self.name = name
    self.width = width
    self.height = height
    self.scale = scale
    self.fontScale = fontScale
    self.colorScheme = colorScheme
  }
}

/// When a package is installed.
public enum PackageLoad: String, Sendable, Hashable, CaseIterable {
  /// With the release.
  case install
  /// When a page of it is opened.
  case onDemand
}

/// A package of a release.
public struct ManifestPackage: Sendable, Hashable {
  /// The name, unique in the release: `base`, a viewport's name, or one of the configuration's.
  public var name: String
  /// The archive.
  public var archive: ReleaseFileReference
  /// The sum of the entries' sizes in bytes.
  public var unpackedSize: UInt64
  /// The number of entries.
  public var entryCount: UInt64
  /// When the package is installed.
  public var load: PackageLoad
  /// The only viewport that needs the package, or `nil`.
  public var viewport: String?
  /// The list of entries.
  public var index: ReleaseFileReference

  /// A package from its parts.
  public init(
    name: String, archive: ReleaseFileReference, unpackedSize: UInt64, entryCount: UInt64, load: PackageLoad,
    viewport: String?, index: ReleaseFileReference
  ) {
    self.name = name
    self.archive = archive
    self.unpackedSize = unpackedSize
    self.entryCount = entryCount
    self.load = load
    self.viewport = viewport
    self.index = index
  }
}

/// A font that measured text of a release.
public struct ManifestFont: Sendable, Hashable {
  /// The family's name.
  public var family: String
  /// The hash of the font's file, `sha256-` and base64url.
  public var hash: String
  /// The hash of the file in the package, where that has the font with only the characters that pages show; its glyphs
  /// measure as those of the whole font.
  public var subset: String?

  /// A font from its parts.
  public init(family: String, hash: String, subset: String? = nil) {
    self.family = family
    self.hash = hash
    self.subset = subset
  }
}

/// A patch that makes a package of this release from one of an earlier release, or from nothing.
public struct ManifestPatch: Sendable, Hashable {
  /// The id of the earlier release; that of ``ReleaseManifest/emptyIdentity`` for a device that has none.
  public var from: ContentHash
  /// The id of this release.
  public var to: ContentHash
  /// The name of the package.
  public var package: String
  /// The patch's file.
  public var file: ReleaseFileReference

  /// A patch from its parts.
  public init(from: ContentHash, to: ContentHash, package: String, file: ReleaseFileReference) {
    self.from = from
    self.to = to
    self.package = package
    self.file = file
  }
}

/// What a release consists of: `manifests/<hash>.json`.
public struct ReleaseManifest: Sendable, Hashable {
  /// The version of the format that this code writes, and the newest that it reads.
  public static let formatVersion: UInt64 = 1

  /// The hash over all entries' uncompressed bytes; see ``identity(of:)``.
  public var id: ContentHash
  /// The app's or site's name.
  public var name: String
  /// The release's version (semver).
  public var version: String
  /// The number that grows with every release.
  public var sequence: UInt64
  /// The oldest version of the native app that can show the release, or `nil` for any.
  public var runtimeVersion: String?
  /// The viewports that were laid out.
  public var viewports: [ManifestViewport] = []
  /// The packages: `base` first, then by name.
  public var packages: [ManifestPackage] = []
  /// The entry of the base package that holds the routes, or `nil`.
  public var routes: String?
  /// The entry of the base package that lists the pages, or `nil`.
  public var pages: String?
  /// How the app navigates, passed through.
  public var navigation: JSONValue?
  /// The fonts that measured, by family.
  public var fonts: [ManifestFont] = []
  /// Patches from earlier releases.
  public var patches: [ManifestPatch] = []

  /// A manifest without packages.
  public init(id: ContentHash, name: String, version: String, sequence: UInt64) {
    self.id = id
    self.name = name
    self.version = version
    self.sequence = sequence
  }

  /// The package of the given name.
  public func package(_ name: String) -> ManifestPackage? { packages.first { $0.name == name } }

  /// The identity of a release without entries: what a device has before its first release. Patches from it make whole packages.
  public static let emptyIdentity = identity(of: [])

  /// The id of a release: the hash of the sorted lines `<entry's hash> <package> <path>`, each ended by a line feed.
  public static func identity(of entries: [(package: String, path: String, hash: ContentHash)]) -> ContentHash {
    var identity = ReleaseIdentity()
    for entry in entries { identity.add(entry.path, entry.hash, of: entry.package) }
    return identity.finish()
  }

  /// The same for manifests that differ only in their patches and number: what is remembered of a release that failed.
  public var contentMark: ContentHash {
    var plain = self
    plain.patches = []
    plain.sequence = 0
    return ContentHash(of: plain.encode())
  }

  /// Every file that the manifest refers to.
  public var files: [ReleaseFileReference] {
    packages.flatMap { [$0.archive, $0.index] } + patches.map(\.file)
  }
}

extension ReleaseManifest {
  /// The manifest's file, the same for equal manifests: canonical JSON.
  public func encode() -> [UInt8] { json.canonicalBytes }

  private var json: JSONValue {
    .object(of: [
      ("formatVersion", .integer(Int64(Self.formatVersion))),
      ("id", .string(id.description)),
      ("name", .string(name)),
      ("version", .string(version)),
      ("sequence", .integer(Int64(sequence))),
      ("runtimeVersion", runtimeVersion.map { .string($0) }),
      ("viewports", .array(viewports.map(Self.json))),
      ("packages", .array(packages.map(Self.json))),
      ("routes", routes.map { .string($0) }),
      ("pages", pages.map { .string($0) }),
      ("navigation", navigation),
      (
        "fonts",
        .array(
          fonts.map { font in
            .object(
              of: [("family", .string(font.family)), ("hash", .string(font.hash))]
                + (font.subset.map { [("subset", .string($0))] } ?? []))
          })
      ),
      ("patches", .array(patches.map(Self.json))),
    ])
  }

  private static func json(_ viewport: ManifestViewport) -> JSONValue {
    .object(of: [
      ("name", .string(viewport.name)), ("width", .number(viewport.width)), ("height", .number(viewport.height)),
      ("scale", .number(viewport.scale)), ("fontScale", .number(viewport.fontScale)),
      ("colorScheme", .string(viewport.colorScheme)),
      (
        "safeArea",
        viewport.safeArea.allSatisfy { $0 == 0 }
          ? nil : .object(of: zip(safeAreaSides, viewport.safeArea).map { ($0, JSONValue?.some(.number($1))) })
      ),
    ])
  }

  /// The members of a viewport's `safeArea`, in the order of ``ManifestViewport/safeArea``.
  private static let safeAreaSides = ["top", "right", "bottom", "left"]

  private static func json(_ package: ManifestPackage) -> JSONValue {
    .object(of: [
      ("name", .string(package.name)), ("url", .string(package.archive.url)),
      ("hash", .string(package.archive.hash.description)), ("size", .integer(Int64(package.archive.size))),
      ("unpackedSize", .integer(Int64(package.unpackedSize))), ("entryCount", .integer(Int64(package.entryCount))),
      ("load", .string(package.load.rawValue)), ("viewport", package.viewport.map { .string($0) }),
      ("index", package.index.json),
    ])
  }

  private static func json(_ patch: ManifestPatch) -> JSONValue {
    .object(of: [
      ("from", .string(patch.from.description)), ("to", .string(patch.to.description)),
      ("package", .string(patch.package)), ("url", .string(patch.file.url)),
      ("hash", .string(patch.file.hash.description)), ("size", .integer(Int64(patch.file.size))),
    ])
  }

  /// Reads a manifest: strict on what it needs, blind to members that it does not know.
  ///
  /// - Throws: ``ManifestError``.
  public init(decoding bytes: [UInt8]) throws(ManifestError) {
    let reading = try JSONReading.parse(bytes)
    let formatVersion = try reading.count("formatVersion")
    guard formatVersion >= 1, formatVersion <= Self.formatVersion else {
      throw ManifestError(
        .version, entry: "formatVersion", expected: "1 to \(Self.formatVersion)", found: "\(formatVersion)",
        rule: .formatVersion)
    }
    self.init(
      id: try reading.hash("id"), name: try reading.label("name"), version: try reading.label("version"),
      sequence: try reading.count("sequence"))
    guard SemanticVersion.isSound(version) else {
      throw reading.wrong("version", "a version such as 1.4.0 or 2.0.0-beta.1", rule: .texts)
    }
    runtimeVersion = try reading.optionalLabel("runtimeVersion")
    for element in try reading.array("viewports", isOptional: true, atMost: ReleaseLimits.viewportCount) {
      viewports.append(try Self.viewport(element))
    }
    for element in try reading.array("packages", atMost: ReleaseLimits.packageCount) {
      packages.append(try Self.package(element))
    }
    routes = try reading.optionalString("routes")
    pages = try reading.optionalString("pages")
    navigation = reading.value["navigation"]
    for element in try reading.array("fonts", isOptional: true, atMost: ReleaseLimits.fontCount) {
      fonts.append(
        ManifestFont(
          family: try element.label("family"), hash: try element.label("hash"),
          subset: try element.optionalLabel("subset")))
    }
    for element in try reading.array("patches", isOptional: true, atMost: ReleaseLimits.patchCount) {
      patches.append(
        ManifestPatch(
          from: try element.hash("from"), to: try element.hash("to"), package: try element.name("package"),
          file: try ReleaseFileReference(element)))
    }
    try checkNames()
    try checkIndexSizes()
    try checkPatches()
  }

  /// A device holds the indexes of all packages that it installs.
  private func checkIndexSizes() throws(ManifestError) {
    var sizes: [String?: UInt64] = [:]
    for package in packages { sizes[package.viewport, default: 0] += package.index.size }
    let shared = sizes[nil] ?? 0
    let largest = shared + (sizes.filter { $0.key != nil }.values.max() ?? 0)
    guard largest <= ReleaseLimits.indexSizeOnDevice else {
      throw ManifestError(
        .size, entry: "packages",
        expected: "indexes of at most \(ReleaseLimits.indexSizeOnDevice) bytes in all for one device",
        found: "\(largest)", rule: .sizes)
    }
  }

  private func checkPatches() throws(ManifestError) {
    let names = Set(packages.map(\.name))
    for (number, patch) in patches.enumerated() {
      guard patch.to == id, patch.from != id, names.contains(patch.package) else {
        throw ManifestError(
          .patch, entry: "patches[\(number)]", expected: "a patch from another release to a package of \(id)",
          found: "one of `\(patch.package)` from \(patch.from) to \(patch.to)", rule: .patches)
      }
    }
  }

  private func checkNames() throws(ManifestError) {
    guard let base = packages.first(where: { $0.name == "base" }) else {
      throw ManifestError(.member, entry: "packages", expected: "a package `base`", rule: .basePackage)
    }
    // A release without it would be an empty one.
    guard base.load == .install, base.viewport == nil else {
      throw ManifestError(
        .member, entry: "packages", expected: "a package `base` that every device installs with the release",
        found: base.viewport.map { "one of the viewport \($0)" } ?? "one with another `load`", rule: .basePackage)
    }
    var names: Set<String> = []
    for package in packages where !names.insert(package.name.lowercased()).inserted {
      throw ManifestError(
        .member, entry: "packages", expected: "names that differ", found: package.name + " twice", rule: .names)
    }
    names = []
    for viewport in viewports where !names.insert(viewport.name.lowercased()).inserted {
      throw ManifestError(
        .member, entry: "viewports", expected: "names that differ", found: viewport.name + " twice", rule: .names)
    }
    names = Set(viewports.map(\.name))
    for package in packages {
      if let viewport = package.viewport, !names.contains(viewport) {
        throw ManifestError(
          .member, entry: "packages", expected: "a viewport of the release", found: viewport, rule: .viewports)
      }
    }
  }

  private static func viewport(_ reading: JSONReading) throws(ManifestError) -> ManifestViewport {
    var safeArea: [Double] = []
    if let area = try reading.optionalObject("safeArea") {
      for side in safeAreaSides {
        safeArea.append(try area.number(side, default: 0, in: 0...ReleaseLimits.viewportLength, rule: .viewports))
      }
    }
    let colorScheme = try reading.optionalLabel("colorScheme") ?? "light"
    guard ["light", "dark"].contains(colorScheme) else {
      throw reading.wrong("colorScheme", "`light` or `dark`", rule: .viewports)
    }
    func length(_ key: String) throws(ManifestError) -> Double {
      try reading.number(key, in: 1...ReleaseLimits.viewportLength, rule: .viewports)
    }
    func scale(_ key: String) throws(ManifestError) -> Double {
      try reading.number(key, default: 1, in: ReleaseLimits.viewportScales, rule: .viewports)
    }
    return ManifestViewport(
      name: try reading.name("name"), width: try length("width"), height: try length("height"),
      scale: try scale("scale"), fontScale: try scale("fontScale"),
      colorScheme: colorScheme, safeArea: safeArea)
  }

  private static func package(_ reading: JSONReading) throws(ManifestError) -> ManifestPackage {
    ManifestPackage(
      name: try reading.name("name"),
      archive: try ReleaseFileReference(reading, atLeast: ReleaseLimits.smallestArchive),
      unpackedSize: try reading.size("unpackedSize", atMost: ReleaseLimits.fileSize),
      entryCount: try reading.size("entryCount", atMost: ReleaseLimits.entryCount),
      // A release is valid although it has a way of loading that a newer tool introduced.
      load: PackageLoad(rawValue: try reading.optionalString("load") ?? "install") ?? .onDemand,
      viewport: try reading.optionalString("viewport"),
      index: try ReleaseFileReference(try reading.object("index"), atMost: UInt64(ReleaseLimits.indexSize)))
  }
}
