import CSS
import Diagnostics
import Foundation
import HTML
import Style

/// Measures the stages before layout on one thread, in CPU time: parsing stylesheets, parsing pages, resolving styles.
///
///     swift run -c release --package-path Benchmarks stages css SHEET
///     swift run -c release --package-path Benchmarks stages html PAGE...
///     swift run -c release --package-path Benchmarks stages style PAGE SHEET...
///
/// Each answer is one line of JSON, which `Benchmarks/run` reads.
@main
struct Stages {
  static func main() throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    switch arguments.first {
    case "css": for path in arguments.dropFirst() { try measureSheet(path) }
    case "html": try measurePages(Array(arguments.dropFirst()))
    case "style" where arguments.count > 2: try measureStyles(arguments[1], Array(arguments[2...]))
    default:
      print("usage: stages css SHEET... | stages html PAGE... | stages style PAGE SHEET...")
      exit(64)
    }
  }

  // MARK: Stages

  /// Tokens, rules, selectors, declarations to typed values: as the build reads a sheet, nothing left over from before.
  private static func measureSheet(_ path: String) throws {
    let bytes = try read(path)
    let file = SourceFile(path: "sheet.css", bytes: bytes)
    let whole = median(runs: 31) { CSSStyleSheet(file, options: StyleSheetOptions()).diagnostics.diagnostics.count }
    let tokens = median(runs: 31) { TokenStream(file).tokens.count }
    answer([
      "stage": "css", "bytes": bytes.count, "megabytesASecond": rate(bytes.count, whole),
      "tokensMegabytesASecond": rate(bytes.count, tokens),
    ])
  }

  /// Tokenizing and tree construction of pages, and only tokenizing.
  private static func measurePages(_ paths: [String]) throws {
    let pages = try paths.map { SourceFile(path: "page.html", bytes: try read($0)) }
    let size = pages.reduce(0) { $0 + $1.bytes.count }
    let trees = median(runs: 11) {
      pages.reduce(0) { count, page in
        var diagnostics = DiagnosticSink(limit: 0)
        return count + HTMLParser.parse(page, diagnostics: &diagnostics).nodeCount
      }
    }
    let tokens = median(runs: 11) { pages.reduce(0) { $0 + HTML.TokenStream.count(of: $1.bytes) } }
    answer([
      "stage": "html", "bytes": size, "pages": pages.count, "megabytesASecond": rate(size, trees),
      "tokensMegabytesASecond": rate(size, tokens),
    ])
  }

  /// Matching, cascade and computed values of a page whose body is repeated: elements a second must not fall.
  private static func measureStyles(_ page: String, _ sheets: [String]) throws {
    let text = String(decoding: try read(page), as: UTF8.self)
    let parsed = try sheets.map {
      CollectedSheet(CSSStyleSheet(SourceFile(path: "sheet.css", bytes: try read($0)), options: StyleSheetOptions()))
    }
    var environment = Environment()
    environment.viewport.width = 390
    environment.viewport.height = 844
    environment.viewport.scale = 3
    for copies in [1, 8, 64] {
      let source = SourceFile(path: "page.html", text: repeated(text, copies))
      var diagnostics = DiagnosticSink(limit: 0)
      let tree = ElementTree(HTMLParser.parse(source, diagnostics: &diagnostics))
      // Twice the sheets are twice the rules: the cost of an element must grow by less.
      for times in [1, 2] {
        let rules = RuleSet(
          Array(repeating: parsed, count: times).flatMap { $0 }, environment: environment, isQuirks: tree.isQuirks)
        let time = median(runs: 11) {
          StyleResolver(tree, author: rules, environment: environment).resolve().styles.count
        }
        answer([
          "stage": "style", "elements": tree.elements.count, "sheets": times,
          "elementsASecond": (Double(tree.elements.count) / time).rounded(),
        ])
      }
    }
  }

  /// The page with its body's contents several times.
  private static func repeated(_ page: String, _ copies: Int) -> String {
    guard let open = page.range(of: "<body"), let start = page[open.upperBound...].firstIndex(of: ">"),
      let end = page.range(of: "</body>", options: .backwards)
    else { return String(repeating: page, count: copies) }
    let body = page[page.index(after: start)..<end.lowerBound]
    return page[...start] + String(repeating: String(body), count: copies) + page[end.lowerBound...]
  }

  // MARK: Measuring

  private static func read(_ path: String) throws -> [UInt8] { Array(try Data(contentsOf: URL(fileURLWithPath: path))) }

  /// The median CPU time in seconds of calls whose result counts, so that none is left out.
  private static func median(runs: Int, _ body: () -> Int) -> Double {
    var times: [Double] = []
    var sum = 0
    for _ in 0..<runs {
      let start = cpuTime()
      sum &+= body()
      times.append(cpuTime() - start)
    }
    precondition(sum >= 0)
    return max(times.sorted()[runs / 2], 1e-9)
  }

  private static func cpuTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  private static func rate(_ bytes: Int, _ seconds: Double) -> Double { (Double(bytes) / seconds / 1e5).rounded() / 10 }

  private static func answer(_ values: [String: Any]) {
    guard let data = try? JSONSerialization.data(withJSONObject: values, options: .sortedKeys) else { return }
    print(String(decoding: data, as: UTF8.self))
  }
}
