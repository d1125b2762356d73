import Diagnostics
import Manifest

/// How a build ended.
public struct BuildOutcome: Sendable {
  /// What decides the exit status.
  public enum Verdict: Sendable {
    /// The release was published (or, for a check, would be).
    case success
    /// The sources have errors; nothing was published.
    case sourceErrors
    /// Warnings were made to count: nothing was published.
    case warningsCount
    /// The release was published and is over a budget.
    case overBudget
    /// The configuration has errors.
    case badConfiguration
    /// The output could not be written.
    case cannotWrite
    /// What is in the output folder breaks a rule.
    case unsound
    /// The release breaks a rule of the verifier; nothing was published.
    case refused
  }

  /// What decides the exit status.
  public var verdict: Verdict
  /// All problems, sorted by place, each once.
  public var diagnostics: [Diagnostic]
  /// The sizes, where the sources were compiled.
  public var summary: BuildSummary?
  /// Site paths of shipped files that no page or stylesheet refers to, in order.
  public var unreferenced: [String] = []
  /// The sizes of those files together, in bytes.
  public var unreferencedSize = 0
  /// Site paths of files that nothing refers to and that are not shipped: those of editors and tools.
  public var leftOut: [String] = []
  /// Site paths of the pages that were compiled in this run, in order.
  public var compiled: [String] = []
  /// What pages weigh and took, in order of their paths.
  public var pages: [PageFigures] = []
  /// What the cache was good for, where there is one.
  public var cache: CacheFigures?
  /// Why the cache could not be written or read; `nil` where it could.
  public var cacheProblem: String?
  /// Why the remote cache was of no use, where it was not.
  public var remoteCacheProblem: String?
  /// Paths that changed since the run before, in order; empty for a first run.
  public var changed: [String] = []

  /// Where a build wrote and what came from caches: `written to site/dist; from the cache: 5 of 6 pages`.
  public var writtenLine: String? {
    guard let folder = summary?.folder, !folder.isEmpty else { return nil }
    return "written to \(folder)" + (cache.map { "; \($0.text)" } ?? "")
  }
}

/// What a page weighs and took.
public struct PageFigures: Sendable {
  /// The site path.
  public var path: String
  /// The title.
  public var title: String
  /// The page file and all layouts, in bytes, uncompressed.
  public var size: Int
  /// The page file, the page for web views and all layouts, in bytes, compressed.
  public var packedSize: Int
  /// How long it took to compile, in microseconds, in this run or in the one whose result was kept.
  public var cost: Int

  init(_ page: BuiltPage) {
    path = page.path
    title = page.title
    size = page.size
    let files = [page.page, page.web].compactMap { $0 } + page.layouts.map(\.file)
    packedSize = files.reduce(0) { $0 + ($1.packed?.entry.data.count ?? 0) }
    cost = page.cost
  }
}

/// What a cache was good for in a run: what was found there and what was not.
public struct CacheFigures: Sendable {
  /// Pieces of work of one kind.
  public struct Share: Sendable {
    /// Those whose result was found.
    public var found = 0
    /// All that were needed.
    public var all = 0
  }

  /// Pages whose result was found in the folder.
  public var hits: Int
  /// Pages whose result came from the remote cache.
  public var remoteHits: Int
  /// Pages that were compiled.
  public var misses: Int
  /// Images in the sizes of their boxes.
  public var images = Share()
  /// Files that filters read.
  public var filtered = Share()

  /// What came from the caches, for people: `from the cache: 5 of 6 pages (2 remote), 12 of 12 images`.
  var text: String {
    let pages = Share(found: hits + remoteHits, all: hits + remoteHits + misses)
    let parts = [(pages, "page"), (images, "image"), (filtered, "filtered file")].compactMap { share, word in
      let remote = word == "page" && remoteHits > 0 ? " (\(remoteHits) remote)" : ""
      return share.found == 0 ? nil : "\(share.found) of \(BuildSummary.count(share.all, word))\(remote)"
    }
    return parts.isEmpty ? "nothing from the cache" : "from the cache: " + parts.joined(separator: ", ")
  }
}

/// The figures of a build: `12 pages, 3 viewports, 41 files → 4 packages, 312 kB in 0.18 s`.
public struct BuildSummary: Sendable {
  /// Pages of the site.
  public var pages: Int
  /// Viewports of the configuration.
  public var viewports: Int
  /// Pages and assets.
  public var files: Int
  /// A package of the release.
  public struct Package: Sendable {
    /// As the manifest has it.
    public var name: String
    /// Of the archive, in bytes.
    public var size: Int
    /// The number of files in it.
    public var entries: Int
    /// All entries, uncompressed, in bytes.
    public var unpackedSize: Int
  }
  /// The packages in the manifest's order; empty where nothing was packed.
  public var packages: [Package] = []
  /// From the start of the command, in seconds.
  public var seconds: Double
  /// The share of the site that was built, where it was none of the whole.
  public var shard: Shard?
  /// The folder that the release, or the share, was written into.
  public var folder = ""
  /// The hash of the manifest that was published; `nil` where none was.
  public var manifest: ContentHash?

  /// The line at the end of a build.
  public var line: String {
    if let shard { return "\(input) → shard \(shard.index)/\(shard.count) in \(Self.time(seconds))" }
    let total = packages.reduce(0) { $0 + $1.size }
    return "\(input) → \(Self.count(packages.count, "package")), \(ByteSize.text(total)) in \(Self.time(seconds))"
  }

  /// The first half of the line.
  public var input: String {
    "\(Self.count(pages, "page")), \(Self.count(viewports, "viewport")), \(Self.count(files, "file"))"
  }

  /// `1 page`, `2 pages`.
  public static func count(_ number: Int, _ word: String) -> String { "\(number) \(word)\(number == 1 ? "" : "s")" }

  /// `0.18 s`, with two decimals, the same in every locale.
  public static func time(_ seconds: Double) -> String {
    let hundredths = Int((max(0, min(seconds, 1e9)) * 100).rounded())
    let rest = hundredths % 100
    return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest) s"
  }
}
