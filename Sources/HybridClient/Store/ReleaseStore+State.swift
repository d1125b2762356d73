import Files
import Manifest

/// The store's memory: `state.json`, and what it said before in `state.before.json`.
extension ReleaseStore {
  private static let stateName = "state.json"
  private static let predecessorName = "state.before.json"
  /// The largest state that is read: it has no part that a server makes long.
  private static let stateLimit = 1 << 20

  var state: StoreState { loadState().state }

  /// What is wrong with the store's `state.json`; `nil` for a sound one. The next change writes it again from what it said
  /// before and from the manifests of the installed releases. Where neither is left, every change throws until the folder is
  /// removed.
  public var stateFault: String? { loadState().fault }

  /// Reads the state. Only where there is no file, and nothing is installed, is the store a new one.
  func loadState() -> (state: StoreState, fault: String?) {
    let fault: String
    do throws(FileError) {
      if let state = StoreState(decoding: try root.read(Self.stateName, limit: Self.stateLimit)) { return (state, nil) }
      fault = "state.json: damaged"
    } catch {
      if error.kind == .missing, isEmpty { return (StoreState(), nil) }
      fault = "state.json: \(error.detail)"
    }
    return (repairedState(), fault)
  }

  private var isEmpty: Bool {
    let roots = (try? root.folder("roots").names()) ?? [""]
    return !hasInstalled && roots.isEmpty && (try? root.status(Self.predecessorName)) == FileStatus?.none
  }

  /// Whether something was installed: the state is written before the first entry is.
  private var hasInstalled: Bool {
    let names = ["objects", "releases"].flatMap { (try? root.folder($0).names()) ?? [""] }
    return !names.isEmpty || (try? root.status(VerifiedRecord.name)) != FileStatus?.none
  }

  /// Whether nothing is left that says which sequence was accepted last, though something was installed.
  private var isBeyondRepair: Bool {
    guard hasInstalled, !installedReleases.contains(where: { (try? manifest($0)) != nil }) else { return false }
    let predecessor = try? root.read(Self.predecessorName, limit: Self.stateLimit)
    return predecessor.flatMap { StoreState(decoding: $0) } == nil
  }

  /// The state as far as it can be known: what it was before the last change, and never a lower sequence than that of a
  /// release that was installed by then.
  private func repairedState() -> StoreState {
    let installed = installedReleases.compactMap { hash in (try? manifest(hash)).map { (hash, $0.sequence) } }
      .sorted { ($0.1, $0.0) > ($1.1, $1.0) }
    let predecessor = try? root.read(Self.predecessorName, limit: Self.stateLimit)
    var state = StoreState()
    var unaccounted = installed
    if let before = predecessor.flatMap({ StoreState(decoding: $0) }) {
      state = before
      // What it knew of is in its highest sequence, except what a withdrawn key signed.
      let known = [before.current, before.previous, before.pending]
      unaccounted.removeAll { known.contains($0.0) }
    } else {
      state.current = installed.first?.0
      state.previous = installed.dropFirst().first?.0
      // Whether it is healthy is not known: its trial begins when the app next asks.
      state.isOnTrial = state.previous != nil
      (state.trialStart, state.trialUptime) = (.max, .max)
    }
    state.highestSequence = max(state.highestSequence, unaccounted.first?.1 ?? 0)
    return state
  }

  /// Changes the state under the store's lock.
  func update(_ change: (inout StoreState) -> Void) throws(ClientError) {
    let lock = try lock()
    defer { withExtendedLifetime(lock) {} }
    let (before, fault) = loadState()
    // A store that forgot what it accepted would take an older release for a new one.
    if let fault, isBeyondRepair {
      throw .store(
        path: folder,
        detail: "\(fault); nothing is left that says which release was accepted last: remove the folder to start again")
    }
    var state = before
    change(&state)
    if state.installationID.isEmpty { state.installationID = Self.randomName() }
    guard state != before || fault != nil else { return }
    try Self.storing { () throws(FileError) in
      for name in [Self.stateName, Self.predecessorName] { try clear(name) }
    }
    // The predecessor first: at every moment one of the two is whole.
    if fault == nil, !before.installationID.isEmpty { try write(Self.predecessorName, before.encode()) }
    try write(Self.stateName, state.encode())
  }

  // MARK: Roots

  private static func rootName(_ version: UInt64) -> String { TrustRoot.path(version) }

  /// The file of a root that was accepted.
  func rootFile(_ version: UInt64) -> [UInt8]? {
    try? root.read(Self.rootName(version), limit: ReleaseLimits.envelopeSize)
  }

  /// Keeps the file of a root that was accepted.
  func addRoot(_ version: UInt64, _ bytes: [UInt8]) throws(ClientError) {
    try Self.storing { () throws(FileError) in
      _ = try makeFolder("roots")
      try clear(Self.rootName(version))
    }
    try write(Self.rootName(version), bytes)
  }
}
