/// Compares the lists of style sheets that two versions of a page use.
enum SheetList {
  /// Longer lists are not compared.
  static let mostUses = 300

  /// What differs, and which sheet has another address now: by its new path, the old one.
  ///
  /// - Parameters:
  ///   - old: the sheets before, in their order.
  ///   - new: the sheets now.
  ///   - isRenamed: whether two sheets with different paths are versions of one.
  static func edits(
    from old: [SheetUse], to new: [SheetUse], isRenamed: (String, String) -> Bool
  ) -> (edits: [SheetEdit], renamed: [String: String]) {
    guard old.count <= mostUses, new.count <= mostUses else { return ([], [:]) }
    let kept = commonPairs(old.map(\.path), new.map(\.path))
    let (keptOld, keptNew) = (Set(kept.map(\.0)), Set(kept.map(\.1)))
    var edits: [SheetEdit] = []
    var renamed: [String: String] = [:]
    for (before, after) in kept where old[before].condition != new[after].condition {
      let use = new[after]
      edits.append(
        SheetEdit(
          kind: .condition(old: old[before].condition, new: use.condition), path: use.path,
          sheets: family(of: after, in: new), file: use.file, line: use.line))
    }
    var removed = old.indices.filter { !keptOld.contains($0) }
    var added = new.indices.filter { !keptNew.contains($0) }
    // The same sheet in another place.
    for after in added {
      guard let before = removed.first(where: { old[$0].path == new[after].path }) else { continue }
      removed.removeAll { $0 == before }
      added.removeAll { $0 == after }
      guard let (isLater, other) = passed(before, after, kept, new) else { continue }
      edits.append(
        SheetEdit(
          kind: .reordered(isLater: isLater, than: other), path: new[after].path, sheets: family(of: after, in: new),
          file: new[after].file, line: new[after].line))
    }
    // What comes in the place of another sheet, between the same neighbours.
    func gap(_ index: Int, _ kept: [Int]) -> Int { kept.count { $0 < index } }
    for after in added where new[after].importer.map({ keptNew.contains($0) }) ?? true {
      guard
        let before = removed.first(where: { index in
          gap(index, kept.map(\.0)) == gap(after, kept.map(\.1)) && old[index].condition == new[after].condition
        })
      else { continue }
      removed.removeAll { $0 == before }
      added.removeAll { $0 == after }
      if isRenamed(old[before].path, new[after].path) {
        renamed[new[after].path] = old[before].path
      } else {
        edits.append(
          SheetEdit(
            kind: .replaced(old[before].path), path: new[after].path,
            sheets: family(of: before, in: old) + family(of: after, in: new), file: new[after].file,
            line: new[after].line))
      }
    }
    // What a sheet imports came or went with it.
    for index in removed where !(old[index].importer.map { !keptOld.contains($0) } ?? false) {
      edits.append(edit(.removed, index, of: old))
    }
    for index in added where !(new[index].importer.map { !keptNew.contains($0) } ?? false) {
      edits.append(edit(.added, index, of: new))
    }
    return (edits, renamed)
  }

  private static func edit(_ kind: SheetEdit.Kind, _ index: Int, of uses: [SheetUse]) -> SheetEdit {
    SheetEdit(
      kind: kind, path: uses[index].path, sheets: family(of: index, in: uses), file: uses[index].file,
      line: uses[index].line)
  }

  /// A sheet and what it imports.
  private static func family(of index: Int, in uses: [SheetUse]) -> [String] {
    var members: Set<Int> = [index]
    // What is imported comes behind the importing sheet.
    for other in uses.indices where uses[other].importer.map(members.contains) == true { members.insert(other) }
    return members.sorted().map { uses[$0].path }
  }

  /// The sheet that another one was before and is behind now, or the reverse; `nil` where only what is imported moved.
  private static func passed(
    _ before: Int, _ after: Int, _ kept: [(Int, Int)], _ new: [SheetUse]
  ) -> (isLater: Bool, other: String)? {
    if let later = kept.last(where: { $0.0 > before && $0.1 < after }) { return (true, new[later.1].path) }
    if let earlier = kept.first(where: { $0.0 < before && $0.1 > after }) { return (false, new[earlier.1].path) }
    return nil
  }

  /// The indices of a longest common subsequence.
  private static func commonPairs(_ old: [String], _ new: [String]) -> [(Int, Int)] {
    let width = new.count + 1
    var lengths = [Int](repeating: 0, count: (old.count + 1) * width)
    for row in stride(from: old.count - 1, through: 0, by: -1) {
      for column in stride(from: new.count - 1, through: 0, by: -1) {
        lengths[row * width + column] =
          old[row] == new[column]
          ? lengths[(row + 1) * width + column + 1] + 1
          : max(lengths[(row + 1) * width + column], lengths[row * width + column + 1])
      }
    }
    var pairs: [(Int, Int)] = []
    var (row, column) = (0, 0)
    while row < old.count, column < new.count {
      if old[row] == new[column] {
        pairs.append((row, column))
        (row, column) = (row + 1, column + 1)
      } else if lengths[(row + 1) * width + column] >= lengths[row * width + column + 1] {
        row += 1
      } else {
        column += 1
      }
    }
    return pairs
  }
}
