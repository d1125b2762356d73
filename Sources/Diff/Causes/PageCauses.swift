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

  subscript(number: Int) -> PageCause {
    get { list[number] }
    _modify { yield &list[number] }
  }

  /// Notes that an element has the change.
  mutating func carry(_ number: Int, node: Int, _ name: ElementName) {
    if list[number].carriers.insert(node).inserted { list[number].names[name, default: 0] += 1 }
  }
}
