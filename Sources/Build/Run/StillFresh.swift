/// The pages of the last run, told apart: those that are as a new run would make them, and those to compile.
struct StillFresh {
  /// The pages that hold, and those to compile as they were.
  let pages: BuiltPages
  /// The site paths of the pages that the last run's answers do not hold for any more, in the order of the site.
  let stalePaths: [String]

  init(_ previous: BuildState, _ input: BuildInput) {
    let site = input.site
    let changed = input.changed
    let compiler = input.answer.configuration.compiler
    let textFiles = compiler.textFiles
    // Other routes are another packaged page only for those that they show elsewhere.
    let shownElsewhere = previous.configuration.compiler.pagesShownElsewhere
    var former = previous.configuration.compiler
    former.pagesShownElsewhere = compiler.pagesShownElsewhere
    guard let old = previous.site, compiler == former, changed.isDisjoint(with: textFiles),
      old.isSnapshot == site.isSnapshot, old.filterFingerprint == site.filterFingerprint
    else {
      pages = BuiltPages()
      stalePaths = site.pages.map(\.path)
      return
    }
    let current = Set(site.pages.map(\.path))
    let kept = previous.pages.filtered(current.contains)
    // Of a link's target only its being there counts.
    let moved = changed.filter { !(old.paths.contains($0) && site.paths.contains($0)) }
    let isRecomposed = old.composition.fingerprint != site.composition.fingerprint
    pages = kept
    stalePaths = site.pages.map(\.path).filter { path in
      if changed.contains(path) { return true }
      guard let page = kept[path] else { return true }
      return changed.contains(where: page.inputs.isContent)
        || shownElsewhere.contains(path) != compiler.pagesShownElsewhere.contains(path)
        || !moved.isEmpty && moved.contains(where: page.inputs.contains)
        || isRecomposed || old.composition.fingerprint(of: path) != site.composition.fingerprint(of: path)
    }
  }
}

extension Site {
  /// Whether the site ships no script file at all.
  var isSnapshot: Bool { !assets.contains { $0.path.hasSuffix(".js") || $0.path.hasSuffix(".mjs") } }
}

extension SiteBuild {
  /// Every path at which the two walks saw something else: changed, new, gone, now a folder, now ignored.
  static func changedPaths(_ old: Site, _ new: Site) -> Set<String> {
    var files: [String: Site.File] = [:]
    for file in old.pages + old.assets + old.fragments { files[file.path] = file }
    var changed: Set<String> = []
    for file in new.pages + new.assets + new.fragments where files.removeValue(forKey: file.path) != file {
      changed.insert(file.path)
    }
    changed.formUnion(files.keys)
    changed.formUnion(old.folders.symmetricDifference(new.folders))
    changed.formUnion(old.ignored.symmetricDifference(new.ignored))
    changed.formUnion(old.outside.symmetricDifference(new.outside))
    return changed
  }
}
