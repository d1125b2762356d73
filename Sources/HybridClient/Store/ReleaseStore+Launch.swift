import Manifest

/// Which release is shown.
extension ReleaseStore {
  /// Decides at the start of the app which release is shown: takes up one that was installed for the next launch, and takes
  /// back one on trial that was not called healthy, or whose files are damaged.
  ///
  ///     var release = try store.launch(now: now)
  ///     if let fallback = release?.fallback { log("back from \(fallback.version ?? "?"): \(fallback.reason)") }
  ///     // Its first page cannot be shown: the release before, at once.
  ///     release = try store.launch(now: now, insteadOf: release)
  ///
  /// - Parameters:
  ///   - now: seconds since 1970.
  ///   - bad: a release that the app launched and cannot show. It is taken back, and not tried again.
  /// - Returns: the release, which says in ``OpenedRelease/fallback`` whether it is an older one and why; `nil` when none is
  ///   installed, or none but `bad`.
  /// - Throws: ``ClientError``.
  public func launch(now: Int64, insteadOf bad: OpenedRelease? = nil) throws(ClientError) -> OpenedRelease? {
    var fallback: ReleaseFallback?
    try update { state in
      if let bad, state.current == bad.hash { rollBack(&state, .asked) }
      if state.isOnTrial, state.trialLaunches >= trialLaunches { rollBack(&state, .notHealthy) }
      if let pending = state.pending, !state.failed.contains(pending) { activate(pending, &state, now) }
      state.pending = nil
      if state.isOnTrial { state.trialLaunches += 1 }
      fallback = state.fallback
      state.fallback = nil
    }
    var tries = 3
    while let current = state.current, current != bad?.hash, tries > 0 {
      do {
        var release = try open(current)
        release.fallback = fallback
        return release
      } catch {
        // It is not called bad for ever: an update may bring the files again. Another process may have replaced it by now.
        let damage = error
        try update { state in
          guard state.current == current, state.previous != nil else { return }
          fallback = goBack(&state, .damaged(damage.description))
        }
      }
      tries -= 1
    }
    return nil
  }

  /// Shows the release before one whose files are damaged, until an update has brought it again: it is not called bad. Where there is
  /// no other release, or another one is shown already, nothing changes.
  ///
  /// - Parameters:
  ///   - damaged: a release that was launched.
  ///   - damage: what is damaged, for ``OpenedRelease/fallback``.
  public func setAside(_ damaged: OpenedRelease, because damage: String) throws(ClientError) {
    try update { state in
      guard state.current == damaged.hash, state.previous != nil else { return }
      state.fallback = goBack(&state, .damaged(damage))
    }
  }

  /// Shows an installed release from now on: ``launch(now:insteadOf:)`` for an app that does not wait for its next launch.
  public func activatePending(now: Int64) throws(ClientError) -> OpenedRelease? {
    try update { state in
      if let pending = state.pending, !state.failed.contains(pending) { activate(pending, &state, now) }
      state.pending = nil
      if state.isOnTrial { state.trialLaunches += 1 }
    }
    guard let current = state.current else { return nil }
    return try open(current)
  }

  /// Says that a release works: it is not taken back any more. Of a release that is not the current one it says nothing: a
  /// late call by a page of the release before does not end the trial of the new one.
  ///
  /// - Returns: whether the release is the current one.
  @discardableResult
  public func markHealthy(_ release: OpenedRelease) throws(ClientError) -> Bool {
    var isCurrent = false
    try update { state in
      isCurrent = state.current == release.hash
      guard isCurrent else { return }
      state.isOnTrial = false
      state.trialLaunches = 0
    }
    return isCurrent
  }

  /// Takes the current release back when it has been on trial for longer than ``trialSeconds``, by the clock and by the time
  /// since the device was started; it is not tried again. A clock that is set, forward or back, takes no release back.
  ///
  /// - Returns: whether it was taken back.
  public func rollBackIfUnhealthy(now: Int64) throws(ClientError) -> Bool {
    var isTakenBack = false
    try update { state in
      guard state.isOnTrial else { return }
      let uptime = uptime()
      // The clock was set back, or the device started again: how long the trial has lasted is not known, and it begins again.
      if now < state.trialStart { state.trialStart = now }
      if uptime < state.trialUptime { state.trialUptime = uptime }
      guard Self.hasPassed(trialSeconds, from: state.trialStart, to: now),
        Self.hasPassed(trialSeconds, from: state.trialUptime, to: uptime)
      else { return }
      rollBack(&state, .tookTooLong)
      isTakenBack = true
    }
    return isTakenBack
  }

  private static func hasPassed(_ seconds: Int64, from start: Int64, to end: Int64) -> Bool {
    let (difference, overflow) = end.subtractingReportingOverflow(start)
    return overflow ? end > start : difference > seconds
  }

  private func activate(_ release: ContentHash, _ state: inout StoreState, _ now: Int64) {
    guard release != state.current else { return }
    if !state.isOnTrial { state.previous = state.current }
    state.current = release
    state.isOnTrial = state.previous != nil
    state.trialLaunches = 0
    state.trialStart = now
    state.trialUptime = uptime()
    state.fallback = nil
  }

  /// Takes the current release back for good, where there is an older one.
  private func rollBack(_ state: inout StoreState, _ reason: ReleaseFallback.Reason) {
    guard let bad = state.current, state.previous != nil else { return }
    // The same release may come again under another hash, with patches or another number.
    for mark in [bad, (try? manifest(bad))?.contentMark].compactMap({ $0 }) where !state.failed.contains(mark) {
      state.failed.append(mark)
    }
    // Old failures are forgotten: nobody offers such releases any more.
    state.failed = state.failed.suffix(32)
    state.fallback = goBack(&state, reason)
  }

  /// Makes the release before the current one.
  private func goBack(_ state: inout StoreState, _ reason: ReleaseFallback.Reason) -> ReleaseFallback? {
    guard let bad = state.current else { return nil }
    state.current = state.previous
    state.previous = nil
    state.isOnTrial = false
    state.trialLaunches = 0
    return ReleaseFallback(release: bad, version: (try? manifest(bad))?.version, reason: reason)
  }
}
