import Compiler
import Diagnostics
import Platform

/// Texts that pages have in common, kept once: a watch keeps paths, links and problems of all its pages, and most pages of a
/// template have the same.
final class SharedTexts: Sendable {
  private let known = Mutex<Set<String>>([])
  /// Texts of at most this many bytes are in the string itself and take no memory of their own.
  private static let inlineSize = 15

  /// The text, in the memory of the first that had the same bytes.
  func shared(_ text: String) -> String {
    guard text.utf8.count > Self.inlineSize else { return text }
    let first = known.withLock { $0.insert(text).memberAfterInsert }
    // Strings are equal that only look alike: bytes count here.
    return first.utf8.elementsEqual(text.utf8) ? first : text
  }

  /// The texts, each as ``shared(_:)-(String)``, in an array without room to spare.
  func shared(_ texts: [String]) -> [String] { texts.map { shared($0) } }
}

extension BuiltPage {
  /// Takes texts that other pages have, too, from them.
  mutating func share(_ texts: SharedTexts) {
    inputs.share(texts)
    references = texts.shared(references)
    links.share(texts)
    for index in fonts.indices {
      fonts[index] = (texts.shared(fonts[index].family), texts.shared(fonts[index].hash))
    }
    for index in diagnostics.indices { diagnostics[index].share(texts) }
  }
}

extension PageLinks {
  fileprivate mutating func share(_ texts: SharedTexts) {
    anchors = texts.shared(anchors)
    for index in links.indices {
      links[index].url = texts.shared(links[index].url)
      links[index].file = links[index].file.map { texts.shared($0) }
      links[index].action = links[index].action.map { texts.shared($0) }
    }
  }
}

extension Diagnostic {
  fileprivate mutating func share(_ texts: SharedTexts) {
    message = texts.shared(message)
    sourceLine = sourceLine.map { texts.shared($0) }
    help = help.map { texts.shared($0) }
    notes = texts.shared(notes)
  }
}
