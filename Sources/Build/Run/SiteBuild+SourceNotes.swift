import Diagnostics

extension SiteBuild {
  /// The Markdown files that ship: nothing makes pages of them.
  static func markdownFiles(_ site: Site) -> [Diagnostic] {
    site.assets.filter { isMarkdown($0.path) }.map { file in
      Diagnostic(
        .markdownShipped, "the Markdown file ships as it is; no page is made of it",
        at: SourceLocation(file: file.path),
        help: "convert it to HTML before the build, or list it in \"exclude\"")
    }
  }

  private static func isMarkdown(_ path: String) -> Bool {
    let lower = path.lowercased()
    return lower.hasSuffix(".md") || lower.hasSuffix(".markdown")
  }
}
