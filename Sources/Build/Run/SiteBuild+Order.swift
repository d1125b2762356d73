import Diagnostics

// The problems of a whole site, in order and each once.
extension SiteBuild {
  /// By place, then by code and text; each problem once, since pages that share a stylesheet share its problems.
  static func sorted(_ diagnostics: [Diagnostic]) -> [Diagnostic] {
    let sorted = inOrderOfPlace(Array(Set(diagnostics.map(\.withoutPasswords))))
    // A family is reported once, however many pages have text in it: where it is named first.
    var families: Set<String> = []
    let whole = oncePerSite(
      .noViewport, sorted.filter { $0.code != .approximateFont || families.insert($0.message).inserted })
    return oncePerDeclaration(whole)
  }

  /// The problems with those that one declaration of a sheet has on several pages reported for the first of them.
  private static func oncePerDeclaration(_ diagnostics: [Diagnostic]) -> [Diagnostic] {
    func place(_ problem: Diagnostic) -> SourceLocation? {
      problem.code == .layoutNotSupported && problem.location?.file.hasSuffix(".css") == true ? problem.location : nil
    }
    var counts: [SourceLocation: Int] = [:]
    for problem in diagnostics { if let place = place(problem) { counts[place, default: 0] += 1 } }
    var seen: Set<SourceLocation> = []
    return diagnostics.compactMap { problem in
      guard let place = place(problem), let count = counts[place], count > 1 else { return problem }
      guard seen.insert(place).inserted else { return nil }
      var first = problem
      first.notes.append(count == 2 ? "one other page has it too" : "\(count - 1) other pages have it too")
      return first
    }
  }

  /// The problems with those of one code, which hold for whole pages, reported only for the first page.
  private static func oncePerSite(_ code: DiagnosticCode, _ diagnostics: [Diagnostic]) -> [Diagnostic] {
    let count = diagnostics.count { $0.code == code }
    guard count > 1 else { return diagnostics }
    var isFirst = true
    return diagnostics.compactMap { diagnostic in
      guard diagnostic.code == code else { return diagnostic }
      guard isFirst else { return nil }
      isFirst = false
      var first = diagnostic
      first.notes.append(count == 2 ? "one other page has it too" : "\(count - 1) other pages have it too")
      return first
    }
  }

  static func inOrderOfPlace(_ diagnostics: [Diagnostic]) -> [Diagnostic] {
    diagnostics.sorted { left, right in
      let first = left.location ?? SourceLocation(file: "")
      let second = right.location ?? SourceLocation(file: "")
      if first.file != second.file { return first.file.utf8.lexicographicallyPrecedes(second.file.utf8) }
      if first.line != second.line { return first.line < second.line }
      if first.column != second.column { return first.column < second.column }
      if left.code != right.code { return left.code.number < right.code.number }
      if left.message != right.message { return left.message.utf8.lexicographicallyPrecedes(right.message.utf8) }
      if first.endLine != second.endLine { return first.endLine < second.endLine }
      if first.endColumn != second.endColumn { return first.endColumn < second.endColumn }
      return left.notes.lexicographicallyPrecedes(right.notes)
    }
  }
}
