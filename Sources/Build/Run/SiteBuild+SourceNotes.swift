import Diagnostics

extension SiteBuild {
  /// The Markdown files that ship as they are.
  static func markdownFiles(_ site: Site) -> [Diagnostic] {
    site.assets.filter { Site.isMarkdownName($0.path) }.map { file in
      Diagnostic(
        .markdownShipped, "the Markdown file ships as it is; it has no front matter that makes it a page",
        at: SourceLocation(file: file.path),
        help: "begin it with two lines of `---`, or list it in `exclude`")
    }
  }
}
