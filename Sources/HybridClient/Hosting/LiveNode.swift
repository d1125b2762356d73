import CSSValues
import Manifest

/// What a live page knows of a node beyond its place in ``LivePage/tree``, which is that of one of the page file's, or of a
/// copy that data made.
struct LiveNode {
  /// Whether it is a template: not shown itself, copied for each element of a list.
  var isTemplate = false
  /// The templates in it, in order.
  var templates: [Int] = []
  /// A template's copies that are shown, in order.
  var instances: [Int] = []
  /// The variables of the loops around it, shared by a copy's nodes.
  var scope = ProgramEvaluator.Scope()
  /// A text's characters, or those that an element without texts was given.
  var text: String?
  /// What scripts and data set, by name.
  var properties: [String: String] = [:]
  /// The style that classes from data give it; `nil` for its own.
  var style: Int?
  /// The nodes that its classes give other styles.
  var restyled: [Int] = []
  /// The styles that the classes of nodes give it, the last of which counts.
  var classStyles: [(by: Int, style: Int)] = []
  /// The margin above it where another section of its table begins.
  var spacing: [LocalDeclaration] = []
  /// What its bound style gives it.
  var bound: [LocalDeclaration] = []
  /// What it has on top of its style: its bound style, then its properties that are looks.
  var declarations: [LocalDeclaration] = []
  /// The number of its look in ``LookTable`` where it is not its style's; -1 otherwise.
  var look = -1
  /// Whether it was taken out of the tree, with what is in it.
  var isRemoved = false
  /// Of the root of a copy, the number of nodes in it: what its own loops make has numbers elsewhere.
  var copySize = 0
  /// How often its number was given free to stand for another node.
  var generation = 0
  /// Whether a view shows it.
  var isShown = false
  /// The section and row of a table's copies.
  var row: (section: Int, row: Int)?
  /// What was last sent to the host.
  var sent = Sent()

  /// What was last sent to the host.
  struct Sent {
    var frame: [Double]?
    var text: String?
    var lines: [ViewTextLine] = []
    var scroll: [Double]?
    /// Whether it is hidden for want of a box.
    var isGone = false
  }
}
