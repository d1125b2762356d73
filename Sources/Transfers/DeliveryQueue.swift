#if !os(Linux) || HYBRID_URLSESSION
  import Foundation

  /// A session's queue of events that takes on a few at a time: whoever adds more waits.
  ///
  /// FoundationNetworking reads the network in one thread and hands each piece of at most 16 kB to this queue, without a look
  /// at how many wait there; when that thread waits, so does the network. On Apple's systems nobody waits here: a task that is
  /// behind is suspended. (Here a task that is suspended would begin its request again when it is resumed.)
  ///
  /// What runs on the queue must not cancel a task itself: cancelling waits for the thread that waits here.
  final class DeliveryQueue: OperationQueue, @unchecked Sendable {
    private static let mostWaiting = 8
    private static let mostDropped = 512 << 20

    /// Guards `waiting`.
    private let condition = NSCondition()
    private var waiting = 0

    /// A queue that runs one event after another.
    override init() {
      super.init()
      maxConcurrentOperationCount = 1
    }

    #if canImport(FoundationNetworking)
      /// Adds an event, when there is room for it.
      override func addOperation(_ block: @escaping @Sendable () -> Void) {
        condition.withLock {
          while waiting >= Self.mostWaiting { condition.wait() }
          waiting += 1
        }
        super.addOperation { [self] in
          block()
          condition.withLock {
            waiting -= 1
            condition.signal()
          }
        }
      }
    #endif

    /// Called where bytes of a transfer are dropped because it was cancelled: a cancellation is heard when the network pauses
    /// for a moment, which dropping quickly brings about. A server that sends on and on without one is read slowly in the
    /// end, so that it costs no more memory (FoundationNetworking makes a timer for each piece, and lets none go before that).
    ///
    /// - Parameter count: how many bytes of the transfer were dropped so far.
    static func drop(_ count: Int) {
      if count > mostDropped { Thread.sleep(forTimeInterval: 0.1) }
    }
  }
#endif
