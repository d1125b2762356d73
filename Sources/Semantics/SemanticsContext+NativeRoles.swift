import HTML
import Names
import Page

// HTML-AAM 1, 3.5 and SVG-AAM 1, 5: the roles that elements have by themselves.
extension SemanticsContext {
  func nativeRole(of element: NodeID) -> SemanticRole {
    if isToken {
      let tag = document.name(element).string
      // An empty `alt` marks an ornament, as in HTML.
      if tag == "image", let alternative = document.value(element, .alt), alternative.isEmpty,
        !hasReadableLabel(element)
      {
        return .presentation
      }
      return TokenRoles.role(of: tag)
    }
    switch document.namespace(element) {
    case .html: return htmlRole(element, document.name(element))
    case .svg: return svgRole(element)
    case .mathML: return document.name(element) == .math ? .math : .generic
    case .other: return .generic
    }
  }

  private func htmlRole(_ element: NodeID, _ name: Name) -> SemanticRole {
    switch name {
    case .html: .document
    case .p: .paragraph
    case .h1, .h2, .h3, .h4, .h5, .h6: .heading
    case .a, .area: document.hasAttribute(element, .href) ? .link : .generic
    case .ul, .ol, .menu, .dir: .list
    case .li: isInList(element) ? .listItem : .generic
    case .img: imageRole(element)
    case .button: .button
    case .input: inputRole(element)
    case .textarea: .textField
    case .select: isListBox(element) ? .listBox : .comboBox
    case .option: .option
    case .optgroup, .fieldset, .address, .hgroup, .details: .group
    case .summary: isSummary(element) ? .button : .generic
    case .datalist: .listBox
    case .label: .label
    case .legend: document.isElement(document.parentElement(element), .fieldset) ? .legend : .generic
    case .progress: .progressIndicator
    case .meter: .meter
    case .output: .status
    case .dialog: .dialog
    case .form: .form
    case .main: .main
    case .nav: .navigation
    case .article: .article
    case .aside: !isInSectioning(element) || hasAuthorName(element) ? .complementary : .generic
    case .section: hasAuthorName(element) ? .region : .generic
    case .header: isInSectioning(element, orMain: true) ? .sectionHeader : .banner
    case .footer: isInSectioning(element, orMain: true) ? .sectionFooter : .contentInfo
    case .search: .search
    case .figure: .figure
    case .figcaption, .caption: .caption
    case .blockquote: .blockquote
    case .code: .code
    case .dfn, .dt: .term
    case .dd: .definition
    case .del, .s: .deletion
    case .ins: .insertion
    case .em: .emphasis
    case .strong: .strong
    case .sub: .subscript
    case .sup: .superscript
    case .mark: .mark
    case .time: .time
    case .hr: .separator
    case .table: .table
    case .tr: tableRole(.row, of: element)
    case .thead, .tbody, .tfoot: tableRole(.rowGroup, of: element)
    case .td: tableRole(isInGrid(element) ? .gridCell : .cell, of: element)
    case .th: tableRole(headerRole(element), of: element)
    case .math: .math
    case .iframe, .frame: .iframe
    case .video: .video
    case .audio: .audio
    case .canvas: .canvas
    case .embed, .object: .embeddedObject
    case .ruby: .ruby
    default: .generic
    }
  }

  private func imageRole(_ element: NodeID) -> SemanticRole {
    guard let alternative = document.value(element, .alt), alternative.isEmpty else { return .image }
    // HTML-AAM: an empty `alt` marks an ornament, unless ARIA names it or says something else of it. A `title` does not.
    return hasReadableLabel(element) || hasGlobalAttribute(element, labels: false) || isFocusable(element)
      ? .image : .presentation
  }

  private func inputRole(_ element: NodeID) -> SemanticRole {
    let isList = document.value(element, .list).map { ids[$0] != nil } ?? false
    switch inputType(element) {
    case "button", "submit", "reset", "image", "color", "file": return .button
    case "checkbox": return document.hasAttribute(element, "switch") ? .switch : .checkbox
    case "radio": return .radio
    case "range": return .slider
    case "number": return .spinButton
    case "search": return isList ? .comboBox : .searchField
    case "hidden": return .presentation
    case "email", "tel", "text", "url": return isList ? .comboBox : .textField
    default: return .textField
    }
  }

  func isListBox(_ select: NodeID) -> Bool {
    document.hasAttribute(select, .multiple) || (integer(select, .size) ?? 1) > 1
  }

  private func isInList(_ item: NodeID) -> Bool {
    let parent = document.parentElement(item)
    guard parent.exists else { return false }
    switch document.name(parent) {
    case .ul, .ol, .menu, .dir:
      let role = role(parent)
      return role == .list
    default: return role(parent) == .list
    }
  }

  /// Whether an element is scoped to a part of the page rather than to the whole.
  private func isInSectioning(_ element: NodeID, orMain: Bool = false) -> Bool {
    var ancestor = document.parentElement(element)
    while ancestor.exists {
      budget -= 1
      switch document.name(ancestor) {
      case .article, .aside, .nav, .section: return true
      case .main where orMain: return true
      default: break
      }
      switch document.value(ancestor, .role).flatMap({ SemanticRole(named: collapsedRole($0)) }) {
      case .article, .complementary, .navigation, .region: return true
      case .main where orMain: return true
      default: break
      }
      ancestor = document.parentElement(ancestor)
    }
    return false
  }

  private func collapsedRole(_ value: String) -> String { Self.collapsed(value) }

  // MARK: Tables

  /// The table around a part of one, by the elements around it.
  func table(of part: NodeID) -> NodeID? {
    var ancestor = document.parentElement(part)
    while ancestor.exists {
      budget -= 1
      if document.isElement(ancestor, .table) { return ancestor }
      switch document.name(ancestor) {
      case .tr, .thead, .tbody, .tfoot: ancestor = document.parentElement(ancestor)
      default: return nil
      }
    }
    return nil
  }

  /// Parts of a table have their roles only where the table has its own.
  private func tableRole(_ role: SemanticRole, of part: NodeID) -> SemanticRole {
    guard let table = table(of: part) else { return .generic }
    switch self.role(table) {
    case .table, .grid, .treeGrid: return role
    default: return .generic
    }
  }

  private func isInGrid(_ cell: NodeID) -> Bool {
    guard let table = table(of: cell) else { return false }
    let role = role(table)
    return role == .grid || role == .treeGrid
  }

  /// Whether a row is one of a grid, whose rows can be selected and have names.
  func isInGrid(row: NodeID) -> Bool {
    var ancestor = document.parentElement(row)
    while ancestor.exists {
      budget -= 1
      switch role(ancestor) {
      case .grid, .treeGrid: return true
      case .rowGroup, .generic, .presentation: ancestor = document.parentElement(ancestor)
      default: return false
      }
    }
    return false
  }

  private func headerRole(_ cell: NodeID) -> SemanticRole {
    switch document.value(cell, "scope")?.lowercased() {
    case "row", "rowgroup": return .rowHeader
    case "col", "colgroup": return .columnHeader
    default: break
    }
    let row = document.parentElement(cell)
    guard row.exists else { return .columnHeader }
    // HTML, 4.9.12.2: a header among data cells is one of its row; one among headers is one of its column.
    if document.isElement(document.parentElement(row), .thead) { return .columnHeader }
    var hasData = false
    for sibling in document.children(row).prefix(1000) where document.isElement(sibling, .td) { hasData = true }
    return hasData ? .rowHeader : .columnHeader
  }

  // MARK: SVG

  private func svgRole(_ element: NodeID) -> SemanticRole {
    let name = document.name(element)
    switch name {
    case .svg: return .graphicsDocument
    case .a:
      return document.attributes(element).contains { $0.name == .href || $0.name == .xlinkHref } ? .link : .generic
    case .image: return .image
    case .text, .tspan: return .generic
    default:
      // SVG-AAM 1, 5.1.1: shapes and groups are in the tree where something names them.
      guard isNamedGraphic(element) else { return .generic }
      // What a `<use>` shows is named by its drawing.
      if name == .use, !hasAuthorName(element) { return .generic }
      return name == .g || name == .use || name == .symbol ? .group : .graphicsSymbol
    }
  }

  private func isNamedGraphic(_ element: NodeID) -> Bool {
    hasAuthorName(element) || graphicTitle(of: element) != nil
  }

  /// The `<title>` of a graphic; that of what it uses, where it has none of its own.
  func graphicTitle(of element: NodeID) -> NodeID? {
    if let own = document.children(element).first(where: { document.name($0) == .title }) { return own }
    guard document.name(element) == .use,
      let reference = document.attributes(element).first(where: { $0.name == .href || $0.name == .xlinkHref })
    else { return nil }
    let target = document.value(reference)
    guard target.hasPrefix("#"), let used = ids[String(target.dropFirst())] else { return nil }
    return document.children(used).first { document.name($0) == .title }
  }
}
