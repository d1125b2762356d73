import JSONValues
import Manifest

/// The rows and section views that data gives a table, or the copies that it gives a loop (`t:for`), in order. What a row's
/// bindings are filled from is worked out when the row is made.
struct TableRows {
  /// A row, or the view of a section.
  struct Entry: Hashable {
    var section: Int32
    /// -1 for the view of the section.
    var row: Int32

    var isSectionView: Bool { row < 0 }
  }

  /// The table, or what the loop's copies are in.
  let table: Int
  /// The node of the page that holds the rows as its copies: the first of a table's templates, or the one with the loop.
  let holder: Int
  /// Whether it is a loop's.
  let isLoop: Bool
  /// The variables of the loop.
  let item: String
  let index: String
  let isSectioned: Bool
  /// The sections, one where data has none.
  let sections: [JSONValue]
  /// Where ``sections`` are in data, or the rows of the only one.
  let place: DataPlace?
  let rowTemplate: Int?
  let sectionTemplate: Int?
  private(set) var entries: [Entry] = []

  /// The rows of a table.
  ///
  /// - Parameter holder: the first of its templates.
  init(
    table: Int, holder: Int, item: String, index: String, given: JSONValue, place: DataPlace?, rowTemplate: Int?,
    sectionTemplate: Int?
  ) {
    self.table = table
    self.holder = holder
    isLoop = false
    self.item = item
    self.index = index
    self.place = place
    let elements = given.elements ?? []
    isSectioned = elements.contains { $0["rowsData"] != nil || $0["sectionData"] != nil }
    sections = isSectioned ? elements : [.object(["rowsData": .array(elements)])]
    self.rowTemplate = rowTemplate
    self.sectionTemplate = isSectioned ? sectionTemplate : nil
    for (section, element) in sections.enumerated() {
      let section = Int32(clamping: section)
      if self.sectionTemplate != nil { entries.append(Entry(section: section, row: -1)) }
      guard rowTemplate != nil else { continue }
      for row in 0..<(element["rowsData"]?.elements?.count ?? 0) {
        entries.append(Entry(section: section, row: Int32(clamping: row)))
      }
    }
  }

  /// The copies of a node with `t:for` in another one.
  init(loop template: Int, in parent: Int, item: String, index: String, elements: [JSONValue], place: DataPlace?) {
    table = parent
    holder = template
    isLoop = true
    self.item = item
    self.index = index
    self.place = place
    isSectioned = false
    sections = [.object(["rowsData": .array(elements)])]
    rowTemplate = template
    sectionTemplate = nil
    entries = elements.indices.map { Entry(section: 0, row: Int32(clamping: $0)) }
  }

  /// What scripts know an entry's copy by: loops have neither sections nor rows.
  func row(of entry: Entry) -> (section: Int, row: Int)? {
    isLoop ? nil : (section: Int(entry.section), row: Int(entry.row))
  }

  /// The node that an entry is copied from.
  func template(of entry: Entry) -> Int? { entry.isSectionView ? sectionTemplate : rowTemplate }

  /// Whether all items are those of other rows of the same table or loop, in the same places.
  func hasItems(of other: TableRows) -> Bool {
    entries == other.entries && rowTemplate == other.rowTemplate && sectionTemplate == other.sectionTemplate
      && sections == other.sections
  }

  /// Whether a section begins with an entry, the first one left out.
  func beginsSection(_ number: Int) -> Bool {
    number > 0 && (entries[number].isSectionView || entries[number].section != entries[number - 1].section)
  }

  /// What the section of an entry is known by: what data says of it, else its number.
  func section(of entry: Entry) -> JSONValue {
    let data = sections[Int(entry.section)]["sectionData"] ?? .null
    return data == .null ? .integer(Int64(entry.section)) : data
  }

  /// What data says of an entry.
  func value(of entry: Entry) -> JSONValue {
    let element = sections[Int(entry.section)]
    return (entry.isSectionView ? element["sectionData"] : element["rowsData"]?.elements?[Int(entry.row)]) ?? .null
  }

  /// The variables of an entry's bindings, on top of those around the table.
  func scope(of entry: Entry, around outer: ProgramEvaluator.Scope) -> ProgramEvaluator.Scope {
    let section = Int(entry.section)
    let around = isSectioned ? place?.appending(.element(section)) : place
    let value = value(of: entry)
    let number: Int
    let own: DataPlace?
    if entry.isSectionView {
      number = section
      own = around?.appending(.member("sectionData"))
    } else {
      number = Int(entry.row)
      own = (isSectioned ? around?.appending(.member("rowsData")) : around)?.appending(.element(number))
    }
    var scope = outer
    if isLoop {
      scope.names.append((index, .integer(Int64(number))))
      scope.names.append((item, value))
      if let own { scope.places.append((item, own)) }
      return scope
    }
    scope.names.append(("section", .integer(Int64(section))))
    scope.names.append((index, .integer(Int64(number))))
    scope.names.append((item, value))
    if item != "item" { scope.names.append(("item", value)) }
    if let own { for name in Set([item, "item"]) { scope.places.append((name, own)) } }
    if index != "index" { scope.names.append(("index", .integer(Int64(number)))) }
    return scope
  }
}
