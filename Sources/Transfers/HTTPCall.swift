import Platform

/// A request under way, which anybody can cancel.
public final class HTTPCall: Sendable {
  private struct State {
    var isCancelled = false
    var wake: (@Sendable () -> Void)?
  }
  private let state = Mutex(State())

  /// A request that was not begun.
  public init() {}

  /// Cancels it: at once, whatever the server does.
  public func cancel() {
    // Called under the lock, so that what it wakes is still there.
    state.withLock { state in
      guard !state.isCancelled else { return }
      state.isCancelled = true
      state.wake?()
    }
  }

  /// Whether it was cancelled.
  var isCancelled: Bool { state.withLock { $0.isCancelled } }

  /// Sets what is called when it is cancelled, which must not wait; at once where it was. `nil` when nothing is under way.
  func onCancel(_ wake: (@Sendable () -> Void)?) {
    state.withLock { state in
      state.wake = wake
      if state.isCancelled { wake?() }
    }
  }
}
