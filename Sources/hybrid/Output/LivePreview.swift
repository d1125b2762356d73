import Build
import Diagnostics
import Foundation
import HybridClient
import Manifest
import Preview

/// Keeps a preview up with a watch: what was compiled shows before it is published.
final class LivePreview {
  private let server: PreviewServer
  private let build: SiteBuild
  /// Pages that the server has newer than the published packages.
  private var unpublished: Set<String> = []
  /// An event names no more pages than this; clients read everything again beyond it.
  private static let mostPages = 2_000
  private var problems: [Diagnostic] = []
  /// The hash of the manifest that was published last.
  private var manifest: ContentHash?
  private let root: String

  init(_ server: PreviewServer, _ build: SiteBuild) {
    self.server = server
    self.build = build
    root = URL(fileURLWithPath: build.options.root).standardizedFileURL.path
    build.whenCompiled = { [unowned self] paths in compiled(paths) }
    build.pagesFirst = { server.pagesOnScreen }
  }

  private func compiled(_ paths: [String]) {
    unpublished.formUnion(paths)
    guard !paths.isEmpty else { return }
    let isMany = paths.count > Self.mostPages
    show([isMany ? ("redraw", true) : ("pages", .array(paths.map { .string($0) }))])
  }

  /// Says how a run ended.
  func finished(_ outcome: BuildOutcome) {
    // What watch reports beside builds, such as the limit of watched folders, is one more problem.
    guard outcome.summary != nil || outcome.verdict == .badConfiguration || outcome.verdict == .cannotWrite else {
      return
    }
    let isPublished = outcome.verdict == .success || outcome.verdict == .overBudget
    if isPublished { unpublished = [] }
    // Until something is published, the release of an earlier run is shown, where it is sound.
    manifest = outcome.summary?.manifest ?? manifest ?? (try? ReleaseFolder.open(build.options.outputFolder))?.hash
    problems = outcome.diagnostics.filter { $0.severity > .note }
    // Pages are drawn already: what changes is the packages and the problems.
    show([("published", .bool(isPublished))])
  }

  private func show(_ event: [(key: String, value: JSONText)]) {
    let files = build.files
    let base = build.base
    let (state, manifest) = (state, manifest)
    server.show({ JSONText.object([("version", .integer($0))] + event).compact }) { content in
      content.file = { files.bytes(of: $0) }
      content.displayList = { PreviewPainting.list($0, in: $1, base: base) { files.bytes(of: $0) } }
      content.manifest = manifest
      content.state = state.compact
    }
  }

  private var state: JSONText {
    let viewports = build.viewportNames.map { viewport -> JSONText in
      [
        "name": .string(viewport.name), "width": .number(viewport.width), "height": .number(viewport.height),
        "colorScheme": .string(viewport.colorScheme),
      ]
    }
    var members: [(key: String, value: JSONText)] = [
      ("live", .array(unpublished.sorted().map { .string($0) })), ("viewports", .array(viewports)),
      ("problems", PreviewProblems.text(problems)),
    ]
    if server.isOnlyForThisMachine { members += PreviewProblems.editing(root: root) }
    return .object(members)
  }
}
