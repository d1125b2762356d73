import Diagnostics

/// One page compiled: the files that it adds to packages, the problems found, and what it was made from.
public struct CompiledPage: Sendable {
  /// The site path of the source, such as `news/index.html`.
  public var path: String
  /// The encoded page file (`pages/<path>.page`).
  public var pageFile: [UInt8]
  /// The encoded layout file of each viewport, by the viewport's name (`layouts/<viewport>/<path>.layout`).
  public var layoutFiles: [(viewport: String, colorScheme: ColorScheme, bytes: [UInt8])]
  /// The page as a web view loads it (`web/<path>`): well-formed, references pointing inside the package.
  public var webFile: [UInt8]
  /// The page's title, for the manifest.
  public var title: String
  /// Problems in the order of their places.
  public var diagnostics: [Diagnostic]
  /// Every file that was read or looked for, by site path; `false` where it was not there.
  public var inputs: [String: Bool]
  /// Those of the inputs whose bytes count: all but the targets of links, of which only their being there does.
  public var contents: Set<String>
  /// The site paths that the page refers to: what the report's list of unused files leaves out.
  public var references: Set<String>
  /// The files that the page was composed from, itself first, in the order of their use.
  public var composition: [CompositionInput]
  /// Where the page leads and where it can be entered; checked when the whole site is known.
  public var links: PageLinks
  /// The fonts that measured text: family and content hash (`sha256-…`), in order of family.
  public var fonts: [(family: String, hash: String)]
  /// The number of elements.
  public var elementCount: Int
}
