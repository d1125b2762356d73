import CSSValues

/// The declarations that differ between the sheets of two releases, and which of them is behind a finding.
struct SheetChanges {
  private struct Change {
    var file: String
    var declaration: SheetDeclarations.Declaration
  }

  /// Declarations that only the new release has, with their places in it.
  private var added: [Change] = []
  /// Declarations that are gone, with the line in the new sheet where their rule is, or else their old line.
  private var removed: [Change] = []
  /// The properties whose values use each custom property, as the new sheets have them.
  private var users: [String: [SheetDeclarations.Declaration]] = [:]

  /// The declarations that each custom property that was edited reaches, through others too.
  private var reached: [String: [SheetDeclarations.Declaration]] = [:]

  /// A declaration of a custom property that was edited.
  struct CustomProperty: Hashable {
    /// The sheet.
    var file: String
    /// The line in it, from 1.
    var line: Int
    /// The rule's selector.
    var selector: String
    /// The property's name.
    var name: String
    /// The value before; `nil` for none.
    var old: String?
    /// The value now; `nil` for none.
    var new: String?
  }

  /// The edit of a rule: one or several of its declarations.
  struct RuleEdit: Hashable {
    /// The sheet.
    var file: String
    /// The selectors and at-rules around the declarations, without those of color schemes.
    var context: [String]
  }

  /// The edit of one declaration, as it is written.
  struct DeclarationEdit: Hashable {
    /// The rule that it is in.
    var rule: RuleEdit
    /// The line in the sheet, from 1.
    var line: Int
    /// The rule's selector.
    var selector: String
    /// The property that was written: a longhand or a shorthand.
    var property: String
    /// The value before; `nil` for none.
    var old: String?
    /// The value now; `nil` for none.
    var new: String?
  }

  /// The sheets that each page of the new release uses.
  private let links: SheetLinks
  /// The edits of the lists of sheets, by page; a page whose lists are the same or unknown has none.
  private var listEdits: [String: [SheetEdit]] = [:]
  /// The pages whose lists of sheets are known.
  private var listedPages: Set<String> = []
  /// The declarations of the sheets that came, went or changed places, by the path of the sheet.
  private var listedDeclarations: [String: ListedSheet] = [:]
  /// For each longhand, the indices in ``added`` of the declarations that set it.
  private var addedSetters: [PropertyID: [Int]] = [:]
  /// For each longhand, the indices in ``removed`` of the declarations that set it.
  private var removedSetters: [PropertyID: [Int]] = [:]

  /// What the declarations of a sheet set.
  private struct ListedSheet {
    var count = 0
    /// By longhand, the selectors.
    var selectors: [PropertyID: Set<String>] = [:]
    var declaresCustomProperties = false
    var setsAll = false
  }

  /// The most sheets that are read.
  private static let mostSheets = 500

  /// Compares the style sheets that two releases ship, and the `<style>` elements of some of their pages.
  init(_ old: ComparedRelease, _ new: ComparedRelease, pages: [String]) {
    links = SheetLinks(new)
    let renamed = compareLists(old, new, pages: pages)
    let listed = Set(listEdits.values.joined().flatMap(\.sheets))
    let sheets = new.entries.map(\.entry).filter { FileKind(path: $0.path) == .css }.map(\.path)
    for path in sheets.prefix(Self.mostSheets) {
      guard let text = Self.contents(path, of: new) else { continue }
      let declarations = SheetDeclarations(text[...]).list
      note(users: declarations)
      let name = String(path.dropFirst(4))
      let oldPath = renamed[name].map { "web/" + $0 } ?? path
      guard old.entry(oldPath)?.hash != new.entry(path)?.hash else { continue }
      // A sheet that came or went is one cause, and not each of its declarations.
      if old.entry(oldPath) == nil, listed.contains(name) { continue }
      let before = Self.contents(oldPath, of: old).map { SheetDeclarations($0[...]).list } ?? []
      compare(before, declarations, file: name)
    }
    for page in pages.prefix(Self.mostSheets) {
      guard let after = Self.contents("web/" + page, of: new), let before = Self.contents("web/" + page, of: old) else {
        continue
      }
      let (oldElements, newElements) = (StyleElement.list(of: before), StyleElement.list(of: after))
      note(users: newElements.flatMap(\.declarations))
      // An element that came or went is one cause, too.
      let whole = Set(listEdits(of: page).flatMap(\.sheets))
      func edited(_ elements: [StyleElement]) -> [SheetDeclarations.Declaration] {
        elements.filter { !whole.contains($0.path) }.flatMap(\.declarations)
      }
      compare(edited(oldElements), edited(newElements), file: page)
    }
    for change in added + removed where change.declaration.property.hasPrefix("--") {
      let name = change.declaration.property
      if reached[name] == nil { reached[name] = declarations(reachedBy: name) }
    }
    addedSetters = Self.setters(added)
    removedSetters = Self.setters(removed)
  }

  private static func setters(_ changes: [Change]) -> [PropertyID: [Int]] {
    var setters: [PropertyID: [Int]] = [:]
    for (index, change) in changes.enumerated() {
      for property in PropertyID(named: change.declaration.property)?.longhands ?? [] {
        setters[property.physical, default: []].append(index)
      }
    }
    return setters
  }

  // MARK: Lists of sheets

  /// Compares which sheets the pages use. Returns the new paths of sheets that have another name now, with the old ones.
  private mutating func compareLists(_ old: ComparedRelease, _ new: ComparedRelease, pages: [String]) -> [String:
    String]
  {
    let before = SheetLinks(old)
    var renamed: [String: String] = [:]
    var alike: [[String]: Bool] = [:]
    func isRenamed(_ left: String, _ right: String) -> Bool {
      // A `<style>` in the place of another one is that one, edited.
      if StyleElement.isPath(left) || StyleElement.isPath(right) {
        return StyleElement.isPath(left) && StyleElement.isPath(right)
      }
      if let known = alike[[left, right]] { return known }
      let answer =
        old.entry("web/" + right) == nil && Self.areAlike(Self.declarations(left, old), Self.declarations(right, new))
      alike[[left, right]] = answer
      return answer
    }
    for page in pages.prefix(Self.mostSheets) {
      guard let oldUses = before.uses(ofPage: page), let newUses = links.uses(ofPage: page) else { continue }
      listedPages.insert(page)
      let found = SheetList.edits(from: oldUses, to: newUses, isRenamed: isRenamed)
      renamed.merge(found.renamed) { first, _ in first }
      guard !found.edits.isEmpty else { continue }
      listEdits[page] = found.edits
      for path in found.edits.flatMap(\.sheets) where listedDeclarations[path] == nil {
        let release = new.entry("web/" + path) == nil ? old : new
        listedDeclarations[path] = Self.listed(
          links.declarations(ofStyleElement: path) ?? before.declarations(ofStyleElement: path)
            ?? Self.declarations(path, release))
      }
    }
    return renamed
  }

  private static func declarations(_ path: String, _ release: ComparedRelease) -> [SheetDeclarations.Declaration] {
    contents("web/" + path, of: release).map { SheetDeclarations($0[...]).list } ?? []
  }

  /// Whether at least half of the declarations of two sheets are the same.
  private static func areAlike(
    _ left: [SheetDeclarations.Declaration], _ right: [SheetDeclarations.Declaration]
  ) -> Bool {
    let known = Set(left.map(\.identity))
    return !right.isEmpty && right.count { known.contains($0.identity) } * 2 >= max(left.count, right.count)
  }

  private static func listed(_ declarations: [SheetDeclarations.Declaration]) -> ListedSheet {
    var sheet = ListedSheet(count: declarations.count)
    for declaration in declarations {
      if declaration.property.hasPrefix("--") {
        sheet.declaresCustomProperties = true
      } else if declaration.property == "all" {
        sheet.setsAll = true
      }
      for property in PropertyID(named: declaration.property)?.longhands ?? [] {
        sheet.selectors[property.physical, default: []].insert(declaration.selector)
      }
    }
    return sheet
  }

  /// Whether the sheets that a page uses are known of both releases, so that their links need no comparison of their own.
  func knowsSheets(of page: String) -> Bool { listedPages.contains(page) }

  /// How a page uses its sheets otherwise than before.
  func listEdits(of page: String) -> [SheetEdit] { listEdits[page] ?? [] }

  /// How many declarations come, go or win otherwise by an edit.
  func declarationCount(of edit: SheetEdit) -> Int {
    edit.sheets.reduce(0) { $0 + (listedDeclarations[$1]?.count ?? 0) }
  }

  /// The edit of a page's list of sheets that is behind a change of a property: one of the sheets sets it, if possible in a rule
  /// that names the element.
  func listEdit(
    behind property: PropertyID, on element: ElementName, page: String, isCertain: Bool
  ) -> SheetEdit? {
    guard let edits = listEdits[page] else { return nil }
    let names = Self.names(of: element)
    func any(_ condition: (ListedSheet) -> Bool) -> SheetEdit? {
      edits.first { $0.sheets.contains { listedDeclarations[$0].map(condition) ?? false } }
    }
    let naming = any { sheet in
      sheet.selectors[property.physical]?.contains { selector in
        names.contains { Self.selector(selector, names: $0) }
      } ?? false
    }
    if naming != nil || isCertain { return naming }
    return any { $0.selectors[property.physical] != nil } ?? any { $0.declaresCustomProperties || $0.setsAll }
  }

  /// The declarations of other than custom properties that use a custom property, or one whose value uses it.
  private func declarations(reachedBy name: String) -> [SheetDeclarations.Declaration] {
    var found: [SheetDeclarations.Declaration] = []
    var (waiting, seen) = ([name], Set([name]))
    while let next = waiting.popLast() {
      for user in users[next] ?? [] {
        if !user.property.hasPrefix("--") {
          found.append(user)
        } else if seen.insert(user.property).inserted {
          waiting.append(user.property)
        }
      }
    }
    return found
  }

  private static func contents(_ path: String, of release: ComparedRelease) -> [UInt8]? {
    guard let entry = release.entry(path), entry.size <= UInt64(SheetDeclarations.largestSheet) else { return nil }
    return try? release.contents(of: path)
  }

  private mutating func note(users declarations: [SheetDeclarations.Declaration]) {
    for declaration in declarations where declaration.value.contains("var(") {
      for part in declaration.value.components(after: "var(") {
        let name = String(part.drop { $0 == " " }.prefix { $0 != "," && $0 != ")" && $0 != " " })
        users[name, default: []].append(declaration)
      }
    }
  }

  private mutating func compare(
    _ before: [SheetDeclarations.Declaration], _ after: [SheetDeclarations.Declaration], file: String
  ) {
    var known: [[String]: Int] = [:]
    for declaration in before { known[declaration.identity, default: 0] += 1 }
    for declaration in after {
      if let count = known[declaration.identity], count > 0 {
        known[declaration.identity] = count - 1
      } else {
        added.append(Change(file: file, declaration: declaration))
      }
    }
    let lines = Dictionary(after.map { ($0.context, $0.line) }, uniquingKeysWith: { first, _ in first })
    for declaration in before {
      guard let count = known[declaration.identity], count > 0 else { continue }
      known[declaration.identity] = count - 1
      var moved = declaration
      moved.line = lines[declaration.context] ?? declaration.line
      removed.append(Change(file: file, declaration: moved))
    }
  }

  // MARK: Places

  /// Where the declaration behind a finding is: one of the properties, in a rule whose selector names the elements, or a
  /// custom property that such a rule uses. `nil` where none fits.
  func source(of finding: Finding) -> (file: String, line: Int)? {
    guard finding.subject == .style || finding.subject == .state else { return nil }
    return place(of: finding.changes, on: finding.element, pages: finding.pages)
  }

  /// Whether nothing differs between the sheets.
  var isEmpty: Bool { added.isEmpty && removed.isEmpty }

  /// Whether an edit of a sheet is behind changes of styles: one of the properties, in a rule whose selector names the element.
  func explains(_ changes: [ValueChange], on element: String, pages: [String]) -> Bool {
    !isEmpty && place(of: changes, on: element, pages: pages, isCertain: true) != nil
  }

  /// Whether custom properties were edited.
  var hasCustomProperties: Bool { !reached.isEmpty }

  /// The custom property whose edit is behind changes of styles.
  func customProperty(behind changes: [ValueChange], on element: String, pages: [String]) -> CustomProperty? {
    guard let change = change(behind: changes, on: element, pages: pages, isCertain: false),
      change.declaration.property.hasPrefix("--")
    else { return nil }
    func value(_ list: [Change]) -> String? {
      list.first {
        $0.file == change.file && $0.declaration.property == change.declaration.property
          && $0.declaration.context == change.declaration.context
      }?.declaration.value
    }
    return CustomProperty(
      file: change.file, line: change.declaration.line, selector: change.declaration.selector,
      name: change.declaration.property, old: value(removed), new: value(added))
  }

  private func place(
    of changes: [ValueChange], on element: String, pages: [String], isCertain: Bool = false
  ) -> (file: String, line: Int)? {
    change(behind: changes, on: element, pages: pages, isCertain: isCertain).map { ($0.file, $0.declaration.line) }
  }

  private func change(
    behind changes: [ValueChange], on element: String, pages: [String], isCertain: Bool
  ) -> Change? {
    let properties = Set(
      changes.flatMap { change in
        // The name of a state is before that of the property.
        change.name.split(separator: " ").last.flatMap { PropertyID(named: String($0)) }?.longhands ?? []
      })
    guard !properties.isEmpty else { return nil }
    let used = links.sheets(ofPages: pages)
    func isUsed(_ change: Change) -> Bool {
      used.map { $0.contains(change.file) || pages.contains(change.file) } ?? true
    }
    let added = added.filter(isUsed)
    let removed = removed.filter(isUsed)
    let names = element.split(whereSeparator: { " ,>".contains($0) }).flatMap(Self.simpleNames)
    func sets(_ declaration: SheetDeclarations.Declaration) -> Bool {
      !properties.isDisjoint(with: PropertyID(named: declaration.property)?.longhands.map(\.physical) ?? [])
    }
    func selects(_ declaration: SheetDeclarations.Declaration) -> Bool {
      names.contains { Self.selector(declaration.selector, names: $0) }
    }
    // What is written otherwise is in both lists: the new place counts.
    let addedFitting = added.filter { sets($0.declaration) }
    let fitting = addedFitting.isEmpty ? removed.filter { sets($0.declaration) } : addedFitting
    if let change = fitting.first(where: { selects($0.declaration) }) { return change }
    let changed = added.filter { $0.declaration.property.hasPrefix("--") }
    let custom = (changed.isEmpty ? removed : changed).filter { change in
      (reached[change.declaration.property] ?? []).contains(where: sets)
    }
    let named = custom.filter { change in
      (reached[change.declaration.property] ?? []).contains { sets($0) && selects($0) }
    }
    // Declared for several themes or widths, and edited in each, it is still one property.
    func isOne(_ list: [Change]) -> Bool { Set(list.map(\.declaration.property)).count == 1 }
    if let change = isOne(named) ? named[0] : isOne(custom) && !isCertain ? custom[0] : nil { return change }
    if isCertain { return nil }
    // A selector that names the elements otherwise, such as `main > *`.
    return fitting.count == 1 ? fitting[0] : nil
  }

  // MARK: Declarations

  /// The declaration whose edit is behind a change of a property of an element: one that sets the property, in a rule that names
  /// the element, or the only one that sets it at all.
  ///
  /// - Parameters:
  ///   - property: the longhand.
  ///   - element: the name of the element.
  ///   - page: the page.
  ///   - state: the state of the element, such as `:hover`; empty for none.
  ///   - isCertain: whether the rule must name the element.
  func edit(
    behind property: PropertyID, on element: ElementName, page: String, state: String = "", isCertain: Bool
  ) -> DeclarationEdit? {
    let used = links.sheets(ofPages: [page])
    func fitting(_ setters: [PropertyID: [Int]], _ list: [Change]) -> [Change] {
      (setters[property.physical] ?? []).map { list[$0] }.filter { change in
        used.map { $0.contains(change.file) || page == change.file } ?? true
      }
    }
    // What is written otherwise is in both lists: the new place counts.
    let addedFitting = fitting(addedSetters, added)
    var candidates = addedFitting.isEmpty ? fitting(removedSetters, removed) : addedFitting
    guard !candidates.isEmpty else { return nil }
    func isOfState(_ change: Change) -> Bool {
      let selector = change.declaration.selector
      return state.isEmpty
        ? ![":hover", ":focus", ":active"].contains(where: selector.contains) : selector.contains(state)
    }
    let ofState = candidates.filter(isOfState)
    if !ofState.isEmpty { candidates = ofState }
    for name in Self.names(of: element) {
      if let change = candidates.first(where: { Self.selector($0.declaration.selector, names: name) }) {
        return written(change)
      }
    }
    guard !isCertain else { return nil }
    let rules = Set(candidates.map { Self.rule(of: $0) })
    return rules.count == 1 ? written(candidates[0]) : nil
  }

  private static func rule(of change: Change) -> RuleEdit {
    RuleEdit(
      file: change.file,
      context: change.declaration.context.filter { !$0.lowercased().contains("prefers-color-scheme") })
  }

  private func written(_ change: Change) -> DeclarationEdit {
    let declaration = change.declaration
    func value(_ list: [Change]) -> String? {
      list.first {
        $0.file == change.file && $0.declaration.property == declaration.property
          && $0.declaration.context == declaration.context
      }?.declaration.value
    }
    return DeclarationEdit(
      rule: Self.rule(of: change), line: declaration.line, selector: declaration.selector,
      property: declaration.property, old: value(removed), new: value(added))
  }

  /// The names by which a selector may select an element, the most specific first.
  private static func names(of element: ElementName) -> [String] {
    var names = element.id.isEmpty ? [] : ["#" + element.id]
    names += element.classes.map { "." + $0 }
    if !element.tag.isEmpty { names.append(element.tag) }
    // `a:before` is as good as `a::before`.
    return names + names.filter { $0.contains("::") }.map { $0.replacing("::", with: ":") }
  }

  /// The name of an element, and each of its classes: `.card.small` is selected by `.small`, too.
  private static func simpleNames(_ name: Substring) -> [String] {
    let classes = name.split(separator: ".", omittingEmptySubsequences: false).dropFirst().map { "." + $0 }
    return [String(name)] + (classes.count > 1 ? classes : [])
  }

  private static func isPartOfName(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "-" || character == "_"
  }

  /// Whether a selector has a name as a whole word: `.card` is in `.card > a`, not in `.card-small`.
  private static func selector(_ selector: String, names name: String) -> Bool {
    let isTag = name.first?.isLetter == true
    return selector.components(after: name).contains { rest in
      // Rules of generated boxes are not those of their element.
      if [":before", ":after", "::"].contains(where: rest.hasPrefix) { return false }
      // `p` is neither in `.help` nor in `#p`.
      if isTag, let before = selector[..<rest.startIndex].dropLast(name.count).last,
        isPartOfName(before) || ".#:[".contains(before)
      {
        return false
      }
      return rest.first.map { !isPartOfName($0) } ?? true
    }
  }
}

extension PropertyID {
  /// The physical longhand that a logical one is in a horizontal, left-to-right writing mode.
  fileprivate var physical: PropertyID { definition.horizontalCounterpart ?? self }
}

extension String {
  /// What follows each place of a text.
  fileprivate func components(after text: String) -> [Substring] {
    guard !text.isEmpty else { return [] }
    var parts: [Substring] = []
    var rest = self[...]
    while let range = rest.firstRange(of: text) {
      rest = rest[range.upperBound...]
      parts.append(rest)
    }
    return parts
  }
}
