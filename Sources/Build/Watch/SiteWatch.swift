import Diagnostics

/// Builds a site, then again whatever a change affects, for as long as it runs.
public final class SiteWatch {
  private let build: SiteBuild
  private var events: any FileEvents
  /// Why the system gives no events, until it is reported.
  private var failure: SystemError?
  /// Seconds without a change after which a burst of changes is over.
  private let settle: Double
  /// Called several times a second between builds, on the thread of the watch; whether to build although nothing changed. Set it
  /// before ``run(_:)``.
  public var whileWaiting: (() -> Bool)?

  /// A watch that builds with `build`; files that were written within a tick of the clock before a walk would be built twice,
  /// so that `settle` is no shorter than one; where the system gives no events, it looks through the site again and again.
  public init(_ build: SiteBuild, settle: Double = 0.011) {
    self.build = build
    build.keepsPages = true
    self.settle = settle
    do throws(SystemError) {
      events = try Self.systemEvents()
    } catch {
      events = PollingEvents()
      failure = error
    }
  }

  /// A watch that hears of changes from `events`.
  init(_ build: SiteBuild, events: any FileEvents) {
    self.build = build
    build.keepsPages = true
    settle = 0
    self.events = events
  }

  /// The system's own events, or polling where it has none.
  public static func systemEvents() throws(SystemError) -> any FileEvents {
    #if canImport(Glibc)
      return try INotifyEvents()
    #elseif canImport(CoreServices)
      return FSEvents()
    #else
      return PollingEvents()
    #endif
  }

  /// Builds once, then after every change, and hands each outcome to `tell`; returns when `tell` answers false.
  public func run(_ report: (BuildOutcome) -> Bool) {
    if let failure {
      let problem = Diagnostic(
        .watchLimit, "files cannot be watched: \(failure.reason)",
        help: "run sudo sysctl fs.inotify.max_user_instances=512; until then the site is looked through twice a second")
      guard report(BuildOutcome(verdict: .success, diagnostics: [problem])) else { return }
    }
    var last = build.build()
    observe(report)
    // What was saved after it was read and before its folders were watched is found by looking once more.
    let late = build.rebuild()
    guard report(last) else { return }
    var isLooking = false
    if let late, late.verdict == .success || late.diagnostics != last.diagnostics {
      guard report(late) else { return }
      last = late
      isLooking = observe(report)
    }
    var changes = FileChanges.unknown
    while true {
      while isLooking {
        if let outcome = build.rebuild(changes) {
          let isOldNews =
            outcome.verdict == .cannotWrite && outcome.changed.isEmpty
            && outcome.diagnostics == last.diagnostics
          if !isOldNews { guard report(outcome) else { return } }
          last = outcome
        }
        changes = .unknown
        // What was made in a folder before it was watched is found by looking once more.
        isLooking = observe(report)
      }
      // A release that could not be written is tried again: room is made, permissions are mended without a save.
      let wait = whileWaiting == nil ? nil : Self.requestInterval
      changes = events.wait(settle: settle, timeout: build.needsPublish ? Self.retryInterval : wait)
      if whileWaiting?() == true {
        last = build.build()
        observe(report)
        guard report(last) else { return }
        continue
      }
      if changes == .nothing {
        if !build.needsPublish { continue }
        changes = .unknown
      }
      waitForRoot()
      isLooking = true
    }
  }

  /// Seconds between two calls of ``whileWaiting``.
  private static let requestInterval = 0.2
  /// Seconds between two tries to publish.
  private static let retryInterval = 2.0

  /// Watches the folders of the last walk; whether there was a new one among them.
  @discardableResult
  private func observe(_ report: (BuildOutcome) -> Bool) -> Bool {
    do throws(SystemError) {
      return try events.watch(build.watchedFolders)
    } catch {
      events = PollingEvents()
      let problem = Diagnostic(
        .watchLimit, "not all folders can be watched: \(error.reason)",
        help: "run sudo sysctl fs.inotify.max_user_watches=524288; until then the site is looked through twice a second"
      )
      _ = report(BuildOutcome(verdict: .success, diagnostics: [problem]))
      return false
    }
  }

  /// A site's folder that is gone may come back: a checkout replaces it.
  private func waitForRoot() {
    while !SystemFile.isFolder(build.options.root) { SystemTime.sleep(0.1) }
  }
}
