#if canImport(UIKit)
  import Foundation
  import UIKit

  /// A search of the system's find bar over the texts of a Token page.
  @MainActor final class FindSession: UIFindSession {
    private let find: (_ text: String, _ step: Int) -> (count: Int, current: Int?)
    private var text = ""
    private var result: (count: Int, current: Int?) = (0, nil)

    init(_ find: @escaping (_ text: String, _ step: Int) -> (count: Int, current: Int?)) {
      self.find = find
      super.init()
    }

    override var resultCount: Int { result.count }
    override var highlightedResultIndex: Int { result.current ?? NSNotFound }

    override func performSearch(query: String, options: UITextSearchOptions?) { look(for: query, 0) }

    override func highlightNextResult(in direction: UITextStorageDirection) {
      look(for: text, direction == .forward ? 1 : -1)
    }

    override func invalidateFoundResults() { look(for: "", 0) }

    private func look(for wanted: String, _ step: Int) {
      text = wanted
      result = find(wanted, step)
    }
  }
#endif
