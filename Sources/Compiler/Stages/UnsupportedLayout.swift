import CSS
import CSSValues
import Diagnostics
import HTML
import Layout

/// What styles ask of layout that it does not carry out, so that frames differ from a browser's.
enum UnsupportedLayout: UInt8, CaseIterable {
  case zoom
  case verticalWritingMode
  case hyphens
  case ruby
  case contentVisibility
  case boxDecorationBreak
  case shapeOutside
  case textAutospace
  case textFit
  case fieldSizing
  case positionArea
  case columnHeight
  case boxDirection
  case gridLanes
  case initialLetter
  case baselineSource

  /// The bit of ``asked(by:)``.
  var bit: UInt32 { 1 << rawValue }

  /// What each style that a node of a tree has asks for, a bit for each case. Every grid may ask for lanes: styles do not say which.
  ///
  /// - Parameter isHyphenated: whether a dictionary is named for the words of a language.
  static func asked(by tree: StyledTree, isHyphenated: (String) -> Bool) -> [UInt32] {
    let isUsed = tree.usedStyles
    let styles = tree.styles
    let hasColumns = styles.indices.contains {
      isUsed[$0] && (styles[$0].box.columnCount != nil || styles[$0].box.columnWidth != nil)
    }
    // The styles are read where they are: a copy would count references to each of their groups.
    return styles.indices.map { index in
      var asked: UInt32 = 0
      guard isUsed[index] else { return 0 }
      if styles[index].text.writingMode != .horizontalTB { asked |= verticalWritingMode.bit }
      // CSS Text 4, 6.1: without a language nothing is hyphenated.
      if styles[index].text.hyphens == .auto, !styles[index].text.language.isEmpty,
        !isHyphenated(styles[index].text.language)
      {
        asked |= hyphens.bit
      }
      switch styles[index].box.display {
      case .box(_, .ruby, _), .rubyText, .rubyTextContainer: asked |= ruby.bit
      case .box(_, .grid, _): asked |= gridLanes.bit
      default: break
      }
      for entry in styles[index].other.own { asked |= bit(entry, of: styles[index].box.display) }
      for entry in styles[index].other.inherited { asked |= bit(entry, of: styles[index].box.display) }
      // Inline boxes have their edges on each line; only columns break other boxes.
      if !hasColumns || styles[index].box.display == .inline { asked &= ~boxDecorationBreak.bit }
      return asked
    }
  }

  private static func bit(_ entry: OtherStyle.Entry, of display: Display) -> UInt32 {
    switch entry.property {
    case .contentVisibility: entry.value == .keyword("hidden") ? contentVisibility.bit : 0
    case .boxDecorationBreak: entry.value == .keyword("clone") ? boxDecorationBreak.bit : 0
    case .shapeOutside: entry.value == .keyword("none") ? 0 : shapeOutside.bit
    case .textAutospace: entry.value == .keyword("no-autospace") ? 0 : textAutospace.bit
    case .textFit: entry.value == .keyword("none") ? 0 : textFit.bit
    case .fieldSizing: entry.value == .keyword("content") ? fieldSizing.bit : 0
    case .positionArea: entry.value == .keyword("none") ? 0 : positionArea.bit
    case .columnHeight: entry.value == .keyword("auto") ? 0 : columnHeight.bit
    case .webkitBoxDirection: entry.value == .keyword("reverse") ? boxDirection.bit : 0
    case .initialLetter: entry.value == .keyword("normal") ? 0 : initialLetter.bit
    case .baselineSource: movesBaseline(entry.value, display) ? baselineSource.bit : 0
    default: 0
    }
  }

  /// Whether a value of `baseline-source` is another than `auto` stands for: inline blocks have the baseline of their last line, and
  /// other boxes of one piece in a line that of their first (CSS Inline 3, 3.3).
  private static func movesBaseline(_ value: CSSValue, _ display: Display) -> Bool {
    switch display {
    case .box(.inline, .flowRoot, _): value == .keyword("first")
    case .box(.inline, .flex, _), .box(.inline, .grid, _), .box(.inline, .table, _): value == .keyword("last")
    default: false
    }
  }

  /// Whether an element's value of a longhand asks for it, where its style does not say so.
  fileprivate func isAsked(by element: NodeID, _ explainer: StyleExplainer) -> Bool {
    guard self == .gridLanes else { return true }
    return explainer.declaredValue(of: .display, for: element).map(Self.isLanes) ?? false
  }

  /// Whether a value of `display` makes grid lanes (CSS Grid 3).
  fileprivate static func isLanes(_ display: CSSValue) -> Bool {
    display == .keyword("grid-lanes") || display == .keyword("inline-grid-lanes")
  }

  /// Whether what is in an element asks for it too: then only the outermost element is reported.
  fileprivate var isInherited: Bool { [.verticalWritingMode, .ruby, .textAutospace, .textFit].contains(self) }

  /// What is said about an element.
  func message(_ tag: String) -> String {
    switch self {
    case .zoom: "`zoom` does not enlarge the pictures of `\(tag)`: its backgrounds, or its shapes without a `viewBox`"
    case .verticalWritingMode: "vertical writing is not laid out: the lines of `\(tag)` are horizontal"
    case .ruby: "ruby is not laid out: the annotations of `\(tag)` are in the line behind their bases"
    case .contentVisibility:
      "`content-visibility: hidden` skips no contents: those of `\(tag)` have frames as if they showed"
    case .boxDecorationBreak:
      "`box-decoration-break: clone` is not laid out in columns: the pieces of `\(tag)` have no padding and borders of their own"
    case .shapeOutside: "`shape-outside` is not laid out: lines beside `\(tag)` keep to its box"
    case .textAutospace: "`text-autospace` adds no space in `\(tag)`: its lines may be others than a browser's"
    case .textFit: "`text-fit` is not laid out: the text of `\(tag)` is as large as without it"
    case .fieldSizing: "`field-sizing: content` is not laid out: `\(tag)` is as large as without it"
    case .positionArea: "`position-area` is not laid out: `\(tag)` is where it is without it"
    case .columnHeight: "`column-height` is not laid out: the columns of `\(tag)` are as high as without it"
    case .boxDirection: "`-webkit-box-direction` is not laid out: the items of `\(tag)` keep their order"
    case .hyphens: "`hyphens: auto` breaks no words of `\(tag)`: its lines may be others than a browser's"
    case .gridLanes: "`display: grid-lanes` is laid out as `grid`: the items of `\(tag)` are in rows"
    case .initialLetter: "`initial-letter` is not laid out: the first letter of `\(tag)` is as large as its text"
    case .baselineSource: "`baseline-source` is not laid out: `\(tag)` is as high in its line as without it"
    }
  }

  /// The longhands that ask for it.
  fileprivate var properties: [PropertyID] {
    switch self {
    case .zoom: [.zoom]
    case .verticalWritingMode: [.writingMode]
    case .hyphens: [.hyphens]
    case .ruby: [.display]
    case .contentVisibility: [.contentVisibility]
    case .boxDecorationBreak: [.boxDecorationBreak]
    case .shapeOutside: [.shapeOutside]
    case .textAutospace: [.textAutospace]
    case .textFit: [.textFit]
    case .fieldSizing: [.fieldSizing]
    case .positionArea: [.positionArea]
    case .columnHeight: [.columnHeight]
    case .boxDirection: [.webkitBoxDirection]
    case .gridLanes: [.display]
    case .initialLetter: [.initialLetter]
    case .baselineSource: [.baselineSource]
    }
  }

  var help: String {
    switch self {
    case .zoom: "give the background a size in px or percent, and the `<svg>` a `viewBox`"
    case .verticalWritingMode: "turn the box with `transform: rotate()`, or show the page only in a web view"
    case .ruby: "write the annotations in brackets, or show the page only in a web view"
    case .contentVisibility: "use `display: none`, or the attribute `hidden` without `until-found`"
    case .boxDecorationBreak: "keep the box in one column with `break-inside: avoid`, or do without"
    case .shapeOutside: "give the float margins, or show the page only in a web view"
    case .textAutospace: "write spaces or `letter-spacing` where they should be"
    case .textFit: "give the text a `font-size` in `vw` or `cqi`"
    case .fieldSizing: "give the field its width and height"
    case .positionArea: "place the box with `top`, `right`, `bottom` and `left` of a positioned parent"
    case .columnHeight: "use `height`, or a grid"
    case .boxDirection: "use `display: flex` with `flex-direction: row-reverse`"
    case .hyphens:
      "name a dictionary of its language in the configuration's `hyphenation`, or write soft hyphens (&shy;)"
    case .gridLanes: "use `columns`, or a flex container for each column"
    case .initialLetter: "use `float: left` with `font-size` and `line-height` for `::first-letter`"
    case .baselineSource: "use `vertical-align` with a length"
    }
  }
}

extension PageReading {
  /// The most elements whose declarations are looked for, for each thing.
  private static let mostExplained = 2_000

  /// Warns of what the page's styles ask of layout in vain: once for each declaration of a sheet, and otherwise once for each thing,
  /// at the first element that asks.
  mutating func reportUnsupportedLayout(
    of layouts: [ViewportLayout], _ document: Document, _ sheets: PageStyleSheets, _ stage: LayoutStage
  ) {
    let fonts = compiler.fonts
    let asked = layouts.map { layout in
      UnsupportedLayout.asked(by: layout.tree) { fonts.namesDictionary(of: $0) }
    }
    var all = asked.joined().reduce(0, |)
    if layouts.contains(where: { !$0.styles.zooms.isEmpty }) { all |= UnsupportedLayout.zoom.bit }
    var explainers: [Int: StyleExplainer] = [:]
    for feature in UnsupportedLayout.allCases where all & feature.bit != 0 {
      // Each element with the first layout in which it asks.
      var elements: [NodeID: Int] = [:]
      for (index, (layout, asked)) in zip(layouts, asked).enumerated() {
        let asking =
          feature == .zoom ? layout.unzoomedPictures(document) : Self.elements(of: layout, asking: feature, asked)
        for element in asking where elements[element] == nil {
          elements[element] = index
        }
      }
      if feature == .gridLanes, !Self.mayDeclareLanes(elements.keys, document, sheets) { continue }
      var declared: [StyleExplainer.Place: [NodeID]] = [:]
      var order: [StyleExplainer.Place] = []
      var others: [NodeID] = []
      for (number, element) in elements.keys.sorted(by: { $0.index < $1.index }).enumerated() {
        guard number < Self.mostExplained, let index = elements[element] else {
          if feature != .gridLanes { others.append(element) }
          continue
        }
        let explainer =
          explainers[index]
          ?? StyleExplainer(
            document: document,
            resolver: stage.resolver(for: layouts[index], features: compiler.options.features),
            source: source, sheets: sheets.sheets)
        explainers[index] = explainer
        guard feature.isAsked(by: element, explainer) else { continue }
        let place =
          feature == .initialLetter
          ? letterPlace(sheets) : explainer.sheetPlace(of: feature.properties, for: element)
        guard let place else {
          others.append(element)
          continue
        }
        if declared[place] == nil { order.append(place) }
        declared[place, default: []].append(element)
      }
      for place in order { report(feature, at: place, declared[place] ?? [], document) }
      guard let first = others.first else { continue }
      diagnostics.report(
        Diagnostic(
          .layoutNotSupported, feature.message(document.name(first).string), in: source,
          at: document.sourceRange(first), others: others.dropFirst().map { document.sourceRange($0) },
          help: feature.help))
    }
  }

  /// Whether one of some grids may be of lanes, by the page's sheets and the elements' own declarations.
  private static func mayDeclareLanes(
    _ grids: some Sequence<NodeID>, _ document: Document, _ sheets: PageStyleSheets
  ) -> Bool {
    sheets.lastDeclaration(of: .display, where: UnsupportedLayout.isLanes) != nil
      || grids.contains { document.value($0, .style)?.lowercased().contains("grid-lanes") ?? false }
  }

  /// Where a sheet asks for large first letters: rules of `::first-letter` apply to no element.
  private func letterPlace(_ sheets: PageStyleSheets) -> StyleExplainer.Place? {
    sheets.lastDeclaration(of: .initialLetter) { $0 != .keyword("normal") }
      .map { StyleExplainer.Place(source: $0.source, range: $0.range) }
  }

  /// Warns of a thing at the declaration that asks for it, with the first element that has it.
  private mutating func report(
    _ feature: UnsupportedLayout, at place: StyleExplainer.Place, _ elements: [NodeID], _ document: Document
  ) {
    guard let first = elements.first else { return }
    let written = source.written(document.sourceRange(first))
    let position = written.file.position(at: written.range.lowerBound)
    let rest = elements.count - 1
    let more = rest == 0 ? "" : rest == 1 ? " and one other element" : " and \(rest) other elements"
    diagnostics.report(
      .layoutNotSupported, feature.message(document.name(first).string), in: place.source, at: place.range,
      help: feature.help, notes: ["it is so for the element in \(written.file.path):\(position.line)\(more)"])
  }

  /// The elements with a box whose own style asks for a feature, those left out that only inherit it.
  ///
  /// - Parameter asked: what each of the layout's styles asks for.
  private static func elements(
    of layout: ViewportLayout, asking feature: UnsupportedLayout, _ asked: [UInt32]
  ) -> [NodeID] {
    let styles = asked.map { $0 & feature.bit != 0 }
    guard styles.contains(true) else { return [] }
    if feature == .initialLetter {
      // It makes letters larger only where the element begins with one.
      return layout.tree.firstLetters.keys.sorted().compactMap { index in
        guard let style = layout.tree.firstLetters[index], styles[Int(style)],
          case .node(let element) = layout.origins[Int(index)], layout.result.frames[Int(index)].hasBox
        else { return nil }
        return element
      }
    }
    var elements: [NodeID] = []
    var wrapped: Set<StyledTree.Index> = []
    if feature == .hyphens { wrapped = Self.wrappedParents(layout) }
    for (index, node) in layout.tree.nodes.enumerated() where node.kind == .element && styles[Int(node.style)] {
      guard case .node(let element) = layout.origins[index], layout.result.frames[index].hasBox else { continue }
      if feature == .hyphens {
        // Only where lines break can they break elsewhere.
        guard wrapped.contains(StyledTree.Index(index)) else { continue }
      } else if feature.isInherited, node.parent >= 0,
        styles[Int(layout.tree.nodes[Int(node.parent)].style)]
      {
        continue
      }
      elements.append(element)
    }
    return elements
  }

  /// The elements whose own texts are on more than one line.
  private static func wrappedParents(_ layout: ViewportLayout) -> Set<StyledTree.Index> {
    var parents: Set<StyledTree.Index> = []
    for (line, next) in zip(layout.result.lines, layout.result.lines.dropFirst()) where line.node == next.node {
      if next.rect.y > line.rect.y { parents.insert(layout.tree.nodes[Int(line.node)].parent) }
    }
    return parents
  }
}

extension ViewportLayout {
  /// The zoomed elements whose pictures keep their own size: backgrounds without a size, and shapes in px.
  fileprivate func unzoomedPictures(_ document: Document) -> [NodeID] {
    guard !styles.zooms.isEmpty else { return [] }
    return zip(origins, result.frames).compactMap { origin, frame in
      guard case .node(let element) = origin, frame.hasBox, styles.zooms[element] != nil else { return nil }
      if document.namespace(element) == .svg { return document.hasAttribute(element, .viewBox) ? nil : element }
      let other = styles.styles[Int(styles.style(of: element))].other
      let hasOwnSize = other[.backgroundImage]?.hasURL == true && other[.backgroundSize].map { $0.hasAuto } ?? true
      return hasOwnSize ? element : nil
    }
  }
}

extension CSSValue {
  /// Whether it is or lists a `url()`.
  fileprivate var hasURL: Bool {
    switch self {
    case .url: true
    case .list(let values, _): values.contains(where: \.hasURL)
    default: false
    }
  }

  /// Whether it is or lists two `auto`.
  fileprivate var hasAuto: Bool {
    switch self {
    case .keyword(let keyword): keyword == "auto"
    case .list(let values, .comma): values.contains(where: \.hasAuto)
    case .list(let values, .space): values.allSatisfy(\.hasAuto)
    default: false
    }
  }
}
