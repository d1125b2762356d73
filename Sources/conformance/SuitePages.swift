import CSSValues
import Compiler
import Foundation

/// Compiles the documents of the suites in the environment of their expectations: a desktop browser, with Ahem installed.
enum SuitePages {
  /// The site of one document that exists nowhere: the document, and the font that the suites' documents name.
  private struct SingleDocument: SiteFiles {
    var html: [UInt8]

    func read(_ path: String) throws(SiteFileError) -> [UInt8] {
      switch path {
      case "index.html": return html
      case "Ahem.ttf":
        guard let font = SuitePages.ahem else { throw .missing }
        return font
      default: throw .missing
      }
    }

    func contains(_ path: String) -> Bool { path == "index.html" || (path == "Ahem.ttf" && SuitePages.ahem != nil) }
  }

  /// The site of a page on disk: the files below its folder.
  private struct Folder: SiteFiles {
    var root: String

    func read(_ path: String) throws(SiteFileError) -> [UInt8] {
      guard let data = FileManager.default.contents(atPath: root + "/" + path) else { throw .missing }
      return Array(data)
    }

    func contains(_ path: String) -> Bool {
      var isDirectory: ObjCBool = false
      return FileManager.default.fileExists(atPath: root + "/" + path, isDirectory: &isDirectory)
        && !isDirectory.boolValue
    }
  }

  private static let ahem: [UInt8]? = {
    let folders = [ProcessInfo.processInfo.environment["HYBRID_SUITES"], "../shared/conformance"].compactMap { $0 }
    return folders.lazy.compactMap { FileManager.default.contents(atPath: $0 + "/fonts/Ahem.ttf") }.first.map(
      Array.init)
  }()

  private static func desktop() -> CompilerOptions {
    var options = CompilerOptions()
    options.features.canHover = true
    options.features.hasFinePointer = true
    options.features.scripting = false
    options.features.reservesScrollbars = true
    return options
  }

  /// A document given as text.
  static func inspect(html: String, viewport: Viewport) -> PageInspection? {
    var options = desktop()
    options.fonts = ["Ahem": "Ahem.ttf"]
    options.features.customScrollbars = true
    let compiler = PageCompiler(options: options, files: SingleDocument(html: Array(html.utf8)))
    return compiler.inspect("index.html", viewport: viewport)
  }

  /// A page on disk; reduced motion, as the pages' expectations were measured.
  static func inspect(file: String, viewport: Viewport) -> PageInspection? {
    var options = desktop()
    options.features.reducedMotion = true
    options.readsMetaViewport = false
    let url = URL(fileURLWithPath: file)
    let compiler = PageCompiler(options: options, files: Folder(root: url.deletingLastPathComponent().path))
    return compiler.inspect(url.lastPathComponent, viewport: viewport)
  }

  /// The compiler of a page on disk, for phones, with the page's path.
  static func compiler(
    file: String, viewports: [Viewport], measuresText: Bool = false
  ) -> (compiler: PageCompiler, path: String) {
    var options = CompilerOptions()
    options.viewports = viewports
    options.measuresText = measuresText
    let url = URL(fileURLWithPath: file)
    return (
      PageCompiler(options: options, files: Folder(root: url.deletingLastPathComponent().path)), url.lastPathComponent
    )
  }

  /// The properties whose computed values the expectations hold.
  static let pageProperties = [
    "color", "background-color", "background-image", "font-size", "font-family", "font-weight", "font-style",
    "line-height", "letter-spacing", "word-spacing", "white-space", "word-break", "overflow-wrap", "text-transform",
    "text-align", "text-indent", "text-decoration-line", "text-overflow", "vertical-align", "direction", "margin-top",
    "margin-right", "margin-bottom", "margin-left", "padding-top", "padding-right", "padding-bottom", "padding-left",
    "border-top-width", "border-right-width", "border-bottom-width", "border-left-width", "border-top-style",
    "border-right-style", "border-bottom-style", "border-left-style", "border-top-color", "border-right-color",
    "border-bottom-color", "border-left-color", "border-top-left-radius", "border-top-right-radius",
    "border-bottom-right-radius", "border-bottom-left-radius", "box-sizing", "float", "clear", "position", "top",
    "right", "bottom", "left", "z-index", "opacity", "visibility", "overflow-x", "overflow-y", "transform",
    "flex-direction", "flex-wrap", "flex-grow", "flex-shrink", "flex-basis", "order", "justify-content",
    "justify-items", "align-items", "align-content", "align-self", "justify-self", "row-gap", "column-gap",
    "grid-template-columns", "grid-template-rows", "grid-auto-flow", "grid-column-start", "grid-column-end",
    "grid-row-start", "grid-row-end", "width", "height", "min-width", "max-width", "min-height", "max-height",
    "aspect-ratio", "list-style-type", "list-style-position", "border-collapse", "border-spacing", "table-layout",
    "object-fit", "box-shadow", "background-size", "column-count", "-webkit-line-clamp", "writing-mode",
    "pointer-events",
  ]
}
