import CSSValues
import Names

/// What a declaration sets: a property that the table knows, or a custom one.
public enum DeclaredProperty: Hashable, Sendable {
  /// A longhand: shorthands have been expanded.
  case known(PropertyID)
  /// A custom property, with its two dashes.
  case custom(Name)
}

/// What a declaration gives its property.
public enum DeclaredValue: Hashable, Sendable {
  /// A CSS-wide keyword, which the cascade resolves.
  case wide(WideKeyword)
  /// A specified value.
  case value(CSSValue)
  /// A value with `var()`, `env()` and the like, to be parsed once they are substituted; or a custom property's.
  case unresolved(UnresolvedValue)
}

/// The tokens of a value that is not parsed yet.
public final class UnresolvedValue: Hashable, Sendable {
  /// The value without the white space around it and without `!important`, comments included.
  public let text: [UInt8]
  /// The shorthand that was written, where the declaration is of one of its longhands: after substitution, the text is
  /// parsed as the shorthand's and the longhand's value is taken from the result.
  public let shorthand: PropertyID?
  /// Whether the text holds `var()`, `env()`, `attr()`, `if()` or a custom function.
  public let hasReferences: Bool
  /// Of a custom property's value all names that a `var()` anywhere in it begins with, each once; of others none is noted.
  public let references: [Name]

  /// Keeps a value.
  init(text: [UInt8], shorthand: PropertyID? = nil, hasReferences: Bool, references: [Name] = []) {
    self.text = text
    self.references = references
    self.shorthand = shorthand
    self.hasReferences = hasReferences
  }

  public static func == (left: UnresolvedValue, right: UnresolvedValue) -> Bool {
    left === right
      || (left.text == right.text && left.shorthand == right.shorthand && left.hasReferences == right.hasReferences)
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(text)
    hasher.combine(shorthand)
  }
}

/// One longhand's or custom property's declaration.
public struct PropertyDeclaration: Hashable, Sendable {
  /// The property.
  public var property: DeclaredProperty
  /// The value.
  public var value: DeclaredValue
  /// Whether it is important.
  public var isImportant: Bool
  /// The bytes of the whole declaration in its source.
  public var range: Range<UInt32>

  /// A declaration.
  public init(_ property: DeclaredProperty, _ value: DeclaredValue, isImportant: Bool = false, range: Range<UInt32>) {
    self.property = property
    self.value = value
    self.isImportant = isImportant
    self.range = range
  }
}

/// How values are read.
public struct ParsingOptions: Hashable, Sendable {
  /// Quirks mode: unitless lengths and hashless colours where the Quirks standard allows them.
  public var isQuirks = false
  /// The Token dialect: `100%H` and `100%V`.
  public var isToken = false
  /// The native properties of an app's own components, in kebab case, beside those of the Token dialect.
  public var nativeProperties: Set<String> = []
  /// The folder that relative URLs count from, as a path of the site that ends in `/` (`/css/`); `nil` leaves them as they
  /// are written.
  public var urlFolder: String?

  /// A page in standards mode.
  public init() {}
}
