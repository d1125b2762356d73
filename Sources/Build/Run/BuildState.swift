import Archive
import Compiler
import Diagnostics
import Manifest

/// What a run of a build leaves for the next one. A value: a run takes one and gives another.
struct BuildState {
  /// The site as the last run saw it; `nil` before the first.
  var site: Site?
  var configuration = SiteConfiguration()
  var configurationStamps: [String: SystemFile.Stamp] = [:]
  /// Whether files may have changed that no run has looked at since.
  var missesChanges = false
  /// Whether there is a release that could not be written: the next run tries again, changed or not.
  var needsPublish = false
  /// Whether a release was published that should still be there.
  var hasPublished = false

  /// The pages by site path.
  var pages = BuiltPages()
  /// The packed assets by site path.
  var assets: [String: PackedAsset] = [:]
  /// Where the compressed pages of a large site are until they are published.
  var spill: SpillFile?
  /// The compiler, with the sheets and fonts that it read.
  var compiler: KeptCompiler?
  /// The fonts that were subset.
  var madeSubsets: [String: SiteFontSubsets.Made] = [:]
  /// The images that were encoded.
  var imageStore: ImageStore?
  /// The entries of pages that were found sound before the last release was published.
  var checkedEntries = CheckedEntries()
  /// What pages search with, of the last release, by the entries that pages ask for.
  var searchEntries: [String: PackageFile] = [:]
  /// What looks like a secret in the assets.
  var foundSecrets: [Site.File: [Diagnostic]] = [:]
  /// The comments that hide problems, by their files.
  var disabledLines: [Site.File: [DisabledLines.Comment]] = [:]
  /// The answers of filters.
  var filterAnswers: [Site.File: SiteFilters.Entry] = [:]
  /// What was wrong with filters, where a run ended there.
  var filterProblems: [Diagnostic] = []
}

/// A compiler that is used again in later runs.
struct KeptCompiler {
  var compiler: PageCompiler
  /// How often: what the compiler keeps of pages that are gone is dropped with it.
  var uses = 0

  /// The runs that use one compiler.
  static let mostUses = 200
}

/// An asset and what it was packed from.
struct PackedAsset {
  var source: Site.File
  /// The files that stand for remote URLs, for a style sheet that was rewritten to lead to them.
  var vendored: [String: String]?
  /// The hash of what a filter made of it.
  var filtered: ContentHash?
  /// Whether it was to be made smaller.
  var isMinified = false
  /// Why it was not.
  var problem: Diagnostic?
  /// Whether this process packed it: its bytes come from no cache and no shard.
  var isMadeHere = false
  var file: PackageFile
}
