import Diagnostics

extension BuildRun {
  /// What is larger than the configuration allows.
  func budgetProblems(_ packages: [BuildSummary.Package], _ pages: [(path: String, size: Int)]) -> [Diagnostic] {
    let budgets = configuration.budgets
    var problems: [Diagnostic] = []
    func compare(_ size: Int, _ budget: Int?, _ key: String, _ what: String) {
      guard let budget, size > budget else { return }
      problems.append(
        configuration.places.diagnostic(
          .overBudget, "\(what) \(ByteSize.text(size)), over the budget of \(ByteSize.text(budget))",
          at: ["budgets", .key(key)]))
    }
    compare(packages.reduce(0) { $0 + $1.size }, budgets.total, "total", "the packages have")
    for package in packages { compare(package.size, budgets.package, "package", "the package `\(package.name)` has") }
    for page in pages { compare(page.size, budgets.page, "page", "`\(page.path)` and its layouts have") }
    return problems
  }
}
