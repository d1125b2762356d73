import Names

extension Codec where Field == Display {
  private static var names: [(Name, Display)] {
    [
      ("none", .none), ("contents", .contents), ("inline", .inline), ("block", .block),
      ("inline-block", .inlineBlock), ("flow-root", .box(outside: .block, inside: .flowRoot, listItem: false)),
      ("flex", .flex), ("inline-flex", .box(outside: .inline, inside: .flex, listItem: false)), ("grid", .grid),
      ("inline-grid", .box(outside: .inline, inside: .grid, listItem: false)), ("table", .table),
      ("inline-table", .box(outside: .inline, inside: .table, listItem: false)), ("list-item", .listItem),
      ("inline list-item", .box(outside: .inline, inside: .flow, listItem: true)),
      ("flow-root list-item", .box(outside: .block, inside: .flowRoot, listItem: true)),
      ("inline flow-root list-item", .box(outside: .inline, inside: .flowRoot, listItem: true)),
      ("table-row-group", .tableRowGroup), ("table-header-group", .tableHeaderGroup),
      ("table-footer-group", .tableFooterGroup), ("table-row", .tableRow), ("table-cell", .tableCell),
      ("table-column-group", .tableColumnGroup), ("table-column", .tableColumn), ("table-caption", .tableCaption),
      ("ruby", .box(outside: .inline, inside: .ruby, listItem: false)),
      ("block ruby", .box(outside: .block, inside: .ruby, listItem: false)), ("ruby-text", .rubyText),
      ("ruby-base", .rubyBase), ("ruby-text-container", .rubyTextContainer),
      ("ruby-base-container", .rubyBaseContainer),
      ("math", .box(outside: .inline, inside: .math, listItem: false)),
      ("block math", .box(outside: .block, inside: .math, listItem: false)),
      ("-webkit-box", .box(outside: .block, inside: .webkitBox, listItem: false)),
      ("-webkit-inline-box", .box(outside: .inline, inside: .webkitBox, listItem: false)),
    ]
  }

  static let display: Codec = {
    let names = names
    var byName: [Name: Display] = [:]
    var byDisplay: [Display: Name] = [:]
    for (name, display) in names {
      byName[name] = display
      byDisplay[display] = name
    }
    byName["grid-lanes"] = .grid
    byName["inline-grid-lanes"] = .box(outside: .inline, inside: .grid, listItem: false)
    let (decoded, encoded) = (byName, byDisplay)
    return Codec(
      encode: { .keyword(encoded[$0] ?? "inline") },
      decode: { value in
        if case .keyword(let name) = value { return decoded[name] }
        return nil
      })
  }()
}

extension Codec where Field == VerticalAlign {
  static let verticalAlign: Codec = {
    let names: [(Name, VerticalAlign)] = [
      ("baseline", .baseline), ("sub", .sub), ("super", .super), ("top", .top), ("text-top", .textTop),
      ("middle", .middle), ("bottom", .bottom), ("text-bottom", .textBottom),
      ("-webkit-baseline-middle", .webkitBaselineMiddle),
    ]
    return Codec(
      encode: { field in
        if case .value(let value) = field { return value.value }
        return .keyword(names.first { $0.1 == field }?.0 ?? "baseline")
      },
      decode: { value in
        if case .keyword(let name) = value { return names.first { $0.0 == name }?.1 }
        return LengthPercentage(value).map { .value($0) }
      })
  }()
}

extension Codec where Field == AspectRatio {
  static let aspectRatio: Codec = Codec(
    encode: { field in
      let pair: [CSSValue] = [.number(field.width), .slash, .number(field.height)]
      if field.width == 0, field.height == 0, field.ratio == nil, !field.isGiven { return .keyword("auto") }
      return .list((field.isAuto ? [.keyword("auto")] : []) + pair, .space)
    },
    decode: { value in
      var result = AspectRatio()
      guard case .list(let items, _) = value else { return value == .keyword("auto") ? result : nil }
      result.isAuto = items.first == .keyword("auto")
      let numbers = items.compactMap { item -> Double? in
        if case .number(let number) = item { return number }
        return nil
      }
      guard numbers.count == 2 else { return nil }
      result.isGiven = true
      result.width = numbers[0]
      result.height = numbers[1]
      let ratio = numbers[0] / numbers[1]
      result.ratio = ratio.isFinite && ratio > 0 ? ratio : nil
      return result
    })
}

extension Codec where Field == TextOverflow {
  static let textOverflow: Codec = Codec(
    encode: { field in
      switch field {
      case .clip: .keyword("clip")
      case .ellipsis: .keyword("ellipsis")
      case .string(let text): .string(text)
      }
    },
    decode: { value in
      switch value {
      case .keyword("clip"): .clip
      case .keyword("ellipsis"): .ellipsis
      case .string(let text): .string(text)
      default: nil
      }
    })
}

extension Codec where Field == Containment {
  static let containment: Codec = Codec(
    encode: { field in
      if field == [.size, .layout, .style, .paint] { return .keyword("strict") }
      if field == [.layout, .style, .paint] { return .keyword("content") }
      return Codec.options("none", Self.pairs).encode(field)
    },
    decode: { value in
      switch value {
      case .keyword("strict"): [.size, .layout, .style, .paint]
      case .keyword("content"): [.layout, .style, .paint]
      default: Codec.options("none", Self.pairs).decode(value)
      }
    })

  private static var pairs: [(Name, Containment)] {
    [("size", .size), ("inline-size", .inlineSize), ("layout", .layout), ("style", .style), ("paint", .paint)]
  }
}

extension Codec where Field == GridAutoFlow {
  static let autoFlow: Codec = Codec(
    encode: { field in
      switch (field.isColumn, field.isDense) {
      case (false, false): .keyword("row")
      case (false, true): .keyword("dense")
      case (true, false): .keyword("column")
      case (true, true): .list([.keyword("column"), .keyword("dense")], .space)
      }
    },
    decode: { value in
      let items: [CSSValue]
      if case .list(let list, _) = value { items = list } else { items = [value] }
      var flow = GridAutoFlow()
      flow.isColumn = items.contains(.keyword("column"))
      flow.isDense = items.contains(.keyword("dense"))
      return flow
    })
}

extension Codec where Field == GridLine {
  static let gridLine: Codec = Codec(
    encode: { field in
      func list(_ items: [CSSValue]) -> CSSValue { items.count == 1 ? items[0] : .list(items, .space) }
      switch field {
      case .auto: return .keyword("auto")
      case .named(let name): return .identifier(Name(name))
      case .line(let number, let name):
        return list([.number(Double(number))] + (name.map { [.identifier(Name($0))] } ?? []))
      case .span(let count, let name):
        let number: [CSSValue] = count == 1 && name != nil ? [] : [.number(Double(count))]
        return list([.keyword("span")] + number + (name.map { [.identifier(Name($0))] } ?? []))
      }
    },
    decode: { value in
      let items: [CSSValue]
      if case .list(let list, _) = value { items = list } else { items = [value] }
      if items == [.keyword("auto")] { return .auto }
      var isSpan = false
      var number: Int32?
      var name: String?
      for item in items {
        switch item {
        case .keyword("span"): isSpan = true
        case .number: number = Codec<Int32>.integer.decode(item)
        case .identifier(let ident): name = ident.string
        default: return nil
        }
      }
      if isSpan { return .span(max(1, number ?? 1), name) }
      if let number { return .line(number == 0 ? 1 : number, name) }
      return name.map { .named($0) }
    })
}

extension TrackBreadth {
  var value: CSSValue {
    switch self {
    case .value(let value): value.value
    case .flex(let factor): .dimension(factor, .fr)
    case .minContent: .keyword("min-content")
    case .maxContent: .keyword("max-content")
    case .auto: .keyword("auto")
    }
  }

  init?(_ value: CSSValue) {
    switch value {
    case .keyword("auto"): self = .auto
    case .keyword("min-content"): self = .minContent
    case .keyword("max-content"): self = .maxContent
    case .dimension(let factor, .fr): self = .flex(factor)
    default:
      guard let length = LengthPercentage(value) else { return nil }
      self = .value(length)
    }
  }
}

extension TrackSize {
  var value: CSSValue {
    switch self {
    case .breadth(let breadth): breadth.value
    case .minmax(let low, let high): .function("minmax", [low.value, high.value], .comma)
    case .fitContent(let limit): .function("fit-content", [limit.value], .comma)
    }
  }

  init?(_ value: CSSValue) {
    switch value {
    case .function("minmax", let bounds, _):
      guard bounds.count == 2, let low = TrackBreadth(bounds[0]), let high = TrackBreadth(bounds[1]) else { return nil }
      self = .minmax(low, high)
    case .function("fit-content", let arguments, _):
      guard let limit = arguments.first.flatMap({ LengthPercentage($0) }) else { return nil }
      self = .fitContent(limit)
    default:
      guard let breadth = TrackBreadth(value) else { return nil }
      self = .breadth(breadth)
    }
  }
}

extension TrackListItem {
  var value: CSSValue {
    switch self {
    case .track(let size): size.value
    case .lineNames(let names): .lineNames(names.map { Name($0) })
    case .repeat(let count, let items):
      .function("repeat", [count.value, .list(items.map(\.value), .space)], .comma)
    }
  }

  init?(_ value: CSSValue) {
    switch value {
    case .lineNames(let names): self = .lineNames(names.map(\.string))
    case .function("repeat", let arguments, _):
      guard arguments.count == 2 else { return nil }
      let items: [CSSValue]
      if case .list(let list, .space) = arguments[1] { items = list } else { items = [arguments[1]] }
      let count: TrackRepeatCount
      switch arguments[0] {
      case .keyword("auto-fill"): count = .autoFill
      case .keyword("auto-fit"): count = .autoFit
      default:
        guard let number = Codec<Int32>.integer.decode(arguments[0]) else { return nil }
        count = .count(min(max(1, number), 100_000))
      }
      self = .repeat(count, items.compactMap { TrackListItem($0) })
    default:
      guard let size = TrackSize(value) else { return nil }
      self = .track(size)
    }
  }
}

extension TrackRepeatCount {
  var value: CSSValue {
    switch self {
    case .count(let number): .number(Double(number))
    case .autoFill: .keyword("auto-fill")
    case .autoFit: .keyword("auto-fit")
    }
  }
}

extension Codec where Field == [TrackSize] {
  static let trackSizes: Codec = Codec(
    encode: { $0.count == 1 ? $0[0].value : .list($0.map(\.value), .space) },
    decode: { value in
      if case .list(let items, _) = value { return items.compactMap { TrackSize($0) } }
      return TrackSize(value).map { [$0] }
    })
}

extension Codec where Field == GridTemplate {
  static let gridTemplate: Codec = Codec(
    encode: { field in
      func list(_ items: [CSSValue]) -> CSSValue { items.count == 1 ? items[0] : .list(items, .space) }
      switch field {
      case .none: return .keyword("none")
      case .masonry: return .keyword("masonry")
      case .tracks(let items): return list(items.map(\.value))
      case .subgrid(let items): return list([.keyword("subgrid")] + items.map(\.value))
      }
    },
    decode: { value in
      let items: [CSSValue]
      if case .list(let list, .space) = value { items = list } else { items = [value] }
      if items == [.keyword("none")] { return GridTemplate.none }
      if items.first == .keyword("subgrid") { return .subgrid(items.dropFirst().compactMap { TrackListItem($0) }) }
      return .tracks(items.compactMap { TrackListItem($0) })
    })
}

extension Codec where Field == GridTemplateAreas {
  static let areas: Codec = Codec(
    encode: { field in
      let rows = field.rows.map { CSSValue.string($0) }
      return rows.isEmpty ? .keyword("none") : (rows.count == 1 ? rows[0] : .list(rows, .space))
    },
    decode: { value in
      var result = GridTemplateAreas()
      var indices: [String: Int] = [:]
      let items: [CSSValue]
      if case .list(let list, _) = value { items = list } else { items = [value] }
      for item in items {
        guard case .string(let row) = item else { continue }
        result.rows.append(row)
        let cells = row.split(separator: " ").map(String.init)
        let rowIndex = result.rowCount
        result.rowCount += 1
        result.columnCount = max(result.columnCount, Int32(clamping: cells.count))
        for (column, name) in cells.enumerated() where name != "." {
          let column = Int32(clamping: column)
          if let index = indices[name] {
            result.areas[index].rowEnd = rowIndex + 1
            result.areas[index].columnEnd = max(result.areas[index].columnEnd, column + 1)
            result.areas[index].columnStart = min(result.areas[index].columnStart, column)
          } else {
            indices[name] = result.areas.count
            result.areas.append(
              GridArea(
                name: name, rowStart: rowIndex, rowEnd: rowIndex + 1, columnStart: column, columnEnd: column + 1))
          }
        }
      }
      return result
    })
}
