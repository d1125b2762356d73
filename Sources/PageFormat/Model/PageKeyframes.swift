import CSSValues

/// An `@keyframes` rule that hosts play on views: the frames with what their declarations say, as specified values. What
/// they are at an element is computed on top of its style.
public struct PageKeyframes: Sendable, Hashable {
  /// A frame.
  public struct Frame: Sendable, Hashable {
    /// When it is reached within an iteration, 0 to 1.
    public var offset: Double
    /// Longhands of ``PageKeyframes/properties``.
    public var declarations: [LocalDeclaration]

    /// A frame from its parts.
    public init(offset: Double, declarations: [LocalDeclaration]) {
      self.offset = offset
      self.declarations = declarations
    }
  }

  /// The rule's name.
  public var name: String
  /// The frames, by their offsets; one for each offset.
  public var frames: [Frame]
  /// The viewport whose layouts the rule is for; `nil` for all that have no rule of the name of their own.
  public var viewport: String?
  /// The colour scheme of those layouts, where there is a viewport.
  public var colorScheme: ColorScheme

  /// A rule from its parts.
  public init(name: String, frames: [Frame], viewport: String? = nil, colorScheme: ColorScheme = .light) {
    self.name = name
    self.frames = frames
    self.viewport = viewport
    self.colorScheme = colorScheme
  }

  /// What hosts play: what needs no new layout and no new picture.
  public static let properties: Set<PropertyID> = [
    .opacity, .color, .backgroundColor, .borderTopColor, .borderRightColor, .borderBottomColor, .borderLeftColor,
    .transform, .translate, .rotate, .scale, .animationTimingFunction,
  ]

  /// More frames than a rule has.
  public static let mostFrames = 1_000
}

extension PageKeyframes.Frame {
  /// The declarations, each a name and a value.
  func encoded(_ strings: inout StringTable) -> [UInt8] {
    var encoder = ValueEncoder()
    encoder.varint(UInt64(declarations.count))
    for declaration in declarations {
      encoder.string(declaration.property.name, &strings)
      encoder.value(declaration.value, &strings)
    }
    return encoder.bytes
  }

  /// The frame of bytes; longhands that this version does not know are passed over.
  init(offset: Double, _ bytes: [UInt8], strings: @escaping (UInt32) -> String?) throws(ValueDecodingError) {
    var decoder = ValueDecoder(bytes, strings: strings)
    var declarations: [LocalDeclaration] = []
    for _ in 0..<(try decoder.count()) {
      let name = try decoder.string()
      let value = try decoder.value()
      guard let longhand = PropertyID(named: name), PageKeyframes.properties.contains(longhand) else { continue }
      declarations.append(LocalDeclaration(longhand, value))
    }
    self.init(offset: offset, declarations: declarations)
  }
}
