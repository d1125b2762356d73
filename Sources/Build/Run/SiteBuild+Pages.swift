import Compiler
import Composition
import Diagnostics
import Style

extension SiteBuild {
  /// The rules that no page used, once each however many pages have the sheet; none where that was not asked for.
  static func unusedRules(_ usage: RuleUsage?) -> [Diagnostic] {
    (usage?.unused() ?? []).map { rule in
      let text = rule.selectors
      return Diagnostic(
        .cssUnusedRule, "no page uses the rule `\(text.count > 60 ? text.prefix(57) + "..." : text)`",
        in: rule.source, at: rule.range, help: "remove it, unless scripts make what it matches")
    }
  }

  /// What looks like a secret in a page's source, which readers can look at.
  static func secrets(inPage path: String, _ site: Site) -> [Diagnostic] {
    let source = site.composition.derived[path]?.source ?? path
    guard let bytes = try? SiteFile.read(source, in: site.root) else { return [] }
    return secrets(in: bytes, of: source)
  }

  /// What looks like a secret in a text; none of it is in the answer.
  static func secrets(in bytes: [UInt8], of path: String) -> [Diagnostic] {
    let findings = SecretScan.findings(in: bytes)
    guard !findings.isEmpty else { return [] }
    let source = SourceFile(path: path, bytes: bytes)
    return findings.map { finding in
      let place = source.position(at: finding.offset)
      let location = SourceLocation(file: path, line: place.line, column: place.column)
      return finding.isPrivateKey
        ? Diagnostic(
          .signingKeyInSite, "the file holds a private key and would be shipped", at: location,
          help: "move it out of the site, or list it in .hybridignore")
        : Diagnostic(
          .secretInSite, "this looks like \(finding.what), and everybody who has the app can read it", at: location,
          help: "take it out, and replace it if it was published")
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
      bytes = try SiteFile.read(source, in: site.root, limit: SiteWalk.maximumPageSize)
    } catch {
      return Diagnostic(
        .fileUnreadable, "the page cannot be read: \(error.reason)", at: SourceLocation(file: path),
        help: "look at its permissions, or list it in .hybridignore")
    }
    return BinaryData.fault(in: bytes).map { BinaryData.problem(of: SourceFile(path: path, bytes: bytes), at: $0) }
  }
}
