/// One cause of differences between two releases, with everything that follows from it.
public struct Finding: Sendable {
  /// What was edited.
  public enum Subject: String, Sendable, CaseIterable {
    /// Rules of style sheets.
    case style
    /// A style sheet that came, went, changed its place or its condition.
    case sheet
    /// Styles in states such as `:hover`, or of pseudo-elements without nodes.
    case state
    /// Attributes of elements, classes among them.
    case attribute
    /// Where links lead.
    case link
    /// Image files, or which one an element shows.
    case image
    /// Texts.
    case text
    /// Elements that were not there before.
    case appeared
    /// Elements that are gone.
    case vanished
    /// Elements that are in another place of the tree.
    case relocated
    /// Scripts.
    case script
    /// The fonts that measured the texts.
    case font
    /// The document's viewport (`<meta name=viewport>`) or doctype.
    case document
    /// Nothing that was found.
    case unknown
  }

  /// A node in a viewport, before and now.
  public struct Example: Sendable, Hashable {
    /// The page's path in the site.
    public var page: String
    /// The viewport's name; empty where the difference is not one of a viewport.
    public var viewport: String
    /// A name like a selector's.
    public var element: String
    /// The border box before, in page coordinates and CSS px; `nil` for none.
    public var old: Box?
    /// The border box now.
    public var new: Box?
  }

  /// Two boxes that overlap now.
  public struct Collision: Sendable, Hashable {
    /// The page's path in the site.
    public var page: String
    /// The viewport's name.
    public var viewport: String
    /// The names of the two elements.
    public var first: String
    /// The other one.
    public var second: String
    /// What both cover, in page coordinates and CSS px.
    public var area: Box
  }

  /// A rectangle in CSS px.
  public struct Box: Sendable, Hashable {
    /// The left edge.
    public var x: Double
    /// The top edge.
    public var y: Double
    /// The width.
    public var width: Double
    /// The height.
    public var height: Double

    /// A rectangle from its parts.
    public init(x: Double, y: Double, width: Double, height: Double) {
      (self.x, self.y, self.width, self.height) = (x, y, width, height)
    }
  }

  /// What was edited.
  public var subject: Subject
  /// Which elements: a name like a selector's, shared by all of them where there is one.
  public var element: String
  /// What differs on these elements.
  public var changes: [ValueChange] = []
  /// How many elements the changes are on, counted once a page.
  public var elementCount = 0
  /// Boxes of the same size in another place, counted once a page however many viewports show it.
  public var moved = 0
  /// Boxes of another size.
  public var resized = 0
  /// Boxes that are not displayed any more.
  public var hidden = 0
  /// Boxes that were not displayed before.
  public var shown = 0
  /// Texts whose lines break elsewhere.
  public var rebroken = 0
  /// How many pairs of boxes overlap that did not.
  public var overlapCount = 0
  /// The first of these pairs.
  public var overlaps: [Collision] = []
  /// How many pages, each in each viewport, scroll sideways that did not, or further than before.
  public var overflowCount = 0
  /// What protrudes, for the first of these.
  public var overflows: [Example] = []
  /// The paths of the pages, sorted.
  public var pages: [String] = []
  /// The names of the viewports in which something differs, in the manifest's order; empty where it differs in none.
  public var viewports: [String] = []
  /// The first nodes that differ.
  public var examples: [Example] = []
  /// For a style sheet, how many declarations it has, with what it imports.
  public var declarationCount = 0
  /// Where the cause is written, where that is known: a file of the site and a line from 1. What is gone has its place in the old
  /// release.
  public var source: (file: String, line: Int)?
  /// The node that was edited, on the first page that has the cause.
  var anchor: (page: String, node: Int, isOld: Bool)?

  /// A finding without effects.
  public init(subject: Subject, element: String) {
    self.subject = subject
    self.element = element
  }

  /// Whether a custom property was edited, and the elements have it from `var()`.
  public var isCustomProperty: Bool { subject == .style && changes.first?.name.hasPrefix("--") == true }

  /// The number of boxes that differ.
  public var boxes: Int { moved + resized + hidden + shown }
}
