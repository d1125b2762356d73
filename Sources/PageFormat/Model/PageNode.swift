import Page

/// What a node depends on. The raw value is stored.
public struct PageNodeFlags: OptionSet, Hashable, Sendable {
  /// The stored value.
  public let rawValue: UInt8
  /// Flags from their stored value.
  @inlinable
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Its text, attributes or number of copies come from data.
  public static let dependsOnData = PageNodeFlags(rawValue: 1)
  /// A script may change it.
  public static let dependsOnScript = PageNodeFlags(rawValue: 2)
  /// Its size, or its descendants' or siblings' place, changes with the data: its frame is that of the page without data.
  public static let sizeDependsOnData = PageNodeFlags(rawValue: 4)
  /// Its size changes with what a script does.
  public static let sizeDependsOnScript = PageNodeFlags(rawValue: 8)
  /// An `<img>`, `<video>`, `<iframe>` or another element whose content is not in the tree.
  public static let replaced = PageNodeFlags(rawValue: 16)
}

/// A range of positions in half the room of `Range<Int>`: numbers that no page has become the largest that there are.
@usableFromInline
struct CompactRange: Sendable, Hashable {
  @usableFromInline var start: Int32 = 0
  @usableFromInline var end: Int32 = 0

  @inlinable
  init() {}

  @inlinable var range: Range<Int> {
    get { Int(start)..<Int(end) }
    set { (start, end) = (Int32(clamping: newValue.lowerBound), Int32(clamping: newValue.upperBound)) }
  }
}

/// One node of a page: indices into the model's arrays and string table.
///
/// OPTIMIZATION: 52 bytes instead of 112, since a page has up to a million nodes.
public struct PageNode: Sendable, Hashable {
  /// What the node is.
  public var kind: PageNodeKind
  /// What the node depends on.
  public var flags: PageNodeFlags = []
  @usableFromInline var parentNumber: Int32 = -1
  @usableFromInline var subtreeEndNumber: Int32 = 0
  @usableFromInline var styleNumber: Int32 = -1
  @usableFromInline var attributeRange = CompactRange()
  @usableFromInline var handlerRange = CompactRange()
  @usableFromInline var bindingRange = CompactRange()
  /// An element's tag.
  public var tag: StringIndex = .none
  /// The native component that shows the node, such as `label`; none where the tree says nothing of one.
  public var component: StringIndex = .none
  /// A text's or generated box's characters. Lines of layouts are ranges of it, in UTF-16 code units.
  public var text: StringIndex = .none

  /// A node with nothing but its kind and place.
  public init(kind: PageNodeKind, parent: Int?) {
    self.kind = kind
    self.parent = parent
  }

  /// The parent's position among the nodes; `nil` for the first.
  @inlinable public var parent: Int? {
    get { parentNumber < 0 ? nil : Int(parentNumber) }
    set { parentNumber = newValue.map { Int32(clamping: $0) } ?? -1 }
  }

  /// The position after the last descendant: `index + 1` for a leaf. ``PageModel/closeSubtrees()`` fills it from the parents.
  @inlinable public var subtreeEnd: Int {
    get { Int(subtreeEndNumber) }
    set { subtreeEndNumber = Int32(clamping: newValue) }
  }

  /// The node's style in ``PageModel/styles``; `nil` for texts and elements that are not styled.
  @inlinable public var style: Int? {
    get { styleNumber < 0 ? nil : Int(styleNumber) }
    set { styleNumber = newValue.map { Int32(clamping: $0) } ?? -1 }
  }

  /// The node's attributes in ``PageModel/attributes``.
  @inlinable public var attributes: Range<Int> {
    get { attributeRange.range }
    set { attributeRange.range = newValue }
  }

  /// The node's event handlers in ``PageModel/handlers``.
  @inlinable public var handlers: Range<Int> {
    get { handlerRange.range }
    set { handlerRange.range = newValue }
  }

  /// The node's data bindings in ``PageModel/bindings``.
  @inlinable public var bindings: Range<Int> {
    get { bindingRange.range }
    set { bindingRange.range = newValue }
  }
}

/// An attribute of a node.
public struct PageAttribute: Sendable, Hashable {
  /// The name with its prefix, as written after parsing.
  public var name: StringIndex
  /// The value.
  public var value: StringIndex

  /// An attribute from its name and value.
  public init(name: StringIndex, value: StringIndex) {
    self.name = name
    self.value = value
  }
}

/// An event handler: `@click="open('detail', 1)"`.
public struct PageHandler: Sendable, Hashable {
  /// The event, such as `click`.
  public var event: StringIndex
  /// The name of the function.
  public var function: StringIndex
  /// The arguments as the text of a JSON array, `[]` without any; it has paths of data as `{{path}}`.
  public var arguments: StringIndex
  /// The program that makes the list of arguments, in ``PageModel/programs``; `nil` without arguments.
  public var program: Int?

  /// A handler from its parts.
  public init(event: StringIndex, function: StringIndex, arguments: StringIndex, program: Int? = nil) {
    self.event = event
    self.function = function
    self.arguments = arguments
    self.program = program
  }
}

/// What a binding fills. The raw values are stored.
public enum PageBindingTarget: UInt8, Sendable, CaseIterable {
  /// The node's text, with every `{{ … }}` in it replaced.
  case text = 1
  /// The attribute that `name` names, with every `{{ … }}` in it replaced.
  case attribute = 2
  /// The number of copies of the node: `t:for`; `name` is the item's name, `index` the index's.
  case repetition = 3
  /// A table's data: `t:data`, as for repetition.
  case data = 4
  /// A two-way value: `@bind`.
  case value = 5
  /// The classes: `@class`.
  case classes = 6
  /// The property of the node's style that `name` names; see ``PageModel/valueShapes``.
  case declaration = 7
}

/// A data binding of a node.
public struct PageBinding: Sendable, Hashable {
  /// What is filled.
  public var target: PageBindingTarget
  /// The attribute's or item variable's name; none where the target needs none.
  public var name: StringIndex
  /// The name of the index variable of a repetition.
  public var index: StringIndex
  /// The expression: a path such as `item.title`, or a text with `{{ … }}` in it for texts and attributes.
  public var expression: StringIndex
  /// The expression as a program, in ``PageModel/programs``.
  public var program: Int?

  /// A binding from its parts.
  public init(
    target: PageBindingTarget, name: StringIndex = .none, index: StringIndex = .none, expression: StringIndex,
    program: Int? = nil
  ) {
    self.program = program
    self.target = target
    self.name = name
    self.index = index
    self.expression = expression
  }
}
