/// The computed values of every property of one element (CSS Cascade 5, 4.4): lengths in px at one viewport, percentages
/// kept until layout.
///
/// Properties are in groups that copies share until one changes: most elements of a page share most groups. Styles that
/// are equal are interned by the cascade, so layout, the page file and the client meet each distinct style once.
public struct ComputedStyle: Sendable, Hashable {
  @usableFromInline var _font: Shared<FontStyle>
  @usableFromInline var _text: Shared<TextStyle>
  @usableFromInline var _box: Shared<BoxStyle>
  @usableFromInline var _border: Shared<BorderStyle>
  @usableFromInline var _flex: Shared<FlexStyle>
  @usableFromInline var _grid: Shared<GridStyle>
  @usableFromInline var _alignment: Shared<AlignmentStyle>
  @usableFromInline var _content: Shared<ContentStyle>
  @usableFromInline var _visual: Shared<VisualStyle>
  @usableFromInline var _other: Shared<OtherStyle>

  /// Every property at its initial value.
  public init() {
    _font = Self.initialFontStyle
    _text = Self.initialTextStyle
    _box = Self.initialBoxStyle
    _border = Self.initialBorderStyle
    _flex = Self.initialFlexStyle
    _grid = Self.initialGridStyle
    _alignment = Self.initialAlignmentStyle
    _content = Self.initialContentStyle
    _visual = Self.initialVisualStyle
    _other = Self.initialOtherStyle
  }

  @usableFromInline static let initialFontStyle = Shared(FontStyle())
  @usableFromInline static let initialTextStyle = Shared(TextStyle())
  @usableFromInline static let initialBoxStyle = Shared(BoxStyle())
  @usableFromInline static let initialBorderStyle = Shared(BorderStyle())
  @usableFromInline static let initialFlexStyle = Shared(FlexStyle())
  @usableFromInline static let initialGridStyle = Shared(GridStyle())
  @usableFromInline static let initialAlignmentStyle = Shared(AlignmentStyle())
  @usableFromInline static let initialContentStyle = Shared(ContentStyle())
  @usableFromInline static let initialVisualStyle = Shared(VisualStyle())
  @usableFromInline static let initialOtherStyle = Shared(OtherStyle())

  /// Font properties: inherited.
  @inlinable
  public var font: FontStyle {
    _read { yield _font.value }
    _modify {
      if !isKnownUniquelyReferenced(&_font) { _font = Shared(_font.value) }
      yield &_font.value
    }
  }

  /// Text, list and table properties that inherit.
  @inlinable
  public var text: TextStyle {
    _read { yield _text.value }
    _modify {
      if !isKnownUniquelyReferenced(&_text) { _text = Shared(_text.value) }
      yield &_text.value
    }
  }

  /// The box: display, position, sizes, edges.
  @inlinable
  public var box: BoxStyle {
    _read { yield _box.value }
    _modify {
      if !isKnownUniquelyReferenced(&_box) { _box = Shared(_box.value) }
      yield &_box.value
    }
  }

  /// Borders, corners, outline.
  @inlinable
  public var border: BorderStyle {
    _read { yield _border.value }
    _modify {
      if !isKnownUniquelyReferenced(&_border) { _border = Shared(_border.value) }
      yield &_border.value
    }
  }

  /// Flexbox properties.
  @inlinable
  public var flex: FlexStyle {
    _read { yield _flex.value }
    _modify {
      if !isKnownUniquelyReferenced(&_flex) { _flex = Shared(_flex.value) }
      yield &_flex.value
    }
  }

  /// Grid properties.
  @inlinable
  public var grid: GridStyle {
    _read { yield _grid.value }
    _modify {
      if !isKnownUniquelyReferenced(&_grid) { _grid = Shared(_grid.value) }
      yield &_grid.value
    }
  }

  /// Box alignment and gaps.
  @inlinable
  public var alignment: AlignmentStyle {
    _read { yield _alignment.value }
    _modify {
      if !isKnownUniquelyReferenced(&_alignment) { _alignment = Shared(_alignment.value) }
      yield &_alignment.value
    }
  }

  /// Generated content and counters.
  @inlinable
  public var content: ContentStyle {
    _read { yield _content.value }
    _modify {
      if !isKnownUniquelyReferenced(&_content) { _content = Shared(_content.value) }
      yield &_content.value
    }
  }

  /// What paints but does not move boxes.
  @inlinable
  public var visual: VisualStyle {
    _read { yield _visual.value }
    _modify {
      if !isKnownUniquelyReferenced(&_visual) { _visual = Shared(_visual.value) }
      yield &_visual.value
    }
  }

  /// Everything else, by property.
  @inlinable
  public var other: OtherStyle {
    _read { yield _other.value }
    _modify {
      if !isKnownUniquelyReferenced(&_other) { _other = Shared(_other.value) }
      yield &_other.value
    }
  }

  /// The style of an anonymous box inside an element of this style (CSS 2.2, 9.2.1.1): inherited properties from the
  /// element, the others at their initial values.
  public func inheritedOnly() -> ComputedStyle {
    var style = ComputedStyle()
    style._font = _font
    style._text = _text
    if _other.value.own.isEmpty {
      style._other = _other
    } else if !_other.value.inherited.isEmpty {
      style._other = Shared(_other.value.inheritedOnly())
    }
    return style
  }

  public static func == (left: ComputedStyle, right: ComputedStyle) -> Bool {
    Shared.equal(left._font, right._font)
      && Shared.equal(left._text, right._text)
      && Shared.equal(left._box, right._box)
      && Shared.equal(left._border, right._border)
      && Shared.equal(left._flex, right._flex)
      && Shared.equal(left._grid, right._grid)
      && Shared.equal(left._alignment, right._alignment)
      && Shared.equal(left._content, right._content)
      && Shared.equal(left._visual, right._visual)
      && Shared.equal(left._other, right._other)
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(_font.value)
    hasher.combine(_text.value)
    hasher.combine(_box.value)
    hasher.combine(_border.value)
    hasher.combine(_flex.value)
    hasher.combine(_grid.value)
    hasher.combine(_alignment.value)
    hasher.combine(_content.value)
    hasher.combine(_visual.value)
    hasher.combine(_other.value)
  }
}
