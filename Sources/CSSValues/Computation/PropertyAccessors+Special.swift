import Names

extension PropertyAccessors {
  /// Longhands that share a field or keep two.
  static let special: [(PropertyID, PropertyAccessor)] =
    [
      (
        .borderSpacing,
        .init(
          .pair, { [$0.text.borderSpacingHorizontal, $0.text.borderSpacingVertical] },
          { style, pair in
            style.text.borderSpacingHorizontal = pair[0]
            style.text.borderSpacingVertical = pair[1]
          })
      ),
      (
        .flexWrap,
        .init(
          Codec<FlexStyle>(
            encode: { .keyword($0.isBalanced ? "balance" : wrapNames[Int($0.wrap.rawValue)]) },
            decode: { value in
              guard case .keyword(let name) = value else { return nil }
              var flex = FlexStyle()
              flex.isBalanced = name == "balance"
              flex.wrap =
                flex.isBalanced ? .wrap : FlexWrap(rawValue: UInt8(wrapNames.firstIndex(of: name) ?? 0)) ?? .nowrap
              return flex
            }),
          { $0.flex },
          { style, flex in
            style.flex.wrap = flex.wrap
            style.flex.isBalanced = flex.isBalanced
          })
      ),
      synthesis(.fontSynthesisWeight, .weight), synthesis(.fontSynthesisStyle, .style),
      synthesis(.fontSynthesisSmallCaps, .smallCaps),
      borderWidth(.borderTopWidth, { $0.border.top }, { $0.border.top = $1 }),
      borderWidth(.borderRightWidth, { $0.border.right }, { $0.border.right = $1 }),
      borderWidth(.borderBottomWidth, { $0.border.bottom }, { $0.border.bottom = $1 }),
      borderWidth(.borderLeftWidth, { $0.border.left }, { $0.border.left = $1 }),
      borderStyle(.borderTopStyle, { $0.border.top }, { $0.border.top = $1 }),
      borderStyle(.borderRightStyle, { $0.border.right }, { $0.border.right = $1 }),
      borderStyle(.borderBottomStyle, { $0.border.bottom }, { $0.border.bottom = $1 }),
      borderStyle(.borderLeftStyle, { $0.border.left }, { $0.border.left = $1 }),
      borderStyle(.outlineStyle, { $0.border.outline }, { $0.border.outline = $1 }),
      (
        .outlineWidth,
        .init(
          .pixels, { $0.border.outline.specifiedWidth },
          { style, width in
            style.border.outline.specifiedWidth = width
            style.border.outline.width = style.border.outline.style == .none ? 0 : width
          })
      ),
    ]

  private static let wrapNames: [Name] = ["nowrap", "wrap", "wrap-reverse"]

  /// `font-synthesis-*`: one bit of a set.
  private static func synthesis(_ property: PropertyID, _ bit: FontSynthesis) -> (PropertyID, PropertyAccessor) {
    (
      property,
      .init(
        Codec<Bool>(
          encode: { .keyword($0 ? "auto" : "none") },
          decode: { $0 == .keyword("auto") ? true : ($0 == .keyword("none") ? false : nil) }),
        { $0.font.synthesis.contains(bit) },
        { style, isOn in
          if isOn { style.font.synthesis.insert(bit) } else { style.font.synthesis.remove(bit) }
        })
    )
  }

  /// A border's width is 0 where its style is `none` or `hidden`; the specified one is kept, since the style may be set
  /// after it.
  private static func borderWidth(
    _ property: PropertyID, _ read: @escaping @Sendable (ComputedStyle) -> BorderSide,
    _ write: @escaping @Sendable (inout ComputedStyle, BorderSide) -> Void
  ) -> (PropertyID, PropertyAccessor) {
    let codec = Codec<BorderSide>(
      encode: { .dimension($0.width, .px) },
      decode: { value in
        guard case .dimension(let width, .px) = value else { return nil }
        var side = BorderSide()
        side.width = width
        side.specifiedWidth = width
        return side
      })
    return (
      property,
      .init(
        codec, read,
        { style, new in
          var side = read(style)
          side.specifiedWidth = new.specifiedWidth
          side.width = side.style == .none || side.style == .hidden ? 0 : new.specifiedWidth
          write(&style, side)
        })
    )
  }

  private static func borderStyle(
    _ property: PropertyID, _ read: @escaping @Sendable (ComputedStyle) -> BorderSide,
    _ write: @escaping @Sendable (inout ComputedStyle, BorderSide) -> Void
  ) -> (PropertyID, PropertyAccessor) {
    let names: [Name] = [
      "none", "hidden", "dotted", "dashed", "solid", "double", "groove", "ridge", "inset", "outset", "auto",
    ]
    let codec = Codec<BorderSide>(
      encode: { .keyword(names[Int($0.style.rawValue)]) },
      decode: { value in
        guard case .keyword(let name) = value, let index = names.firstIndex(of: name) else { return nil }
        var side = BorderSide()
        side.style = BorderLineStyle(rawValue: UInt8(index)) ?? .none
        return side
      })
    return (
      property,
      .init(
        codec, read,
        { style, new in
          var side = read(style)
          side.style = new.style
          side.width = new.style == .none || new.style == .hidden ? 0 : side.specifiedWidth
          write(&style, side)
        })
    )
  }
}

extension Codec where Field == [Double] {
  /// Two lengths in px, written as one where they are equal.
  static let pair: Codec = Codec(
    encode: { pair in
      pair[0] == pair[1]
        ? .dimension(pair[0], .px) : .list([.dimension(pair[0], .px), .dimension(pair[1], .px)], .space)
    },
    decode: { value in
      let items: [CSSValue]
      if case .list(let list, _) = value { items = list } else { items = [value] }
      let lengths = items.compactMap { Codec<Double>.pixels.decode($0) }
      guard let first = lengths.first else { return nil }
      return [first, lengths.count > 1 ? lengths[1] : first]
    })
}

extension Codec where Field == CSSValue? {
  /// An image; `none` for `nil`.
  static let image: Codec = Codec(
    encode: { $0 ?? .keyword("none") }, decode: { $0 == .keyword("none") ? .some(nil) : .some($0) })
}
