// `Synchronization` needs iOS 18 and macOS 15: on Apple's systems this target has what the project uses of it. Everywhere else
// it is the library itself, so that nothing is slower.
#if canImport(Darwin) || HYBRID_OWN_LOCKS
  #if canImport(Darwin)
    import Darwin
  #endif

  /// A value that one thread at a time reads and changes, over `os_unfair_lock`.
  public final class Mutex<Value>: @unchecked Sendable {
    // Guarded by the lock.
    private var value: Value
    private let lock: os_unfair_lock_t

    /// A lock around a value, which nothing else may hold.
    public init(_ initialValue: sending Value) {
      value = initialValue
      lock = os_unfair_lock_t.allocate(capacity: 1)
      lock.initialize(to: os_unfair_lock())
    }

    deinit {
      lock.deinitialize(count: 1)
      lock.deallocate()
    }

    /// Calls a function with the value while no other thread has it.
    public func withLock<Result, Failure: Error>(
      _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
      os_unfair_lock_lock(lock)
      defer { os_unfair_lock_unlock(lock) }
      return try body(&value)
    }
  }
#else
  @_exported import Synchronization
#endif
