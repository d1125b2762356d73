/// The causes of one page's differences, numbered in the order in which they were found.
struct PageCauses {
  private(set) var list: [PageCause] = []
  private var numbers: [PageCause.Key: Int] = [:]

  /// The number of a cause, which is new where its key is.
  mutating func number(_ key: PageCause.Key, _ changes: @autoclosure () -> [ValueChange]) -> Int {
    if let number = numbers[key] { return number }
    numbers[key] = list.count
    list.append(PageCause(key, changes: changes()))
    return list.count - 1
  }

  /// Notes a change of a cause that may have several.
  mutating func add(_ change: ValueChange, to number: Int) {
    let changes = list[number].changes
    if changes.count < Self.mostChanges, !changes.contains(change) { list[number].changes.append(change) }
  }

  /// The most changes of one cause on one page.
  private static let mostChanges = 40

  subscript(number: Int) -> PageCause {
    get { list[number] }
    _modify { yield &list[number] }
  }

  /// Notes that an element has the change.
  mutating func carry(_ number: Int, node: Int, _ name: ElementName) {
    if list[number].carriers.insert(node).inserted { list[number].names[name, default: 0] += 1 }
  }
}
