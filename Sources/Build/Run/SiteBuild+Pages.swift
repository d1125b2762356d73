import Compiler
import Diagnostics
import Style

extension SiteBuild {
  /// The rules that no page used, once each however many pages have the sheet; none where that was not asked for.
  static func unusedRules(_ usage: RuleUsage?) -> [Diagnostic] {
    (usage?.unused() ?? []).map { rule in
      let text = rule.selectors
      return Diagnostic(
        .cssUnusedRule, "no page uses the rule '\(text.count > 60 ? text.prefix(57) + "..." : text)'",
        in: rule.source, at: rule.range, help: "remove it, unless scripts make what it matches")
    }
  }

  /// Why a page of the site is not compiled at all, or `nil`: too large, not readable, not text.
  static func unreadable(_ path: String, size: Int, _ site: Site) -> Diagnostic? {
    if size > SiteWalk.maximumPageSize {
      return Diagnostic(
        .pageTooLarge,
        "the page has \(ByteSize.text(size)); at most \(ByteSize.text(SiteWalk.maximumPageSize)) are read",
        at: SourceLocation(file: path), help: "split the page, or list the file in .hybridignore")
    }
    let bytes: [UInt8]
    do {
      // A page that is made of another file is read from there.
      let source = site.composition.derived[path]?.source ?? path
      bytes = try SystemFile.read(site.systemPath(source), limit: SiteWalk.maximumPageSize)
    } catch {
      return Diagnostic(
        .fileUnreadable, "the page cannot be read: \(error.reason)", at: SourceLocation(file: path),
        help: "look at its permissions, or list it in .hybridignore")
    }
    return BinaryData.fault(in: bytes).map { BinaryData.problem(of: SourceFile(path: path, bytes: bytes), at: $0) }
  }
}
