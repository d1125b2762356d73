/// What a reader did on a painted screen before its web view had the page: done again there, as scripts.
public struct QueuedActions: Hashable, Sendable {
  /// The scripts in order.
  public private(set) var scripts: [String] = []
  /// The most actions that are kept: who does more is not waiting for the page.
  private static let most = 100

  /// Nothing yet.
  public init() {}

  /// A tap at a point of the screen, in CSS px.
  public mutating func tap(x: Double, y: Double) {
    guard x.isFinite, y.isFinite else { return }
    add("{const e=document.elementFromPoint(\(x),\(y));if(e){e.focus&&e.focus();e.click()}}")
  }

  /// Scrolling by a distance, in CSS px; what follows scrolling is one action with it.
  public mutating func scroll(dx: Double, dy: Double) {
    guard dx.isFinite, dy.isFinite else { return }
    var (x, y) = (dx, dy)
    if let last = scripts.last, let before = Self.distance(last) {
      (x, y) = (before.x + dx, before.y + dy)
      scripts.removeLast()
    }
    add("window.scrollBy(\(x),\(y))")
  }

  /// The scripts, which are not queued any more.
  public mutating func take() -> [String] {
    defer { scripts = [] }
    return scripts
  }

  private mutating func add(_ script: String) { if scripts.count < Self.most { scripts.append(script) } }

  private static func distance(_ script: String) -> (x: Double, y: Double)? {
    guard script.hasPrefix("window.scrollBy("), script.hasSuffix(")") else { return nil }
    let numbers = script.dropFirst("window.scrollBy(".count).dropLast().split(separator: ",").compactMap { Double($0) }
    return numbers.count == 2 ? (numbers[0], numbers[1]) : nil
  }
}
