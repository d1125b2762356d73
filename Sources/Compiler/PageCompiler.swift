import Diagnostics

/// Compiles pages of one site: safe to use from several threads at once; what pages share (stylesheets, fonts) is read
/// once.
public final class PageCompiler: Sendable {
  /// What all pages have in common.
  public let options: CompilerOptions
  private let files: any SiteFiles

  /// A compiler for the pages of a site.
  public init(options: CompilerOptions, files: any SiteFiles) {
    self.options = options
    self.files = files
  }

  /// Compiles the page at a site path. Problems are part of the answer; a page with errors has whatever could be made.
  public func compile(_ path: String) -> CompiledPage {
    // UNIMPLEMENTED: the stages.
    CompiledPage(
      path: path, pageFile: [], layoutFiles: [], webFile: [], title: "", diagnostics: [], inputs: [:], references: [],
      fonts: [], elementCount: 0)
  }
}
