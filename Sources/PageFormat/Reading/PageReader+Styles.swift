import CSSValues

extension PageReader {
  /// A style with the origins of its values; properties that this version does not know are passed over.
  ///
  /// - Throws: ``PageFormatError`` of kind `value` or `index`.
  public func portableStyle(_ style: Int) throws(PageFormatError) -> PortableStyle {
    var entries: [PortableStyle.Entry] = []
    guard style >= 0, style < styleCount, styles.byteStart.rows > 0 else { return PortableStyle(entries: []) }
    let strings: (UInt32) -> String? = { self.string(StringIndex($0)) }
    for row in range(styles.start, style, styles.rows) {
      let declaration = Int(styles.declaration.word(row, file))
      guard let name = strings(styles.property.word(declaration, file)), let field = PortableStyle.Field(name: name)
      else { continue }
      let bytes = try blob(styles.byteStart, declaration, styles.bytes, "styles.byte_start")
      do {
        entries.append(try PortableStyle.Entry(field: field, bytes, strings: strings))
      } catch {
        throw PageFormatError(.value, field: "styles.bytes", row: declaration, found: "\(error)")
      }
    }
    return PortableStyle(entries: entries)
  }

  /// The properties of a computed style that are not at their initial values, with their values in CSS's syntax.
  public static func declarations(of style: ComputedStyle) -> [(property: String, value: String)] {
    StyleText.entries(of: style)
  }

  /// The properties of a style that are not at their initial values, with their computed values in CSS's syntax.
  public func declarations(ofStyle style: Int) -> [(property: String, value: String)] {
    guard style >= 0, style < styleCount else { return [] }
    if styles.byteStart.rows > 0 {
      guard let portable = try? portableStyle(style) else { return [] }
      return StyleText.entries(of: portable.computed())
    }
    return range(styles.start, style, styles.rows).map {
      let declaration = Int(styles.declaration.word($0, file))
      return (
        string(StringIndex(styles.property.word(declaration, file))) ?? "",
        string(StringIndex(styles.value.word(declaration, file))) ?? ""
      )
    }
  }
}

/// The text of computed styles: the properties that are not at their initial value.
enum StyleText {
  private static let initial: [String] = {
    let style = ComputedStyle()
    return PropertyID.allCases.map { style.serialized($0) }
  }()

  /// The properties of a style that are not initial, in the order of the property table, which has shorthands last.
  static func entries(of style: ComputedStyle) -> [(property: String, value: String)] {
    var entries: [(property: String, value: String)] = []
    var isInitial = [Bool](repeating: true, count: initial.count)
    for (index, property) in PropertyID.allCases.enumerated() {
      // OPTIMIZATION: a shorthand says what its longhands say, and `all` never has a value.
      if property.isShorthand, property == .all || property.longhands.allSatisfy({ isInitial[Int($0.rawValue)] }) {
        continue
      }
      let value = style.serialized(property)
      guard value != initial[index] else { continue }
      isInitial[index] = false
      entries.append((property.name, value))
    }
    return entries
  }
}
