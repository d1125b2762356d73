import Names

/// Turns a field's type into the computed value's tree and back.
struct Codec<Field>: Sendable {
  let encode: @Sendable (Field) -> CSSValue
  let decode: @Sendable (CSSValue) -> Field?
}

extension Codec where Field: RawRepresentable & Sendable, Field.RawValue == UInt8 {
  /// An enum whose raw values are the indices of its keywords.
  static func keywords(_ texts: String...) -> Codec {
    let names = texts.map { Name($0) }
    return Codec(
      encode: { .keyword(names[min(Int($0.rawValue), names.count - 1)]) },
      decode: { value in
        guard case .keyword(let name) = value, let index = names.firstIndex(of: name) else { return nil }
        return Field(rawValue: UInt8(index))
      })
  }
}

extension Codec where Field == Double {
  /// CSS px.
  static let pixels: Codec = Codec(
    encode: { .dimension($0, .px) },
    decode: { value in
      switch value {
      case .dimension(let length, .px): length
      case .number(let number): number
      default: nil
      }
    })

  /// A number.
  static let number: Codec = Codec(
    encode: { .number($0) },
    decode: { value in
      if case .number(let number) = value { return number }
      return nil
    })

  /// A percentage.
  static let percentage: Codec = Codec(
    encode: { .percentage($0) },
    decode: { value in
      if case .percentage(let percentage) = value { return percentage }
      return nil
    })
}

extension Codec where Field == Int32 {
  /// An integer.
  static let integer: Codec = Codec(
    encode: { .number(Double($0)) },
    decode: { value in
      guard case .number(let number) = value, !number.isNaN else { return nil }
      return Int32(min(max(number, -2_147_483_648), 2_147_483_647))
    })
}

extension Codec where Field == Int32? {
  /// An integer, or `auto` for `nil`.
  static let integerOrAuto = integer(or: "auto")
  /// An integer, or `none` for `nil`.
  static let integerOrNone = integer(or: "none")

  private static func integer(or keyword: Name) -> Codec {
    Codec(
      encode: { $0.map { .number(Double($0)) } ?? .keyword(keyword) },
      decode: { value in
        if value == .keyword(keyword) { return .some(nil) }
        return Codec<Int32>.integer.decode(value).map { .some($0) }
      })
  }
}

extension Codec where Field == Double? {
  /// A length in px, or `auto` for `nil`.
  static let pixelsOrAuto: Codec = Codec(
    encode: { $0.map { .dimension($0, .px) } ?? .keyword("auto") },
    decode: { value in
      if value == .keyword("auto") { return .some(nil) }
      return Codec<Double>.pixels.decode(value).map { .some($0) }
    })
}

extension Codec where Field == String? {
  /// A string, or `auto` for `nil`.
  static let stringOrAuto: Codec = Codec(
    encode: { $0.map { .string($0) } ?? .keyword("auto") },
    decode: { value in
      switch value {
      case .string(let text): .some(text)
      case .keyword("auto"): .some(nil)
      default: nil
      }
    })
}

extension Codec where Field == CSSValue? {
  /// An image; `none` for `nil`.
  static let image: Codec = Codec(
    encode: { $0 ?? .keyword("none") }, decode: { $0 == .keyword("none") ? .some(nil) : .some($0) })
}

extension LengthPercentage {
  /// The value as a tree.
  public var value: CSSValue {
    switch self {
    case .length(let length): .dimension(length, .px)
    case .percentage(let percentage): .percentage(percentage)
    case .calc(let calculation): .math(calculation.expression)
    }
  }

  /// The length or percentage that a computed value is.
  public init?(_ value: CSSValue) {
    switch value {
    case .dimension(let length, .px): self = .length(length)
    case .percentage(let percentage): self = .percentage(percentage)
    case .math(let expression): self = .calc(LengthCalculation(expression))
    case .number(0): self = .length(0)
    default: return nil
    }
  }
}

extension Codec where Field == LengthPercentage {
  static let lengthPercentage: Codec = Codec(encode: { $0.value }, decode: { LengthPercentage($0) })
  /// `normal` is 0.
  static let spacing: Codec = Codec(
    encode: { $0 == .zero ? .dimension(0, .px) : $0.value }, decode: { LengthPercentage($0) })
  /// `normal` of letter-spacing serialises as such.
  static let letterSpacing: Codec = Codec(
    encode: { $0 == .zero ? .keyword("normal") : $0.value },
    decode: { $0 == .keyword("normal") ? .zero : LengthPercentage($0) })
}

extension Codec where Field == LengthPercentageOrAuto {
  static let lengthPercentageOrAuto: Codec = Codec(
    encode: { field in
      if case .value(let value) = field { return value.value }
      return .keyword("auto")
    },
    decode: { $0 == .keyword("auto") ? .auto : LengthPercentage($0).map { .value($0) } })
}

extension Codec where Field == LengthPercentageOrNormal {
  static let lengthPercentageOrNormal: Codec = Codec(
    encode: { field in
      if case .value(let value) = field { return value.value }
      return .keyword("normal")
    },
    decode: { $0 == .keyword("normal") ? .normal : LengthPercentage($0).map { .value($0) } })
}

extension Codec where Field == SizeValue {
  static let size: Codec = Codec(
    encode: { field in
      switch field {
      case .auto: .keyword("auto")
      case .none: .keyword("none")
      case .value(let value): value.value
      case .minContent: .keyword("min-content")
      case .maxContent: .keyword("max-content")
      case .fitContent(nil): .keyword("fit-content")
      case .fitContent(let limit?): .function("fit-content", [limit.value], .comma)
      case .stretch: .keyword("stretch")
      case .content: .keyword("content")
      case .calcSize(let basis, let calculation):
        .function(
          "calc-size",
          [basis.map { Codec<SizeValue>.size.encode($0) } ?? .keyword("any"), .math(calculation.expression)],
          .comma)
      }
    },
    decode: { value in
      switch value {
      case .keyword("auto"): return .auto
      case .keyword("none"): return SizeValue.none
      case .keyword("min-content"): return .minContent
      case .keyword("max-content"): return .maxContent
      case .keyword("fit-content"): return .fitContent(nil)
      case .keyword("stretch"): return .stretch
      case .keyword("content"): return .content
      case .function("fit-content", let arguments, _):
        return arguments.first.flatMap { LengthPercentage($0) }.map { .fitContent($0) }
      case .function("calc-size", let arguments, _) where arguments.count == 2:
        guard let calculation = calculation(of: arguments[1]) else { return nil }
        if arguments[0] == .keyword("any") { return .calcSize(nil, calculation) }
        return Codec<SizeValue>.size.decode(arguments[0]).map { .calcSize($0, calculation) }
      default: return LengthPercentage(value).map { .value($0) }
      }
    })
}

/// The calculation of a `calc-size()`; computation may have left a plain length of it.
private func calculation(of value: CSSValue) -> LengthCalculation? {
  switch value {
  case .math(let expression): LengthCalculation(expression)
  case .dimension(let length, .px): LengthCalculation(CalcExpression(.length(length), range: .nonNegative))
  case .percentage(let percentage): LengthCalculation(CalcExpression(.percentage(percentage), range: .nonNegative))
  default: nil
  }
}

extension Codec where Field == StyleColor {
  static let color: Codec = Codec(
    encode: { field in
      switch field {
      case .currentColor: .color(.currentColor)
      case .color(let color): .color(.absolute(color))
      }
    },
    decode: { value in
      switch value {
      case .color(.currentColor): .currentColor
      case .color(.absolute(let color)): .color(color)
      // `outline-color: auto` paints as the text's colour here.
      case .keyword: .currentColor
      default: nil
      }
    })
}

extension Codec where Field == Color {
  static let absoluteColor: Codec = Codec(
    encode: { .color(.absolute($0)) },
    decode: { value in
      if case .color(.absolute(let color)) = value { return color }
      return nil
    })
}

extension Codec where Field == CornerRadius {
  static let cornerRadius: Codec = Codec(
    encode: { field in
      field.horizontal == field.vertical
        ? field.horizontal.value : .list([field.horizontal.value, field.vertical.value], .space)
    },
    decode: { value in
      var radius = CornerRadius()
      if case .list(let items, _) = value, items.count == 2 {
        guard let horizontal = LengthPercentage(items[0]), let vertical = LengthPercentage(items[1]) else { return nil }
        radius.horizontal = horizontal
        radius.vertical = vertical
      } else {
        guard let both = LengthPercentage(value) else { return nil }
        radius.horizontal = both
        radius.vertical = both
      }
      return radius
    })
}

extension Codec where Field == PositionValue {
  static let position: Codec = Codec(
    encode: { .list([$0.x.value, $0.y.value], .space) },
    decode: { value in
      guard case .list(let items, _) = value, items.count == 2, let x = LengthPercentage(items[0]),
        let y = LengthPercentage(items[1])
      else { return nil }
      return PositionValue(x: x, y: y)
    })
}

extension Codec where Field == AlignmentValue {
  private static var names: [(Name, Alignment)] {
    [
      ("auto", .auto), ("normal", .normal), ("stretch", .stretch), ("baseline", .firstBaseline), ("center", .center),
      ("start", .start), ("end", .end), ("self-start", .selfStart), ("self-end", .selfEnd),
      ("flex-start", .flexStart), ("flex-end", .flexEnd), ("left", .left), ("right", .right),
      ("anchor-center", .anchorCenter), ("space-between", .spaceBetween), ("space-around", .spaceAround),
      ("space-evenly", .spaceEvenly),
    ]
  }

  static let alignment: Codec = {
    let names = names
    return Codec(
      encode: { field in
        var parts: [CSSValue] = []
        if field.isLegacy, field.alignment == .auto { return .keyword("legacy") }
        if field.isLegacy { parts.append(.keyword("legacy")) }
        switch field.overflow {
        case .safe: parts.append(.keyword("safe"))
        case .unsafe: parts.append(.keyword("unsafe"))
        case .default: break
        }
        if field.alignment == .lastBaseline { return .list([.keyword("last"), .keyword("baseline")], .space) }
        if let name = names.first(where: { $0.1 == field.alignment })?.0 { parts.append(.keyword(name)) }
        return parts.count == 1 ? parts[0] : .list(parts, .space)
      },
      decode: { value in
        let items: [CSSValue]
        if case .list(let list, _) = value { items = list } else { items = [value] }
        var result = AlignmentValue(.auto)
        for item in items {
          switch item {
          case .keyword("legacy"): result.isLegacy = true
          case .keyword("safe"): result.overflow = .safe
          case .keyword("unsafe"): result.overflow = .unsafe
          case .keyword("last"): result.alignment = .lastBaseline
          case .keyword("first"): result.alignment = .firstBaseline
          case .keyword("baseline"): if result.alignment != .lastBaseline { result.alignment = .firstBaseline }
          case .keyword(let name):
            guard let alignment = names.first(where: { $0.0 == name })?.1 else { return nil }
            result.alignment = alignment
          default: return nil
          }
        }
        return result
      })
  }()
}

extension Codec where Field: OptionSet & Sendable, Field.Element == Field {
  /// A set of keywords, in the order of the list; a lone keyword stands for the empty set.
  static func options(_ empty: Name, _ pairs: [(Name, Field)]) -> Codec where Field: Equatable {
    Codec(
      encode: { field in
        let parts = pairs.filter { field.contains($0.1) }.map { CSSValue.keyword($0.0) }
        return parts.isEmpty ? .keyword(empty) : (parts.count == 1 ? parts[0] : .list(parts, .space))
      },
      decode: { value in
        let items: [CSSValue]
        if case .list(let list, _) = value { items = list } else { items = [value] }
        var result: Field = []
        for item in items where item != .keyword(empty) {
          guard case .keyword(let name) = item, let pair = pairs.first(where: { $0.0 == name }) else { return nil }
          result.formUnion(pair.1)
        }
        return result
      })
  }
}
