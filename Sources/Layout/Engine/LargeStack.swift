#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A thread whose stack is large enough for deep documents: those of the runtime have small ones.
package struct LargeStackThread {
  private let thread: pthread_t

  private final class Body {
    let run: () -> Void
    init(_ run: @escaping () -> Void) { self.run = run }
  }

  /// Starts a thread; `nil` where the system gives none.
  ///
  /// - Parameters:
  ///   - stackSize: address space in bytes, of which only what is used becomes memory.
  ///   - run: what it does; what it captures belongs to the thread until it is joined.
  package init?(stackSize: Int, _ run: @escaping () -> Void) {
    var attributes = pthread_attr_t()
    guard pthread_attr_init(&attributes) == 0 else { return nil }
    defer { pthread_attr_destroy(&attributes) }
    guard pthread_attr_setstacksize(&attributes, stackSize) == 0 else { return nil }
    let body = Unmanaged.passRetained(Body(run))
    #if canImport(Glibc)
      var started = pthread_t()
    #else
      var started: pthread_t?
    #endif
    let status = pthread_create(&started, &attributes, { Self.enter($0) }, body.toOpaque())
    guard status == 0, let thread = Optional(started) ?? nil else {
      body.release()
      return nil
    }
    self.thread = thread
  }

  /// The thread's own work; systems differ in whether the argument is optional.
  private static func enter(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    if let argument { Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run() }
    return nil
  }

  /// Waits until the thread is gone.
  package func join() { pthread_join(thread, nil) }
}

/// Runs deep recursions on a thread whose stack is large enough for them.
enum LargeStack {
  /// Bytes.
  private static let size = 512 << 20

  /// Runs the work to its end; on the calling thread if no other can be made.
  static func run(_ work: () -> Void) {
    withoutActuallyEscaping(work) { work in
      guard let thread = LargeStackThread(stackSize: size, work) else { return work() }
      thread.join()
    }
  }
}
