/// What a binding says, parsed.
indirect enum BindingExpression: Hashable, Sendable {
  case text(String)
  case number(Double)
  case boolean(Bool)
  case null
  /// A name that is first in a path, with its place in the text that was parsed.
  case variable(String, offset: Int)
  /// `object.name`.
  case member(BindingExpression, String)
  /// `object[index]`.
  case element(BindingExpression, BindingExpression)
  /// Texts and values one after another.
  case join([BindingExpression])
  case list([BindingExpression])

  /// The names that are first in the paths, in order.
  var variables: [(name: String, offset: Int)] {
    switch self {
    case .text, .number, .boolean, .null: []
    case .variable(let name, let offset): [(name, offset)]
    case .member(let object, _): object.variables
    case .element(let object, let index): object.variables + index.variables
    case .join(let parts), .list(let parts): parts.flatMap(\.variables)
    }
  }
}

/// `(item, index) in path`.
struct RepetitionExpression: Hashable, Sendable {
  /// The name of the item's variable.
  var item: String
  /// The name of the index's variable.
  var index: String
  /// The list.
  var source: BindingExpression
  /// The list's path as written.
  var sourceText: String
}

/// `name('text', 1)`.
struct HandlerExpression: Hashable, Sendable {
  /// The function's name; a path such as `methods.open` is kept whole.
  var function: String
  /// The arguments.
  var arguments: [BindingExpression]
}

/// Why a binding cannot be read.
struct BindingFault: Error, Hashable {
  /// What is wrong, for people.
  var message: String
  /// The place in bytes from the begin of the text.
  var offset: Int
  /// A remedy.
  var help: String?
}
