extension ComputedStyle {
  /// The hashes of a style's groups of properties: equal groups have equal ones, in this run of the program.
  public struct GroupHashes: Hashable, Sendable {
    var font = 0
    var text = 0
    var box = 0
    var border = 0
    var flex = 0
    var grid = 0
    var alignment = 0
    var content = 0
    var visual = 0
    var other = 0
  }

  /// The hashes of the initial groups.
  private static let initialHashes: GroupHashes = {
    let style = ComputedStyle()
    return GroupHashes(
      font: style.font.hashValue, text: style.text.hashValue, box: style.box.hashValue,
      border: style.border.hashValue, flex: style.flex.hashValue, grid: style.grid.hashValue,
      alignment: style.alignment.hashValue, content: style.content.hashValue, visual: style.visual.hashValue,
      other: style.other.hashValue)
  }()

  /// The hashes of the groups of a style with every property at its initial value.
  public static var initialGroupHashes: GroupHashes { initialHashes }

  /// The hashes of the groups.
  ///
  /// OPTIMIZATION: a style has hundreds of values, most of them in groups that it shares with its parent's style or that
  /// are initial: of those nothing is hashed again.
  ///
  /// - Parameters:
  ///   - parent: another style, which may share groups with this one.
  ///   - known: the hashes of that style's groups.
  public func groupHashes(under parent: ComputedStyle, _ known: GroupHashes) -> GroupHashes {
    let initial = Self.initialHashes
    func hash<Value: Hashable & Sendable>(
      _ group: Shared<Value>, _ shared: (group: Shared<Value>, hash: Int), _ first: (group: Shared<Value>, hash: Int)
    ) -> Int {
      if group === shared.group { return shared.hash }
      return group === first.group ? first.hash : group.value.hashValue
    }
    return GroupHashes(
      font: hash(_font, (parent._font, known.font), (Self.initialFontStyle, initial.font)),
      text: hash(_text, (parent._text, known.text), (Self.initialTextStyle, initial.text)),
      box: hash(_box, (parent._box, known.box), (Self.initialBoxStyle, initial.box)),
      border: hash(_border, (parent._border, known.border), (Self.initialBorderStyle, initial.border)),
      flex: hash(_flex, (parent._flex, known.flex), (Self.initialFlexStyle, initial.flex)),
      grid: hash(_grid, (parent._grid, known.grid), (Self.initialGridStyle, initial.grid)),
      alignment: hash(
        _alignment, (parent._alignment, known.alignment), (Self.initialAlignmentStyle, initial.alignment)),
      content: hash(_content, (parent._content, known.content), (Self.initialContentStyle, initial.content)),
      visual: hash(_visual, (parent._visual, known.visual), (Self.initialVisualStyle, initial.visual)),
      other: hash(_other, (parent._other, known.other), (Self.initialOtherStyle, initial.other)))
  }

  // MARK: What inherits

  /// Whether two styles have the same values of all properties that inherit.
  public func inheritsAlike(_ other: ComputedStyle) -> Bool {
    Shared.equal(_font, other._font) && Shared.equal(_text, other._text)
      && (_other === other._other || _other.value.inherited == other._other.value.inherited)
  }

  /// Feeds the values of all properties that inherit to a hasher.
  ///
  /// - Parameters:
  ///   - groups: the hashes of the style's groups.
  ///   - hasher: what is fed.
  public func hashInherited(_ groups: GroupHashes, into hasher: inout Hasher) {
    hasher.combine(groups.font)
    hasher.combine(groups.text)
    hasher.combine(_other.value.inherited)
  }
}
