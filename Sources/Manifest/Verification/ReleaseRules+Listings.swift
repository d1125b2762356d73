extension ReleaseRules {
  /// Checks what the entries that a manifest names as `routes` and `pages` hold: clients follow them from the first start on.
  ///
  /// An entry that the index lacks is a fault by ``missingBaseEntries(of:base:)``, and is passed over.
  ///
  /// - Parameters:
  ///   - manifest: the release's manifest.
  ///   - base: the index of its base package.
  ///   - read: gives an entry's bytes; those of another hash than the index's are a fault by ``ReleaseRule/entryBytes`` and
  ///     are `nil`.
  /// - Throws: ``ManifestError`` with the rule ``ReleaseRule/listings``, and what `read` throws.
  public static func checkListings(
    of manifest: ReleaseManifest, base: PackageIndex, read: (PackageIndexEntry) throws -> [UInt8]?
  ) throws {
    var pages: Set<ExactPath>?
    if let entry = manifest.pages.flatMap(base.entry) {
      guard let bytes = try contents(entry, read) else { return }
      try naming(entry) { () throws(ManifestError) in pages = try paths(inPages: bytes) }
    }
    if let entry = manifest.routes.flatMap(base.entry), let bytes = try contents(entry, read) {
      try naming(entry) { () throws(ManifestError) in try checkRoutes(bytes, pages) }
    }
  }

  private static func contents(
    _ entry: PackageIndexEntry, _ read: (PackageIndexEntry) throws -> [UInt8]?
  ) throws -> [UInt8]? {
    try naming(entry) { () throws(ManifestError) in
      guard entry.size <= UInt64(ReleaseLimits.listingSize) else {
        throw ManifestError(.size, expected: "at most \(ReleaseLimits.listingSize) bytes", found: "\(entry.size)")
      }
    }
    return try read(entry)
  }

  /// Runs a check, whose errors name the entry and the one rule.
  private static func naming(
    _ entry: PackageIndexEntry, _ check: () throws(ManifestError) -> Void
  ) throws(ManifestError) {
    do {
      try check()
    } catch {
      var fault = error
      fault.entry = entry.path + (error.entry.map { ", \($0)" } ?? "")
      fault.rule = ReleaseRule.listings.rawValue
      throw fault
    }
  }

  /// The paths of the pages that are listed.
  private static func paths(inPages bytes: [UInt8]) throws(ManifestError) -> Set<ExactPath> {
    var paths: Set<ExactPath> = []
    let listing = try visit(bytes, lists: ["pages"]) { (_, page) throws(ManifestError) in
      paths.insert(ExactPath(try page.string("path")))
      _ = try page.optionalString("title")
      _ = try page.optionalString("package")
    }
    _ = try listing.array("pages")
    _ = try listing.optionalString("base")
    return paths
  }

  /// - Parameter pages: the pages of the release; `nil` where it lists none.
  private static func checkRoutes(_ bytes: [UInt8], _ pages: Set<ExactPath>?) throws(ManifestError) {
    let listing = try visit(bytes, lists: ["routes", "hosts"]) { (list, route) throws(ManifestError) in
      guard list == "routes" else {
        guard route.value.text != nil else { throw ManifestError(.member, entry: route.path, expected: "a text") }
        return
      }
      let (pattern, urlPattern) = (try route.optionalString("pattern"), try route.optionalString("urlPattern"))
      guard (pattern == nil) != (urlPattern == nil) else {
        throw route.wrong("pattern", "either `pattern` or `urlPattern`")
      }
      _ = try route.optionalString("name")
      if let page = try route.optionalString("page"), pages?.contains(ExactPath(page)) == false {
        throw route.wrong("page", "a page that `pages` lists")
      }
    }
    _ = try listing.array("routes")
    _ = try listing.optionalString("scheme")
    _ = try listing.array("hosts", isOptional: true)
  }

  /// Reads a listing, whose lists may be long.
  private static func visit(
    _ bytes: [UInt8], lists: Set<String>,
    _ visit: (_ list: String, _ element: JSONReading) throws(ManifestError) -> Void
  ) throws(ManifestError) -> JSONReading {
    let listing = try JSONReading.visit(bytes, atMost: ReleaseLimits.listingValueCount, lists: lists, visit)
    guard case .object = listing.value else {
      throw ManifestError(.json, offset: 0, expected: "an object", rule: .json)
    }
    return listing
  }
}
