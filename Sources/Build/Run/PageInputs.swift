/// The site paths that a page was made from, sorted. A build keeps those of all its pages, so that they are one list without
/// room to spare.
struct PageInputs: Sendable {
  /// A path that was read or looked for.
  struct Input: Sendable {
    var path: String
    /// Whether there is something at the path.
    let isThere: Bool
    /// Whether the bytes count, and not only that the file is there.
    let isContent: Bool
  }

  private(set) var list: [Input]

  /// Inputs from a page's answers.
  ///
  /// - Parameters:
  ///   - known: the paths that were read or looked for, and whether there is something.
  ///   - contents: those whose bytes count.
  init(_ known: [String: Bool], contents: Set<String>) {
    list = known.map { Input(path: $0, isThere: $1, isContent: contents.contains($0)) }
    for path in contents where known[path] == nil { list.append(Input(path: path, isThere: true, isContent: true)) }
    list.sort { $0.path < $1.path }
  }

  /// Whether a path was read or looked for.
  func contains(_ path: String) -> Bool { input(path) != nil }

  /// Whether the bytes of a path count.
  func isContent(_ path: String) -> Bool { input(path)?.isContent == true }

  private func input(_ path: String) -> Input? {
    var (low, high) = (0, list.count)
    while low < high {
      let middle = (low + high) / 2
      if list[middle].path < path { low = middle + 1 } else { high = middle }
    }
    return low < list.count && list[low].path == path ? list[low] : nil
  }

  /// Takes texts that other pages have, too, from them.
  mutating func share(_ texts: SharedTexts) {
    for index in list.indices { list[index].path = texts.shared(list[index].path) }
  }
}
