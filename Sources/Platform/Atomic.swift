#if canImport(Darwin) || HYBRID_OWN_LOCKS
  /// The orders that the project asks for. A lock has the strongest of them.
  public enum AtomicOrdering: Sendable { case relaxed, acquiring, releasing, acquiringAndReleasing }

  /// A number that threads read and change without tearing.
  public struct Atomic<Value: FixedWidthInteger & Sendable>: Sendable {
    private let mutex: Mutex<Value>

    /// A number to begin with.
    public init(_ initialValue: Value) { mutex = Mutex(initialValue) }

    /// The number now.
    public func load(ordering: AtomicOrdering) -> Value { mutex.withLock { $0 } }

    /// Sets the number.
    public func store(_ desired: Value, ordering: AtomicOrdering) { mutex.withLock { $0 = desired } }

    /// Sets the number where it is the expected one.
    public func compareExchange(
      expected: Value, desired: Value, ordering: AtomicOrdering
    ) -> (exchanged: Bool, original: Value) {
      mutex.withLock { value in
        let original = value
        if original == expected { value = desired }
        return (original == expected, original)
      }
    }

    /// Adds to the number.
    @discardableResult public func add(_ operand: Value, ordering: AtomicOrdering) -> (oldValue: Value, newValue: Value)
    {
      mutex.withLock { value in
        let old = value
        value += operand
        return (old, value)
      }
    }
  }
#endif
