import Names

/// How the elements of two compound selectors relate (Selectors 4, 15).
public enum Combinator: UInt8, Sendable {
  /// `a b`
  case descendant
  /// `a > b`
  case child
  /// `a + b`
  case nextSibling
  /// `a ~ b`
  case subsequentSibling
  /// Between an element's compound and its pseudo-element.
  case pseudoElement
}

/// One step of a complex selector as the matcher runs it: the compounds go from the rightmost to the leftmost, each
/// followed by the combinator that leads to the next.
///
/// Plain integers, so that matching touches no reference count; what does not fit is in the ``SelectorTable``.
@frozen
public struct SelectorComponent: Sendable {
  /// What the component tests.
  public enum Kind: UInt8, Sendable {
    /// `first` is a ``Combinator``.
    case combinator
    /// A local name: `first` as written, `second` in lower case.
    case type
    /// `detail` is a ``NamespaceConstraint``.
    case namespace
    /// `first` is the id, `second` its lower-case form for quirks mode.
    case id
    /// `first` is the class, `second` its lower-case form for quirks mode.
    case className
    /// `first` is an index in ``SelectorTable/attributes``.
    case attribute
    /// `detail` is a ``PseudoClass``.
    case pseudoClass
    /// `:nth-child()`, `:nth-last-child()`, `:nth-of-type()`, `:nth-last-of-type()`: `detail` is a ``NthKind``, `first` an
    /// index in ``SelectorTable/nths``.
    case nth
    /// `:is()`, `:where()`, `:-webkit-any()` and `&`: `first` is a list.
    case matchesAny
    /// `:not()`: `first` is a list.
    case matchesNone
    /// `:has()`: `first` is a list of selectors that end in ``hasAnchor``.
    case has
    /// The element that `:has()` is asked of.
    case hasAnchor
    /// `:lang()`: `first` is an index in ``SelectorTable/languages``.
    case language
    /// `:dir()`: `detail` 0 is `ltr`, 1 `rtl`, 2 a direction that never matches.
    case direction
    /// `:host()`, `:host-context()`, `::slotted()`, `:state()`: what never matches in a document without shadow trees
    /// and scripts.
    case never
    /// A pseudo-element: `detail` is a ``PseudoElement``, `first` its argument's name.
    case pseudoElement
  }

  /// What is tested.
  public let kind: Kind
  /// A small operand; see ``Kind``.
  public let detail: UInt8
  /// An operand; see ``Kind``.
  public let first: UInt32
  /// An operand; see ``Kind``.
  public let second: UInt32

  /// A component with its operands.
  @inlinable
  public init(_ kind: Kind, detail: UInt8 = 0, first: UInt32 = 0, second: UInt32 = 0) {
    self.kind = kind
    self.detail = detail
    self.first = first
    self.second = second
  }

  static func combinator(_ combinator: Combinator) -> SelectorComponent {
    SelectorComponent(.combinator, first: UInt32(combinator.rawValue))
  }
}

/// What a type selector's prefix asks of an element's namespace (Selectors 4, 5.3).
public enum NamespaceConstraint: UInt8, Sendable {
  /// `|a`: no namespace.
  case none
  case html
  case svg
  case mathML
  /// Another namespace: of elements of such the document keeps no address, so any of them matches.
  case other
}

/// The forms of the `nth` pseudo-classes.
public enum NthKind: UInt8, Sendable {
  case child, lastChild, ofType, lastOfType
}

/// The An+B of an `nth` pseudo-class with its `of S`.
public struct NthSelector: Sendable {
  /// A of An+B.
  public let step: Int32
  /// B of An+B.
  public let offset: Int32
  /// The list after `of`, or `UInt32.max`.
  public let list: UInt32

  /// Whether the element at `position`, counting from 1, is meant.
  @inlinable
  public func matches(_ position: Int32) -> Bool {
    let difference = Int64(position) - Int64(offset)
    let step = Int64(step)
    if step == 0 { return difference == 0 }
    return difference % step == 0 && difference / step >= 0
  }
}

/// An attribute selector (Selectors 4, 6).
public struct AttributeSelector: Sendable {
  /// How the value is compared.
  public enum Operator: UInt8, Sendable {
    case exists, equals, includes, dashMatch, prefix, suffix, substring
  }
  /// Whose case counts.
  public enum CaseRule: UInt8, Sendable {
    /// As the document's language has it: HTML names attributes whose values compare without case.
    case documentLanguage
    /// `s`
    case sensitive
    /// `i`
    case insensitive
  }

  /// The name as written.
  public let name: Name
  /// The name in lower case, for HTML's elements.
  public let lowercaseName: Name
  /// `nil` is `*|name`, any namespace; otherwise the attribute's namespace, `none` without a prefix.
  public let namespace: NamespaceConstraint?
  /// The operation.
  public let operation: Operator
  /// The case rule.
  public let caseRule: CaseRule
  /// Whether HTML compares the attribute's values without case (HTML, 15.3.2).
  public let isCaseInsensitiveInHTML: Bool
  let valueStart: UInt32
  let valueCount: UInt32
}
