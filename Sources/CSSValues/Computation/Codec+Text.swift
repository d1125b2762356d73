import Names

/// What a family's name without quotes would mean something else by. Made once: pages may name any number of families.
private let familyKeywords: Set<String> = [
  "serif", "sans-serif", "monospace", "cursive", "fantasy", "system-ui", "math", "ui-serif", "ui-sans-serif",
  "ui-monospace", "ui-rounded", "initial", "inherit", "unset", "revert", "revert-layer", "default",
]

extension Codec where Field == [FontFamily] {
  static let families: Codec = Codec(
    encode: { field in
      let items = field.map { family -> CSSValue in
        switch family {
        case .generic(let generic): .raw(generic.rawValue)
        case .named(let name): .raw(Self.text(name))
        }
      }
      return items.count == 1 ? items[0] : .list(items, .comma)
    },
    decode: { value in
      let items: [CSSValue]
      if case .list(let list, .comma) = value { items = list } else { items = [value] }
      var families: [FontFamily] = []
      for item in items {
        switch item {
        case .keyword(let name):
          families.append(GenericFontFamily(rawValue: name.string).map { .generic($0) } ?? .named(name.string))
        case .string(let text): families.append(.named(text))
        case .function:
          families.append(GenericFontFamily(rawValue: item.text).map { .generic($0) } ?? .named(item.text))
        case .raw(let text):
          // What ``encode`` wrote: a family of a keyword's name has quotes.
          if let generic = GenericFontFamily(rawValue: text) {
            families.append(.generic(generic))
          } else {
            families.append(.named(text.hasPrefix("\"") ? String(text.dropFirst().dropLast()) : text))
          }
        default: return nil
        }
      }
      return families
    })

  /// A family's name: without quotes where it is one identifier and no keyword, as Chromium writes it.
  private static func text(_ name: String) -> String {
    let scalars = Array(name.unicodeScalars)
    func isStart(_ scalar: Unicode.Scalar) -> Bool {
      (scalar >= "a" && scalar <= "z") || (scalar >= "A" && scalar <= "Z") || scalar == "_" || scalar.value >= 0x80
    }
    let isIdent =
      !scalars.isEmpty && !familyKeywords.contains(name.lowercased())
      && (isStart(scalars[0]) || (scalars[0] == "-" && scalars.count > 1 && (isStart(scalars[1]) || scalars[1] == "-")))
      && scalars.allSatisfy { isStart($0) || $0 == "-" || ($0 >= "0" && $0 <= "9") }
    return isIdent ? name : CSSText.string(name)
  }
}

extension Codec where Field == FontSlant {
  static let slant: Codec = Codec(
    encode: { field in
      switch field {
      case .normal: .keyword("normal")
      case .italic: .keyword("italic")
      case .oblique(14): .keyword("oblique")
      case .oblique(let angle): .list([.keyword("oblique"), .dimension(angle, .deg)], .space)
      }
    },
    decode: { value in
      switch value {
      case .keyword("normal"): return .normal
      case .keyword("italic"): return .italic
      case .keyword("oblique"): return .oblique(14)
      case .keyword: return .normal
      case .list(let items, _):
        guard items.count == 2, case .dimension(let angle, _) = items[1] else { return nil }
        return angle == 0 ? .normal : .oblique(min(max(angle, -90), 90))
      default: return nil
      }
    })
}

extension Codec where Field == LineHeight {
  static let lineHeight: Codec = Codec(
    encode: { field in
      switch field {
      case .normal: .keyword("normal")
      case .number(let number): .number(number)
      case .length(let length): .dimension(length, .px)
      }
    },
    decode: { value in
      switch value {
      case .keyword("normal"): .normal
      case .number(let number): .number(number)
      case .dimension(let length, .px): .length(length)
      default: nil
      }
    })
}

extension Codec where Field == FontSizeAdjust? {
  static let sizeAdjust: Codec = Codec(
    encode: { field in
      guard let field else { return .keyword("none") }
      let ratio = field.ratio.map { CSSValue.number($0) } ?? .keyword("from-font")
      return field.metric == .exHeight ? ratio : .list([.keyword(Name(field.metric.rawValue)), ratio], .space)
    },
    decode: { value in
      let items: [CSSValue]
      if case .list(let list, _) = value { items = list } else { items = [value] }
      if items == [.keyword("none")] { return .some(nil) }
      var metric = FontSizeAdjust.Metric.exHeight
      if items.count == 2, case .keyword(let name) = items[0] {
        metric = FontSizeAdjust.Metric(rawValue: name.string) ?? .exHeight
      }
      switch items.last {
      case .number(let ratio): return .some(FontSizeAdjust(metric: metric, ratio: ratio))
      case .keyword("from-font"): return .some(FontSizeAdjust(metric: metric, ratio: nil))
      default: return nil
      }
    })
}

extension Codec where Field == [FontSetting] {
  /// Tags with values; a value of 1 is left out.
  static let features = settings(isFeature: true)
  /// Tags with values.
  static let variations = settings(isFeature: false)

  private static func settings(isFeature: Bool) -> Codec {
    Codec(
      encode: { field in
        if field.isEmpty { return .keyword("normal") }
        let items = field.map { setting -> CSSValue in
          let bytes = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: setting.tag >> $0) }
          let tag = CSSValue.string(String(decoding: bytes, as: UTF8.self))
          return isFeature && setting.value == 1 ? tag : .list([tag, .number(setting.value)], .space)
        }
        return items.count == 1 ? items[0] : .list(items, .comma)
      },
      decode: { value in
        if value == .keyword("normal") { return [] }
        let items: [CSSValue]
        if case .list(let list, .comma) = value { items = list } else { items = [value] }
        var settings: [UInt32: Double] = [:]
        for item in items {
          var parts = [item]
          if case .list(let list, .space) = item { parts = list }
          guard case .string(let tag)? = parts.first, tag.utf8.count == 4 else { return nil }
          let code = tag.utf8.reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
          var number = 1.0
          if parts.count == 2, case .number(let value) = parts[1] { number = value }
          settings[code] = number
        }
        // Variations and features are sets: the order of the tags does not count, of equal ones the last counts.
        return settings.map { FontSetting(tag: $0.key, value: $0.value) }.sorted { $0.tag < $1.tag }
      })
  }
}

extension Codec where Field == TextIndent {
  static let textIndent: Codec = Codec(
    encode: { field in
      let parts =
        [field.length.value] + (field.hanging ? [.keyword("hanging")] : [])
        + (field.eachLine ? [.keyword("each-line")] : [])
      return parts.count == 1 ? parts[0] : .list(parts, .space)
    },
    decode: { value in
      let items: [CSSValue]
      if case .list(let list, _) = value { items = list } else { items = [value] }
      var indent = TextIndent()
      for item in items {
        switch item {
        case .keyword("hanging"): indent.hanging = true
        case .keyword("each-line"): indent.eachLine = true
        default:
          guard let length = LengthPercentage(item) else { return nil }
          indent.length = length
        }
      }
      return indent
    })
}

extension Codec where Field == TabSize {
  static let tabSize: Codec = Codec(
    encode: { field in
      switch field {
      case .number(let number): .number(number)
      case .length(let length): .dimension(length, .px)
      }
    },
    decode: { value in
      switch value {
      case .number(let number): .number(number)
      case .dimension(let length, .px): .length(length)
      default: nil
      }
    })
}

extension Codec where Field == Quotes {
  static let quotes: Codec = Codec(
    encode: { field in
      switch field {
      case .auto: .keyword("auto")
      case .none: .keyword("none")
      case .pairs(let pairs): .list(pairs.flatMap { $0 }.map { .string($0) }, .space)
      }
    },
    decode: { value in
      switch value {
      case .keyword("auto"): return .auto
      case .keyword("none"): return Quotes.none
      case .list(let items, _):
        let texts = items.compactMap { item -> String? in
          if case .string(let text) = item { return text }
          return nil
        }
        return .pairs(stride(from: 0, to: texts.count - 1, by: 2).map { [texts[$0], texts[$0 + 1]] })
      default: return nil
      }
    })
}

extension Codec where Field == ListStyleType {
  static let listStyleType: Codec = Codec(
    encode: { field in
      switch field {
      case .none: .keyword("none")
      case .counterStyle(let name): .identifier(Name(name))
      case .string(let text): .string(text)
      case .symbols(let text): .raw(text)
      }
    },
    decode: { value in
      switch value {
      case .keyword("none"): ListStyleType.none
      case .keyword(let name), .identifier(let name): .counterStyle(ListStyleType.canonical(name))
      case .string(let text): .string(text)
      case .function: .symbols(value.text)
      case .raw(let text): .symbols(text)
      default: nil
      }
    })
}

extension ListStyleType {
  /// Predefined counter styles are in lower case, a page's own as written.
  static func canonical(_ name: Name) -> String {
    let lower = name.asciiLowercased
    return predefined.contains(lower) ? lower.string : name.string
  }

  private static let predefined: Set<Name> = [
    "disc", "circle", "square", "disclosure-open", "disclosure-closed", "decimal", "decimal-leading-zero",
    "lower-roman", "upper-roman", "lower-greek", "lower-latin", "upper-latin", "armenian", "lower-armenian",
    "upper-armenian", "georgian", "lower-alpha", "upper-alpha", "arabic-indic", "bengali", "cambodian", "khmer",
    "cjk-decimal", "cjk-earthly-branch", "cjk-heavenly-stem", "cjk-ideographic", "devanagari", "ethiopic-halehame",
    "ethiopic-numeric", "gujarati", "gurmukhi", "hangul", "hangul-consonant", "hebrew", "hiragana", "hiragana-iroha",
    "japanese-formal", "japanese-informal", "kannada", "katakana", "katakana-iroha", "korean-hangul-formal",
    "korean-hanja-formal", "korean-hanja-informal", "lao", "malayalam", "mongolian", "myanmar", "oriya", "persian",
    "simp-chinese-formal", "simp-chinese-informal", "tamil", "telugu", "thai", "tibetan", "trad-chinese-formal",
    "trad-chinese-informal", "urdu", "ethiopic-halehame-am", "ethiopic-halehame-ti-er", "ethiopic-halehame-ti-et",
  ]
}

extension Codec where Field == [CounterChange] {
  static let counters: Codec = Codec(
    encode: { field in
      if field.isEmpty { return .keyword("none") }
      return .list(
        field.flatMap { change -> [CSSValue] in
          let name = CSSValue.identifier(Name(change.name))
          return change.isReversed && change.value == CounterChange.unset
            ? [.function("reversed", [name], .space)]
            : [change.isReversed ? .function("reversed", [name], .space) : name, .number(Double(change.value))]
        }, .space)
    },
    decode: { value in
      let items: [CSSValue]
      if case .list(let list, _) = value { items = list } else { items = [value] }
      if items == [.keyword("none")] { return [] }
      var changes: [CounterChange] = []
      for item in items {
        switch item {
        case .identifier(let name): changes.append(CounterChange(name: name.string, value: 0))
        case .function("reversed", let arguments, _):
          guard case .identifier(let name)? = arguments.first else { return nil }
          changes.append(CounterChange(name: name.string, value: CounterChange.unset, isReversed: true))
        case .number:
          guard !changes.isEmpty, let number = Codec<Int32>.integer.decode(item) else { return nil }
          changes[changes.count - 1].value = number
        default: return nil
        }
      }
      return changes
    })
}

extension CounterChange {
  /// What stands for the value of a reversed counter without a number.
  public static let unset = Int32.min
}

extension Codec where Field == ContentValue {
  static let content: Codec = Codec(
    encode: { field in
      switch field {
      case .normal: return .keyword("normal")
      case .none: return .keyword("none")
      case .items(let items, let alternative):
        let parts =
          items.map(Self.value) + (alternative.isEmpty ? [] : [.slash] + alternative.map(Self.value))
        return parts.count == 1 ? parts[0] : .list(parts, .space)
      }
    },
    decode: { value in
      if value == .keyword("normal") { return .normal }
      if value == .keyword("none") { return ContentValue.none }
      let parts: [CSSValue]
      if case .list(let list, .space) = value { parts = list } else { parts = [value] }
      var items: [ContentItem] = []
      var alternative: [ContentItem] = []
      var isAlternative = false
      for part in parts {
        if part == .slash {
          isAlternative = true
          continue
        }
        guard let item = Self.item(part) else { return nil }
        if isAlternative { alternative.append(item) } else { items.append(item) }
      }
      return .items(items, alternative: alternative)
    })

  private static func value(_ item: ContentItem) -> CSSValue {
    func style(_ style: ListStyleType) -> [CSSValue] {
      style == .counterStyle("decimal") ? [] : [Codec<ListStyleType>.listStyleType.encode(style)]
    }
    switch item {
    case .string(let text): return .string(text)
    case .counter(let name, let type): return .function("counter", [.identifier(Name(name))] + style(type), .comma)
    case .counters(let name, let separator, let type):
      return .function("counters", [.identifier(Name(name)), .string(separator)] + style(type), .comma)
    case .attribute(let name): return .function("attr", [.identifier(Name(name))], .space)
    case .openQuote: return .keyword("open-quote")
    case .closeQuote: return .keyword("close-quote")
    case .noOpenQuote: return .keyword("no-open-quote")
    case .noCloseQuote: return .keyword("no-close-quote")
    case .image(let text): return text.hasSuffix(")") && text.contains("(") ? .raw(text) : .url(text)
    }
  }

  private static func item(_ value: CSSValue) -> ContentItem? {
    switch value {
    case .string(let text): return .string(text)
    case .keyword("open-quote"): return .openQuote
    case .keyword("close-quote"): return .closeQuote
    case .keyword("no-open-quote"): return .noOpenQuote
    case .keyword("no-close-quote"): return .noCloseQuote
    case .function("counter", let arguments, _):
      guard case .identifier(let name)? = arguments.first else { return nil }
      let style = arguments.count > 1 ? Codec<ListStyleType>.listStyleType.decode(arguments[1]) : nil
      return .counter(name: name.string, style: style ?? .counterStyle("decimal"))
    case .function("counters", let arguments, _):
      guard arguments.count >= 2, case .identifier(let name) = arguments[0], case .string(let text) = arguments[1]
      else { return nil }
      let style = arguments.count > 2 ? Codec<ListStyleType>.listStyleType.decode(arguments[2]) : nil
      return .counters(name: name.string, separator: text, style: style ?? .counterStyle("decimal"))
    case .function("attr", let arguments, _):
      guard case .identifier(let name)? = arguments.first else { return nil }
      return .attribute(name.string)
    case .url(let url): return .image(url)
    default: return .image(value.text)
    }
  }
}
