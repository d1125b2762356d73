import HTML
import Names
import PageFormat

/// The bindings, handlers and scripts of a page, checked: what the encoder writes.
struct PageBindings {
  /// A binding of a node.
  struct Binding {
    var target: PageBindingTarget
    /// The attribute's or item variable's name.
    var name: String?
    /// The index variable's name.
    var index: String?
    /// As written.
    var text: String
    var expression: BindingExpression
  }

  /// A handler of a node.
  struct Handler {
    /// `click`.
    var event: String
    var call: HandlerExpression
  }

  /// By node: an element, or a text with `{{ … }}` in it.
  var bindings: [NodeID: [Binding]] = [:]
  /// By element.
  var handlers: [NodeID: [Handler]] = [:]
  /// The native component of each element.
  var components: [NodeID: String] = [:]
  /// The boolean attributes without a value, which are on.
  var switchedOn: [NodeID: Set<Name>] = [:]
  /// The nodes that scripts look up by what is written in them.
  var scripted: Set<NodeID> = []
  /// The bytes of external scripts by the `<script>` element, with their site paths.
  var scriptFiles: [NodeID: String] = [:]
  /// What the values of bound styles stand for: each property and shape once.
  var valueShapes: [PageValueShape] = []
  /// The lines of the page at which inline scripts begin, by the `<script>` element.
  var scriptLines: [NodeID: Int] = [:]

  /// Nothing.
  static let none = PageBindings()
}

extension BindingExpression {
  /// Appends the steps that leave the value on the stack.
  func lower(into steps: inout [ProgramStep], _ intern: (String) -> StringIndex) {
    switch self {
    case .text(let text): steps.append(.text(intern(text)))
    case .number(let number): steps.append(.number(number))
    case .boolean(let boolean): steps.append(.boolean(boolean))
    case .null: steps.append(.null)
    case .variable(let name, _): steps.append(.variable(intern(name)))
    case .member(let object, let name):
      object.lower(into: &steps, intern)
      steps.append(.member(intern(name)))
    case .element(let object, let index):
      object.lower(into: &steps, intern)
      index.lower(into: &steps, intern)
      steps.append(.element)
    case .join(let parts):
      for part in parts { part.lower(into: &steps, intern) }
      steps.append(.join(parts.count))
    case .list(let parts):
      for part in parts { part.lower(into: &steps, intern) }
      steps.append(.list(parts.count))
    }
  }

  /// The expression as text, for inspection.
  var text: String {
    switch self {
    case .text(let text): "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    case .number(let number): number == number.rounded() && abs(number) < 1e15 ? String(Int(number)) : "\(number)"
    case .boolean(let boolean): boolean ? "true" : "false"
    case .null: "null"
    case .variable(let name, _): name
    case .member(let object, let name): object.text + "." + name
    case .element(let object, let index): object.text + "[" + index.text + "]"
    case .join(let parts): parts.map(\.text).joined(separator: " + ")
    case .list(let parts): "[" + parts.map(\.text).joined(separator: ",") + "]"
    }
  }
}
