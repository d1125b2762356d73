/// What one cause does on one page.
struct PageCause {
  /// The same for one cause on all pages.
  struct Key: Hashable {
    var subject: Finding.Subject
    var text: String
  }

  var key: Key
  var changes: [ValueChange]
  /// What the changed elements' styles are otherwise for it.
  var styleChanges: [ValueChange] = []
  /// Where the declaration or the link is that was edited, where that is known.
  var source: (file: String, line: Int)?
  /// The selector of the rule that was edited, where that is known.
  var selector: String?
  /// A node that was edited, where that is what the cause is: a number of the new page, or of the old one for what vanished.
  var anchor: (node: Int, isOld: Bool)?
  /// For an edit of a list of sheets, how many declarations the sheets have.
  var declarationCount = 0
  /// The elements with the change; numbers of the new page, or of the old one for what vanished.
  var carriers: Set<Int> = []
  var names: [ElementName: Int] = [:]
  /// For styles: edits of the page that may be why an element's style differs, by how many elements; `nil` for none.
  var explanations: [Key?: Int] = [:]
  var moved: Set<Int> = []
  var resized: Set<Int> = []
  var hidden: Set<Int> = []
  var shown: Set<Int> = []
  var rebroken: Set<Int> = []
  var overlapCount = 0
  var overlaps: [Finding.Collision] = []
  var overflowCount = 0
  var overflows: [Finding.Example] = []
  var viewports: Set<String> = []
  /// Boxes of the changed elements themselves.
  var ownExamples: [Finding.Example] = []
  /// Other boxes.
  var examples: [Finding.Example] = []

  /// How many examples of each sort are kept.
  static let mostExamples = 5

  init(_ key: Key, changes: [ValueChange]) {
    self.key = key
    self.changes = changes
  }
}
