/// What a reader sees otherwise in a release than in another.
public struct ReleaseDifference: Sendable {
  /// A number of bytes before and now.
  public struct Size: Sendable, Hashable {
    /// Of what: a package's name, or a kind of file.
    public var name: String
    /// Bytes before; `nil` where there was none.
    public var old: UInt64?
    /// Bytes now; `nil` where there is none.
    public var new: UInt64?
  }

  /// A file that differs.
  public struct File: Sendable, Hashable {
    /// The entry's path in its package.
    public var path: String
    /// The kind of file.
    public var kind: FileKind
    /// Bytes before; `nil` where there was none.
    public var old: UInt64?
    /// Bytes now; `nil` where there is none.
    public var new: UInt64?
  }

  /// A route that differs.
  public struct Route: Sendable, Hashable {
    /// The URL pattern.
    public var pattern: String
    /// What it leads to before; `nil` where there was none.
    public var old: String?
    /// What it leads to now; `nil` where there is none.
    public var new: String?
  }

  /// Pages that were not there before, sorted.
  public var pagesAdded: [String] = []
  /// Pages that are gone, sorted.
  public var pagesGone: [String] = []
  /// Pages with the same nodes under another path.
  public var pagesRenamed: [(old: String, new: String)] = []
  /// Routes that differ, by pattern.
  public var routes: [Route] = []
  /// Viewports that only the new release has.
  public var viewportsAdded: [String] = []
  /// Viewports that only the old release has.
  public var viewportsGone: [String] = []
  /// What differs on pages of both releases, grouped by cause, the gravest first.
  public var findings: [Finding] = []
  /// How many further findings are not in ``findings``.
  public var omittedFindings = 0
  /// The sizes of the packages' archives, compressed.
  public var packages: [Size] = []
  /// The sizes of the entries by kind, uncompressed.
  public var kinds: [Size] = []
  /// Files for web views that differ, by path: sheets, scripts, images, fonts and the like.
  public var files: [File] = []
  /// How many pages both releases have.
  public var comparedPages = 0
  /// How many of these have another page or layout file.
  public var differingPages = 0
  /// What was not looked at, and why.
  public var notes: [String] = []

  /// A difference of nothing.
  public init() {}

  /// The size of all archives together.
  public var total: Size {
    Size(
      name: "all packages", old: packages.reduce(0) { $0 + ($1.old ?? 0) },
      new: packages.reduce(0) { $0 + ($1.new ?? 0) })
  }

  /// Whether readers see no difference.
  public var isEmpty: Bool {
    findings.isEmpty && pagesAdded.isEmpty && pagesGone.isEmpty && pagesRenamed.isEmpty && routes.isEmpty
      && viewportsAdded.isEmpty && viewportsGone.isEmpty && files.isEmpty
  }
}
