import CSSValues
import Diagnostics
import Names

/// A parsed style sheet: immutable, shared by all pages that use it, with the problems that reading it met.
///
/// Style rules are in a flat list, in the order of the source, nesting resolved into their selectors; each names the
/// group that it is in (`@media`, `@layer`, `@supports`, `@container`, `@scope`), so that an environment selects
/// rules without another look at the text.
public final class CSSStyleSheet: Sendable {
  /// Where it came from.
  public let source: SourceFile
  /// The selectors of all rules.
  public let selectors: SelectorTable
  /// The style rules in the order of the source.
  public let rules: [StyleRule]
  /// The numbers of the rules of which a selector names a vendor's pseudo-element, such as a part of a control. Kept, because each
  /// page asks each sheet.
  public let rulesOfVendorParts: [Int32]
  /// The declaration blocks that rules point at.
  public let blocks: DeclarationBlocks
  /// The conditional groups and layers; the first is the sheet itself.
  public let groups: [RuleGroup]
  /// `@import` rules, in order.
  public let imports: [ImportRule]
  /// What declares layers, in the order of the source: their order is that of their first mention.
  public let layerMentions: [LayerMention]
  /// `@font-face` rules.
  public let fontFaces: [DescriptorRule]
  /// `@keyframes` rules.
  public let keyframes: [KeyframesRule]
  /// `@property` rules.
  public let propertyRules: [DescriptorRule]
  /// `@counter-style` rules.
  public let counterStyles: [DescriptorRule]
  /// `@page` rules.
  public let pages: [DescriptorRule]
  /// The problems, each once, whatever the number of pages that use the sheet.
  public let diagnostics: DiagnosticSink
  /// The facts of the environment that the choice of the sheet's rules depends on.
  public let dependencies: EnvironmentDependencies

  init(_ parser: consuming StyleSheetParser) {
    source = parser.source
    selectors = parser.selectors.builder.build()
    rules = parser.rules
    rulesOfVendorParts = selectors.rulesOfVendorParts(among: rules)
    blocks = parser.blocks.finished(parser.values)
    groups = parser.groups
    imports = parser.imports
    layerMentions = parser.layerMentions
    fontFaces = parser.fontFaces
    keyframes = parser.keyframes
    propertyRules = parser.propertyRules
    counterStyles = parser.counterStyles
    pages = parser.pages
    diagnostics = parser.diagnostics
    dependencies = Self.dependencies(groups, imports)
  }

  /// Reads a sheet (CSS Syntax 3, 5.3.3). Never fails: what is wrong is left out and reported.
  public convenience init(_ source: SourceFile, options: StyleSheetOptions = StyleSheetOptions()) {
    var parser = StyleSheetParser(source, options: options)
    parser.parse()
    self.init(parser)
  }

  private static func dependencies(_ groups: [RuleGroup], _ imports: [ImportRule]) -> EnvironmentDependencies {
    var result: EnvironmentDependencies = []
    for group in groups {
      switch group.kind {
      case .media(let list): result.formUnion(list.dependencies)
      case .container: result.insert(.container)
      default: break
      }
    }
    for rule in imports { result.formUnion(rule.media.dependencies) }
    return result
  }

  /// Whether the groups around a rule hold in an environment, containers and scopes aside.
  public func isActive(group index: UInt32, in environment: Environment) -> Bool {
    var index = index
    while index != 0 {
      let group = groups[Int(index)]
      switch group.kind {
      case .media(let list): if !list.matches(environment) { return false }
      case .supports(let holds): if !holds { return false }
      case .startingStyle: return false
      case .sheet, .layer, .container, .scope: break
      }
      index = group.parent
    }
    return true
  }
}

/// How a sheet is read.
public struct StyleSheetOptions: Hashable, Sendable {
  /// Whether `//` starts a comment, as in a Token page's sheets.
  public var lineComments = false
  /// The native properties of an app's own components of a Token page, in kebab case.
  public var nativeProperties: Set<String> = []
  /// Whether lengths may lack their unit and colours their `#`, as in documents in quirks mode.
  public var quirksMode = false
  /// Whether the sheet is the product's own, which may use what pages may not.
  public var isUserAgent = false
  /// The folder that the sheet's relative URLs count from, as a path of the site that ends in `/` (`/css/`); `nil` for a
  /// page's own sheets, whose URLs are the page's.
  public var urlFolder: String?

  /// A page's sheet in standards mode.
  public init() {}

  var parsing: ParsingOptions {
    var options = ParsingOptions()
    // Token's bare numbers are px, as lengths of quirks mode are.
    options.isQuirks = quirksMode || lineComments
    options.isToken = lineComments
    options.nativeProperties = nativeProperties
    options.urlFolder = urlFolder
    return options
  }
}

/// A style rule, or the declarations after a nested rule.
public struct StyleRule: Sendable {
  /// The selector list in the sheet's table.
  public let selectors: UInt32
  /// The index in ``CSSStyleSheet/blocks``.
  public let block: UInt32
  /// The index in ``CSSStyleSheet/groups`` of the innermost group.
  public let group: UInt32
  /// The bytes of the selectors in the source.
  public let sourceStart: UInt32
  /// The source end.
  public let sourceEnd: UInt32
}

/// What rules are in.
public struct RuleGroup: Sendable {
  /// The kinds of groups.
  public enum Kind: Sendable {
    /// The sheet itself.
    case sheet
    /// `@media`.
    case media(MediaQueryList)
    /// `@supports`, and whether it holds.
    case supports(Bool)
    /// The layer's name from the outermost part; `nil` is an anonymous layer of its own.
    case layer([Name]?)
    /// `@container`.
    case container(ContainerQuery)
    /// `@scope`.
    case scope(ScopeBounds)
    /// `@starting-style`.
    case startingStyle
  }
  /// The kind.
  public let kind: Kind
  /// The group around it; the sheet is its own.
  public let parent: UInt32
}

/// The bounds of `@scope` (CSS Cascade 6, 2.5), as lists of the sheet's selectors.
public struct ScopeBounds: Sendable {
  /// What the scope's roots match; `nil` is the parent of the sheet's owner, or the document's root.
  public let start: UInt32?
  /// What ends it; `nil` is nothing.
  public let end: UInt32?
}

/// A place that gives a layer its turn.
public enum LayerMention: Sendable {
  /// `@layer a, b.c;`: names with the group that they are in.
  case statement([[Name]], group: UInt32)
  /// A group of kind `layer`.
  case block(group: UInt32)
  /// `@import`, whose sheet mentions layers too: the index of the import.
  case importRule(Int)
}

/// `@import` (CSS Cascade 5, 2).
public struct ImportRule: Sendable {
  /// The address as written.
  public let url: String
  /// Whether `layer` or `layer()` is there.
  public let isLayered: Bool
  /// The layer's name; `nil` of a layered import is an anonymous layer.
  public let layer: [Name]?
  /// Whether its `supports()` holds.
  public let isSupported: Bool
  /// Its media queries.
  public let media: MediaQueryList
  /// The rule's bytes in the source.
  public let range: Range<Int>
}

/// A rule that holds descriptors: `@font-face`, `@property`, `@counter-style`, `@page`.
public struct DescriptorRule: Sendable {
  /// The text between the at-keyword and the block, without white space around it.
  public let prelude: String
  /// The descriptors by name in lower case with their values; of equal names the last counts.
  public let descriptors: [Descriptor]
  /// The group that the rule is in.
  public let group: UInt32
  /// The prelude's bytes in the source.
  public let range: Range<Int>

  /// The value of a descriptor, or `nil`.
  public subscript(name: Name) -> TokenCursor? { descriptors.last { $0.name == name }?.value }
}

/// One descriptor.
public struct Descriptor: Sendable {
  /// In lower case (custom properties as written).
  public let name: Name
  /// The value without white space around it and without `!important`.
  public let value: TokenCursor
}

/// `@keyframes` (CSS Animations 1, 3).
public struct KeyframesRule: Sendable {
  /// The name.
  public let name: String
  /// The frames in order: positions in percent with their declarations.
  public let frames: [(offsets: [Double], block: UInt32)]
  /// The group that the rule is in.
  public let group: UInt32
}
