import Diagnostics
import HTML
import References

/// Finds the files that pages name, each cut into pieces once; reports those that are missing or lead back to themselves.
struct FragmentLoader {
  let page: CompositionPage
  let journal: CompositionJournal
  let budget: CompositionBudget
  let composer: Composer

  /// The fragment of a URL.
  ///
  /// - Parameter role: what it is for the page: `layout`, `partial`.
  func load(_ url: String, _ role: String, in context: Context, at range: Range<Int>) -> Fragment? {
    guard case .local(let target, _) = SiteReference(url, from: context.fragment.path, base: page.base) else {
      journal.report(
        .compositionFileMissing, "the \(role) `\(url.prefix(120))` is not a path in the site", in: context, at: range,
        help: "name a file of the site, such as /partials/header.html")
      return nil
    }
    return load(path: target, role, in: context, at: range)
  }

  /// The fragment at a site path.
  func load(path target: String, _ role: String, in context: Context, at range: Range<Int>) -> Fragment? {
    guard budget.mayInsert(context, at: range) else { return nil }
    let trail = context.frame.trail
    if trail.contains(target) {
      journal.report(
        .compositionCycle, "the \(role) leads back to itself: \(context.frame.trail(to: target))", in: context,
        at: range, help: "take one of them out of the circle")
      return nil
    }
    guard trail.count < CompositionBudget.maximumFileDepth else {
      journal.report(
        .compositionLimit,
        "more than \(CompositionBudget.maximumFileDepth) files are nested: "
          + trail.suffix(3).joined(separator: " → "), in: context, at: range)
      return nil
    }
    journal.record(target, role)
    // OPTIMIZATION: a partial that is put in again is not read again.
    let isKnown = budget.hasRead(target)
    guard let bytes = isKnown ? [] : composer.read(target) else {
      journal.depend(on: target, exists: false)
      journal.report(
        .compositionFileMissing, "the \(role) `\(target)` is not in the site (\(context.frame.trail(to: target)))",
        in: context, at: range, help: "paths that begin with / count from the site's root")
      return nil
    }
    journal.depend(on: target, exists: true)
    if !isKnown { budget.noteRead(target, bytes.count) }
    let fragment = composer.fragments.fragment(target, keepsCase: page.keepsCase) { problems in
      let decoded = EncodingSniffer.decode(isKnown ? composer.read(target) ?? [] : bytes)
      let source = SourceFile(path: target, bytes: decoded.text)
      decoded.report(in: source, to: &problems)
      return source
    }
    if let fragment {
      journal.append(fragment.diagnostics)
      journal.append(fragment.directives)
    }
    return fragment
  }
}
