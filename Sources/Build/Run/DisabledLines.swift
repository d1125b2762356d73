import Composition
import Diagnostics
import Foundation

/// The comments of a file that hide problems of the lines behind them: `<!-- hybrid-disable-next-line HYB1054 -->`, and the same
/// in a style sheet's comments.
struct DisabledLines: Sendable {
  /// One comment.
  struct Comment: Hashable, Sendable {
    /// The line that the comment is in.
    var line: Int
    var column: Int
    var codes: [DiagnosticCode]
    var names: [String]
  }

  static let mark = "hybrid-disable-next-line"

  /// The comments of a text, in order.
  static func comments(in source: SourceFile) -> [Comment] {
    let mark = Array(mark.utf8)
    let bytes = source.bytes
    guard bytes.count > mark.count else { return [] }
    var comments: [Comment] = []
    var code = Site.isMarkdownName(source.path) ? MarkdownCode.ranges(in: bytes)[...] : []
    // OPTIMIZATION: the mark is looked for by its hyphen: texts have few, and the C library finds a byte many at a time.
    let hyphen = mark.firstIndex(of: 0x2D) ?? 0
    bytes.withUnsafeBufferPointer { bytes in
      guard let start = bytes.baseAddress else { return }
      var index = 0
      while index + mark.count <= bytes.count,
        let found = memchr(start + index + hyphen, 0x2D, bytes.count - index - hyphen)
      {
        index = UnsafeRawPointer(found) - UnsafeRawPointer(start) - hyphen
        guard index + mark.count <= bytes.count, memcmp(start + index, mark, mark.count) == 0 else {
          index += 1
          continue
        }
        var end = index + mark.count
        while end < bytes.count, bytes[end] != 0x0A, bytes[end] != 0x2A, bytes[end] != 0x3E,
          !(bytes[end] == 0x2D && end + 1 < bytes.count && bytes[end + 1] == 0x2D)
        {
          end += 1
        }
        while let first = code.first, first.upperBound <= index { code.removeFirst() }
        guard isInComment(index, bytes), code.first?.contains(index) != true else {
          index = end
          continue
        }
        let names = String(decoding: bytes[(index + mark.count)..<end], as: UTF8.self)
          .split { $0.isWhitespace || $0 == "," }.map(String.init)
        let place = source.position(at: index)
        comments.append(
          Comment(line: place.line, column: place.column, codes: names.compactMap(DiagnosticCode.named), names: names))
        index = end
      }
    }
    return comments
  }

  /// How far before the mark a comment may begin, in bytes.
  private static let longestReason = 1_000

  /// Whether a comment that begins before an offset, with `<!--` or `/*`, has not ended there.
  private static func isInComment(_ offset: Int, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var index = offset
    while index >= max(3, offset - longestReason + 3) {
      index -= 1
      switch (bytes[index - 1], bytes[index]) {
      case (0x2D, 0x2D) where index >= 3 && bytes[index - 2] == 0x21 && bytes[index - 3] == 0x3C: return true
      case (0x2D, 0x3E) where bytes[index - 2] == 0x2D: return false
      case (0x2A, 0x2F): return false
      case (0x2F, 0x2A): return true
      default: continue
      }
    }
    return offset >= 2 && bytes[0] == 0x2F && bytes[1] == 0x2A
  }

  /// Whether comments may be looked for in a file of a name.
  static func mayBeIn(_ path: String) -> Bool {
    Site.isPageName(path) || Site.isMarkdownName(path) || path.lowercased().hasSuffix(".css")
  }
}

extension BuildRun {
  /// The problems as they count: by the configuration, and by comments in the sources.
  mutating func judged(_ problems: [Diagnostic], _ site: Site) -> [Diagnostic] {
    let problems = problems.compactMap(configuration.diagnosticRules.applied)
    let files = (site.pages.filter { site.composition.derived[$0.path] == nil } + site.assets + site.fragments)
      .filter { DisabledLines.mayBeIn($0.path) && $0.size <= SiteWalk.maximumPageSize }
    let known = previous.disabledLines
    let found = ParallelWork.map(files, threads: options.jobs) { file -> [DisabledLines.Comment] in
      if let comments = known[file] { return comments }
      guard let bytes = try? SiteFile.read(file.path, in: site.root) else { return [] }
      return DisabledLines.comments(in: SourceFile(path: file.path, bytes: bytes))
    }
    state.disabledLines = keepsPages ? Dictionary(zip(files, found)) { first, _ in first } : [:]
    var comments: [String: [Int: [DisabledLines.Comment]]] = [:]
    for (file, found) in zip(files, found) where !found.isEmpty {
      comments[file.path] = Dictionary(grouping: found) { $0.line + 1 }
    }
    guard !comments.isEmpty else { return problems }
    var used: Set<String> = []
    func use(_ file: String, _ comment: DisabledLines.Comment, _ code: DiagnosticCode) -> String {
      "\(file):\(comment.line):\(comment.column):\(code.name)"
    }
    let rest = problems.compactMap { problem -> Diagnostic? in
      // What only the configuration makes an error is hidden as the warning would be.
      guard problem.severity != .error || problem.code.severity != .error else { return problem }
      // A problem that is reported once for several elements is hidden only where a comment says so.
      let left = problem.hiding { place in
        guard let comment = comments[place.file]?[place.line]?.first(where: { $0.codes.contains(problem.code) }) else {
          return false
        }
        used.insert(use(place.file, comment, problem.code))
        return true
      }
      return left.map { $0.location == problem.location ? $0 : withSourceLine($0, site) }
    }
    let useless = zip(files, found).flatMap { file, found in
      found.flatMap { comment -> [Diagnostic] in
        let place = SourceLocation(file: file.path, line: comment.line, column: comment.column)
        let hidesNothing = comment.codes.filter { !used.contains(use(file.path, comment, $0)) }.map(\.name)
        let unknown = comment.names.filter { DiagnosticCode.named($0) == nil }
        let names =
          [hidesNothing.joined(separator: ", ")].filter { !$0.isEmpty }
          + unknown.map { "\($0), which is not a known code" } + (comment.names.isEmpty ? ["no code"] : [])
        return names.isEmpty
          ? []
          : [
            Diagnostic(
              .suppressionUseless, "the comment hides nothing: \(names.joined(separator: "; "))", at: place,
              help: unknown.isEmpty
                ? "remove it, or put it right before the line; errors cannot be hidden"
                : "write the code as the problem has it: HYB and four digits, such as HYB0137")
          ]
      }
    }
    return rest + useless
  }

  /// A problem with the line of the file at its place.
  private func withSourceLine(_ problem: Diagnostic, _ site: Site) -> Diagnostic {
    guard let place = problem.location, let bytes = try? SiteFile.read(place.file, in: site.root) else {
      return problem
    }
    let excerpt = SourceFile(path: place.file, bytes: bytes).excerpt(line: place.line, around: place.column)
    var problem = problem
    problem.sourceLine = excerpt.text
    problem.sourceLineColumn = excerpt.column
    return problem
  }
}
