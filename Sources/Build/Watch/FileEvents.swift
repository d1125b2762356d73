/// Says that something in a set of folders changed. Beyond files that were written, what it was is found by walking the site
/// again.
public protocol FileEvents: AnyObject {
  /// Watches these folders, and no longer needed ones no more. Folders that are watched already stay so.
  ///
  /// - Returns: whether a folder was added: files may have been made in it before it was watched.
  /// - Throws: where the system watches no further folders; those that could be watched are.
  func watch(_ folders: Set<String>) throws(SystemError) -> Bool

  /// Waits until something changed and then nothing for `settle` seconds, so that a burst of changes counts as one.
  ///
  /// - Parameters:
  ///   - settle: seconds without a change after which a burst is over.
  ///   - timeout: seconds after which to return in any case, with ``FileChanges/nothing`` where the system says that nothing changed.
  @discardableResult
  func wait(settle: Double, timeout: Double?) -> FileChanges
}

extension FileEvents {
  /// Waits for as long as it takes.
  @discardableResult
  public func wait(settle: Double) -> FileChanges { wait(settle: settle, timeout: nil) }
}

/// Asks again and again: for systems without events, and where the system's limit of watches is reached.
public final class PollingEvents: FileEvents {
  /// Seconds between two looks.
  private let interval: Double

  /// Events that come every half second, whether anything changed or not.
  public init(interval: Double = 0.5) { self.interval = interval }

  /// Nothing needs to be prepared.
  public func watch(_ folders: Set<String>) -> Bool { false }

  /// Waits for the interval.
  public func wait(settle: Double, timeout: Double?) -> FileChanges {
    SystemTime.sleep(interval)
    return .unknown
  }
}
