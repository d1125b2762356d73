import Foundation
import Platform

/// Bounds what is compiled at the same time by the sizes of the sources: pages pass in their order, and one that is larger than
/// the bound is compiled by itself.
final class PageWeights: @unchecked Sendable {
  /// Bytes of source in work at the same time.
  static let most = 1 << 20
  /// After so many bytes of source free memory goes back to the system: a page takes a hundred times its source.
  private static let betweenReturns = 1 << 19

  // Everything below is read and written with the condition locked.
  private let condition = NSCondition()
  private var weight = 0
  private var nextTicket = 0
  private var turn = 0
  private var sinceReturn = 0

  private let beforeLarge: @Sendable () -> Void

  /// Nothing in work.
  ///
  /// - Parameter beforeLarge: called before a page that is compiled by itself begins, with no other in work.
  init(beforeLarge: @escaping @Sendable () -> Void = {}) { self.beforeLarge = beforeLarge }

  /// Waits until a page of a size may be compiled beside the others.
  func enter(_ size: Int) {
    condition.lock()
    defer { condition.unlock() }
    let ticket = nextTicket
    nextTicket += 1
    while turn != ticket || (weight > 0 && weight + size > Self.most) { condition.wait() }
    turn += 1
    weight += size
    // A page of megabytes takes most of what the process does: it begins without what smaller ones left.
    if size >= Self.most {
      beforeLarge()
      giveBack()
    }
    condition.broadcast()
  }

  /// The page is done.
  func leave(_ size: Int) {
    condition.lock()
    defer { condition.unlock() }
    weight -= size
    sinceReturn += size
    // Before the next page enters, which would take new memory beside what is free.
    if sinceReturn >= Self.betweenReturns { giveBack() }
    condition.broadcast()
  }

  private func giveBack() {
    ProcessMemory.giveBack()
    sinceReturn = 0
  }
}
