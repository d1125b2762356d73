#if canImport(CoreServices)
  import CoreServices
  import Foundation

  /// macOS's FSEvents: one stream for all folders, whose files' changes it reports as well.
  ///
  /// It was compiled on no machine yet: the project is built and tested on Linux.
  public final class FSEvents: FileEvents {
    private final class Signal: Sendable {
      let semaphore = DispatchSemaphore(value: 0)
    }

    /// Seconds that the system may hold events back to join them.
    private static let latency = 0.005
    /// A burst that never pauses is acted on after this many seconds.
    private static let longestBurst = 1.0

    private let signal = Signal()
    private let queue = DispatchQueue(label: "hybrid.files")
    private var watched: Set<String> = []
    private var stream: FSEventStreamRef?

    /// Watches nothing yet.
    public init() {}

    deinit { stop() }

    private func stop() {
      guard let stream else { return }
      FSEventStreamStop(stream)
      FSEventStreamInvalidate(stream)
      FSEventStreamRelease(stream)
      self.stream = nil
    }

    /// The watch: a stream reports everything below its folders, so that a new one is wanted only for other roots.
    public func watch(_ folders: Set<String>) -> Bool {
      let roots = folders.filter { folder in
        !folders.contains { $0 != folder && folder.hasPrefix($0.hasSuffix("/") ? $0 : $0 + "/") }
      }
      guard roots != watched || stream == nil else { return false }
      stop()
      watched = roots
      // The signal lives as long as this object, which stops the stream before it goes.
      var context = FSEventStreamContext(
        version: 0, info: Unmanaged.passUnretained(signal).toOpaque(), retain: nil, release: nil, copyDescription: nil)
      let flags =
        kFSEventStreamCreateFlagFileEvents | kFSEventStreamCreateFlagNoDefer
        | kFSEventStreamCreateFlagWatchRoot
      stream = FSEventStreamCreate(
        nil,
        { _, info, _, _, _, _ in
          guard let info else { return }
          Unmanaged<Signal>.fromOpaque(info).takeUnretainedValue().semaphore.signal()
        }, &context, Array(roots) as CFArray, FSEventStreamEventId(kFSEventStreamEventIdSinceNow), Self.latency,
        FSEventStreamCreateFlags(flags))
      guard let stream else { return false }
      FSEventStreamSetDispatchQueue(stream, queue)
      FSEventStreamStart(stream)
      return true
    }

    /// The wait.
    public func wait(settle: Double, timeout: Double?) -> FileChanges {
      if let timeout {
        guard signal.semaphore.wait(timeout: .now() + timeout) == .success else { return .nothing }
      } else {
        signal.semaphore.wait()
      }
      let start = ContinuousClock.now
      while signal.semaphore.wait(timeout: .now() + settle) == .success {
        if ContinuousClock.now - start > .seconds(Self.longestBurst) { break }
      }
      return .unknown
    }
  }
#endif
