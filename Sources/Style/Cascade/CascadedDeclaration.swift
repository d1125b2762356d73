import CSS

/// A declaration that applies to an element, with everything by which the cascade compares it with others.
public struct CascadedDeclaration: Sendable {
  /// Where it comes from.
  public enum Origin: String, Sendable {
    /// The browser's own rules.
    case userAgent
    /// An attribute such as `width`.
    case attribute
    /// A style sheet of the site.
    case author
    /// The attribute `style`.
    case style
  }

  /// Where it comes from.
  public var origin: Origin
  /// Whether it has `!important`.
  public var isImportant: Bool
  /// The specificity of the selector that matched; zero where no selector has a part in it.
  public var specificity: Specificity
  /// The rank of its layer: of normal declarations the higher one wins, of important ones the lower one.
  public var layer: UInt32
  /// Generations between the element and the root of its `@scope`; the largest number for no scope.
  public var proximity: Int32
  /// The block that it is in.
  public var block: DeclarationBlock
  /// Its place in the block's storage.
  public var place: Int

  /// The declaration as it is written, in plain integers.
  public var written: WrittenDeclaration { block.storage.written[place] }

  /// Why a declaration that comes later in the order of the cascade wins over this one.
  public func reasonOfLoss(to winner: CascadedDeclaration) -> LossReason {
    if isImportant != winner.isImportant { return .importance }
    if origin != winner.origin { return .origin }
    if layer != winner.layer { return .layer }
    if specificity != winner.specificity { return .specificity }
    if proximity != winner.proximity { return .scope }
    return .order
  }

  /// The steps of the cascade (CSS Cascade 5, 6.1).
  public enum LossReason: String, Sendable {
    case importance, origin, layer, specificity, scope, order
  }
}

extension Specificity {
  /// The counts of ids, of classes, attributes and pseudo-classes, and of types.
  public var counts: (ids: Int, classes: Int, types: Int) {
    (Int(rawValue >> 20), Int(rawValue >> 10 & 1023), Int(rawValue & 1023))
  }
}
