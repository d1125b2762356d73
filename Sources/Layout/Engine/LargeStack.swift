#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Runs deep recursions on a thread whose stack is large enough for them.
enum LargeStack {
  /// Address space, of which only what is used becomes memory. Bytes.
  private static let size = 512 << 20

  private final class Job {
    let work: () -> Void
    init(_ work: @escaping () -> Void) { self.work = work }
  }

  /// Runs the work to its end; on the calling thread if no other can be made.
  static func run(_ work: () -> Void) {
    withoutActuallyEscaping(work) { work in
      var attributes = pthread_attr_t()
      guard pthread_attr_init(&attributes) == 0 else { return work() }
      defer { pthread_attr_destroy(&attributes) }
      guard pthread_attr_setstacksize(&attributes, size) == 0 else { return work() }
      let job = Unmanaged.passRetained(Job(work))
      #if canImport(Darwin)
        var thread: pthread_t?
        let status = pthread_create(
          &thread, &attributes,
          { context in
            Unmanaged<Job>.fromOpaque(context).takeRetainedValue().work()
            return nil
          }, job.toOpaque())
        guard status == 0, let thread else {
          job.release()
          return work()
        }
      #else
        var thread = pthread_t()
        let status = pthread_create(
          &thread, &attributes,
          { context in
            if let context { Unmanaged<Job>.fromOpaque(context).takeRetainedValue().work() }
            return nil
          }, job.toOpaque())
        guard status == 0 else {
          job.release()
          return work()
        }
      #endif
      pthread_join(thread, nil)
    }
  }
}
