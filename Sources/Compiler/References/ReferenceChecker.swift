import Composition
import Diagnostics
import References

/// Resolves a page's references inside the site, reports those that name no file (links are left to the build, which
/// knows the routes), and records what the page depends on.
///
/// One per page; not for use from two threads.
struct ReferenceChecker {
  private let files: any SiteFiles
  private let options: CompilerOptions
  /// Every file that was looked for, by site path; `false` where it was not there.
  private(set) var inputs: [String: Bool] = [:]
  /// Those of the inputs whose bytes count; of a link's target only its being there does.
  private(set) var contents: Set<String> = []
  private var isLink = false
  /// The site paths that exist and are referred to.
  private(set) var references: Set<String> = []
  /// Those of the ``references`` that are named only as candidates of images.
  var candidates: Set<String> { candidateReferences.subtracting(otherReferences) }
  private var candidateReferences: Set<String> = []
  private var otherReferences: Set<String> = []
  private var isCandidate = false

  init(files: any SiteFiles, options: CompilerOptions) {
    self.files = files
    self.options = options
  }

  /// The site path of the file that a URL names, or `nil` where there is none (which is reported).
  ///
  /// - Parameters:
  ///   - url: the URL as written.
  ///   - base: what it counts from.
  ///   - kind: what it is for.
  ///   - source: the text that holds it.
  ///   - range: its bytes there.
  ///   - isCandidate: whether it is one of several images of which a viewport shows one.
  mutating func resolve(
    _ url: String, from base: DocumentBase, kind: ReferenceKind, source: SourceFile, range: Range<Int>,
    isCandidate: Bool = false, diagnostics: inout DiagnosticSink
  ) -> String? {
    isLink = kind == .link
    self.isCandidate = isCandidate
    defer { self.isCandidate = false }
    switch SiteReference(url, from: base, prefix: options.base) {
    case .samePage, .data, .otherScheme: return nil
    case .remote(let remote):
      if kind != .link, !options.allowsRemote {
        diagnostics.report(
          .remoteReference, "\(kind.noun) \(quoted(remote)) is remote and takes no part in the build", in: source,
          at: range, help: "fetch it into the site with `hybrid vendor`, or set `\"allowRemote\": true`")
      }
      return nil
    case .outside(let outside):
      // Browsers stop at the root; a page that was saved without its scripts keeps working without them.
      if kind == .link { return nil }
      let code: DiagnosticCode =
        (kind == .script || kind == .module) && options.isSnapshot ? .missingScriptInSnapshot : .outsideReference
      diagnostics.report(
        code, "\(kind.noun) \(quoted(outside)) leaves the site", in: source, at: range,
        help: "move the file into the site and name it from there")
      return nil
    case .directory(let path, _):
      let index = path.isEmpty ? "index.html" : path + "/index.html"
      if kind == .link || kind == .resource {
        if exists(index) { return index }
        if kind == .resource { reportMissing(path + "/", kind, source, range, &diagnostics) }
        return nil
      }
      if SiteReference.stripped(url).isEmpty { return nil }
      reportMissing(path + "/", kind, source, range, &diagnostics)
      return nil
    case .local(let path, _):
      if exists(path) { return path }
      if kind == .link {
        // Where links lead is checked when all routes of the site are known.
        return [path + ".html", path + "/index.html"].first { exists($0) }
      }
      reportMissing(path, kind, source, range, &diagnostics)
      return nil
    }
  }

  /// The bytes of a file of the site; the question is recorded.
  mutating func read(_ path: String) throws(SiteFileError) -> [UInt8] {
    do {
      let bytes = try files.read(path)
      inputs[path] = true
      contents.insert(path)
      refer(to: path)
      return bytes
    } catch {
      inputs[path] = false
      throw error
    }
  }

  /// Notes a file that a page was composed from, or that would change it if it came.
  mutating func record(_ path: String, exists: Bool) {
    inputs[path] = exists
    if exists {
      refer(to: path)
      contents.insert(path)
    }
  }

  /// Notes what composing the page depended on.
  mutating func record(_ dependency: CompositionDependency) {
    guard dependency.exists, !dependency.isReference else {
      return record(dependency.path, exists: dependency.exists)
    }
    inputs[dependency.path] = true
    contents.insert(dependency.path)
  }

  private mutating func exists(_ path: String) -> Bool {
    let exists = files.contains(path)
    inputs[path] = exists
    if !isLink { contents.insert(path) }
    if exists { refer(to: path) }
    return exists
  }

  private mutating func refer(to path: String) {
    references.insert(path)
    if isCandidate { candidateReferences.insert(path) } else { otherReferences.insert(path) }
  }

  /// Which file may be meant depends on all files of the site, so the build looks for it, not the page.
  private func reportMissing(
    _ path: String, _ kind: ReferenceKind, _ source: SourceFile, _ range: Range<Int>,
    _ diagnostics: inout DiagnosticSink
  ) {
    diagnostics.report(
      kind.missingCode(inSnapshot: options.isSnapshot), "\(kind.noun) \(quoted(path)) is not in the site", in: source,
      at: range)
  }

  /// A path as messages show it, cut where hostile input made it long.
  private func quoted(_ text: String) -> String {
    "`\(text.count > 120 ? text.prefix(117) + "..." : text[...])`"
  }
}
