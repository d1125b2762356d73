import Diagnostics

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
  }

  /// What decides the exit status.
  public var verdict: Verdict
  /// All problems, sorted by place, each once.
  public var diagnostics: [Diagnostic]
  /// The sizes, where the sources were compiled.
  public var summary: BuildSummary?
  /// Site paths of shipped files that no page or stylesheet refers to, in order.
  public var unreferenced: [String] = []
  /// Site paths of the pages that were compiled in this run, in order.
  public var compiled: [String] = []
  /// Paths that changed since the run before, in order; empty for a first run.
  public var changed: [String] = []
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

  /// The line at the end of a build.
  public var line: String {
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
