import CSSValues
import Compiler
import Diagnostics

/// A site in memory, by site path.
struct MemorySite: SiteFiles {
  var files: [String: [UInt8]]

  init(_ files: [String: String]) {
    self.files = files.mapValues { Array($0.utf8) }
  }

  func read(_ path: String) throws(SiteFileError) -> [UInt8] {
    guard let bytes = files[path] else { throw .missing }
    return bytes
  }

  func contains(_ path: String) -> Bool { files[path] != nil }
}

extension MemorySite {
  /// Compiles a page with one viewport of 400 by 300 px.
  func compile(_ path: String = "index.html", change: (inout CompilerOptions) -> Void = { _ in }) -> CompiledPage {
    var options = CompilerOptions()
    options.viewports = [Viewport(width: 400, height: 300, scale: 1)]
    change(&options)
    return PageCompiler(options: options, files: self).compile(path)
  }

  /// The problems of a page, one a line: `place severity code message`.
  ///
  /// - Parameter isWhole: whether to include what nearly all pages of a line or two have: text in the default font, and no
  ///   `<meta name="viewport">`. `ApproximateFontTests` and `PageViewportTests` look at these.
  func problems(
    _ path: String = "index.html", isWhole: Bool = false, change: (inout CompilerOptions) -> Void = { _ in }
  ) -> String {
    let problems = compile(path, change: change).diagnostics.filter { problem in
      problem.severity != .note
        && (isWhole
          || problem.code != .noViewport
            && !(problem.code == .approximateFont && problem.message.hasPrefix("no style sheet names a font")))
    }
    return problems.map { problem in
      let place = problem.location.map { "\($0.file):\($0.line):\($0.column)" } ?? "-"
      return "\(place) \(problem.severity.rawValue) \(problem.code.name) \(problem.message)"
    }.joined(separator: "\n")
  }

  /// The boxes of a page in document order, one a line: `path x y width height "lines"`.
  func boxes(
    _ path: String = "index.html", width: Double = 400, height: Double = 300, below selector: String = "body",
    change: (inout CompilerOptions) -> Void = { _ in }
  ) -> String {
    var options = CompilerOptions()
    change(&options)
    let compiler = PageCompiler(options: options, files: self)
    guard let page = compiler.inspect(path, viewport: Viewport(width: width, height: height, scale: 1)) else {
      return "unreadable"
    }
    var paths = ElementPaths(of: page.document)
    let lines = page.linesByElement()
    var result: [String] = []
    for element in page.elements {
      let path = paths.path(of: element)
      guard path.contains(selector + ">") else { continue }
      guard let rect = page.frame(of: element)?.rect else {
        result.append("\(path) no box")
        continue
      }
      let texts = (lines[element] ?? []).map { "\"" + String(decoding: $0.text, as: UTF16.self) + "\"" }
      let numbers = [rect.x, rect.y, rect.width, rect.height].map { $0 == $0.rounded() ? "\(Int($0))" : "\($0)" }
      result.append(([path] + numbers + texts).joined(separator: " "))
    }
    return result.joined(separator: "\n")
  }
}
