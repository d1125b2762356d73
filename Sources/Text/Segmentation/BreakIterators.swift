import CICU
import Platform

/// ICU's break iterators, kept open: opening one costs more than breaking a paragraph.
final class BreakIterators: Sendable {
  static let shared = BreakIterators()

  private struct Key: Hashable {
    var isLine: Bool
    var locale: String
  }

  private struct Waiting: @unchecked Sendable {
    // An iterator is used by the one thread that has taken it.
    var iterators: [Key: [OpaquePointer]] = [:]
    var count = 0
  }

  private let waiting = Mutex(Waiting())

  /// Sets `mark` for each boundary of the text: grapheme clusters, or line breaks under an ICU locale.
  func markBoundaries(of text: [UInt16], isLine: Bool, locale: String, marks: inout [UInt8], mark: UInt8) {
    let key = Key(isLine: isLine, locale: locale)
    let kept = waiting.withLock { waiting -> OpaquePointer? in
      guard let iterator = waiting.iterators[key]?.popLast() else { return nil }
      waiting.count -= 1
      return iterator
    }
    // An unknown locale falls back to the root's rules inside ICU.
    guard let iterator = kept ?? cicu_breaker_open(isLine ? 1 : 0, locale) else { return }
    text.withUnsafeBufferPointer { text in
      marks.withUnsafeMutableBufferPointer { marks in
        guard let marks = marks.baseAddress, let start = text.baseAddress else { return }
        _ = cicu_breaker_mark(iterator, start, Int32(clamping: text.count), marks, mark)
      }
    }
    let isKept = waiting.withLock { waiting in
      if waiting.count >= 32 { return false }
      waiting.iterators[key, default: []].append(iterator)
      waiting.count += 1
      return true
    }
    if !isKept { cicu_breaker_close(iterator) }
  }
}
