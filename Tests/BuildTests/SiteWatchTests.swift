import TestSupport
import Testing

@testable import Build

@Suite("Watching a site")
struct SiteWatchTests {
  /// A system that says nothing, and a file that is saved just before its folder is watched.
  private final class LateEvents: FileEvents {
    private var save: (() -> Void)?

    init(save: @escaping () -> Void) { self.save = save }

    func watch(_ folders: Set<String>) -> Bool {
      save?()
      defer { save = nil }
      return save != nil
    }

    func wait(settle: Double, timeout: Double?) -> FileChanges {
      Issue.record("the saved file is built before anything is waited for")
      return .unknown
    }
  }

  @Test("a file that is saved while the first build runs, before folders are watched, is built")
  func savedMeanwhile() throws {
    let folder = try TemporaryFolder()
    try folder.write("site/index.html", Array("<!DOCTYPE html><html lang=en><title>A</title><p>first</p>".utf8))
    let build = SiteBuild(BuildOptions(root: folder.path + "/site", outputFolder: folder.path + "/dist", jobs: 1))
    let text = Array("<!DOCTYPE html><html lang=en><title>A</title><p>second, and longer</p>".utf8)
    let events = LateEvents { #expect(throws: Never.self) { try folder.write("site/index.html", text) } }
    let watch = SiteWatch(build, events: events)
    var outcomes: [BuildOutcome] = []
    watch.run { outcome in
      outcomes.append(outcome)
      return outcomes.count < 2
    }
    #expect(outcomes.map(\.changed) == [[], ["index.html"]])
    #expect(outcomes.map(\.verdict) == [.success, .success])
  }
}
