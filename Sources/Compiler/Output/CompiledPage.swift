import CSSValues
import Composition
import Diagnostics

/// An image with several candidates: `srcset`, or the sources of a `<picture>`.
public struct ImageSources: Hashable, Sendable {
  /// The site paths of the candidates that are there, in the order of the markup.
  public var candidates: [String]
  /// The candidate that each viewport shows in each colour scheme, in the order of the layouts; empty for none.
  public var shown: [String]

  /// An image from its candidates and those that are shown.
  public init(candidates: [String], shown: [String]) {
    self.candidates = candidates
    self.shown = shown
  }
}

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
  /// The images of which each viewport shows one, where there are several to choose from.
  public var imageSources: [ImageSources] = []
  /// Those of the ``references`` that the page names as candidates of images and in no other way.
  public var candidates: Set<String> = []
  /// The images whose boxes are known.
  public var imageUses: [ImageUse] = []
  /// What the page may show in the fonts that it ships; collected where `subsetFonts` asks for it.
  public var characters = PageCharacters()
  /// What the page's text was measured with; empty where the options do not ask for it.
  public var measures: [UInt8] = []
  /// What readers can find the page by, where the options ask for it and the page does not want to be left out.
  public var search: PageSearchText?
  /// The files that the page was composed from, itself first, in the order of their use.
  public var composition: [CompositionInput]
  /// Where the page leads and where it can be entered; checked when the whole site is known.
  public var links: PageLinks
  /// The fonts that measured text: family and content hash (`sha256-…`), in order of family.
  public var fonts: [(family: String, hash: String)]
  /// The number of elements.
  public var elementCount: Int
}
