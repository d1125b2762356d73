import Page

/// The live regions of a page and what of them must be announced (WAI-ARIA 1.3, `aria-live`).
///
/// What a region says when the page is shown is not an announcement: what it says afterwards is. An alert that comes later is
/// announced at once.
public struct LiveRegions: Sendable {
  /// Something to be announced.
  public struct Announcement: Hashable, Sendable {
    /// The node of the region.
    public var node: Int
    /// What is said.
    public var text: String
    /// Whether it interrupts what is being said.
    public var isAssertive: Bool
  }

  private var texts: [Int: String] = [:]
  private var pending: [Announcement] = []
  /// Whether the page is shown: regions that come from now on are news.
  public private(set) var isShown = false
  /// The most regions that are followed; a page with more has lists of them.
  private static let mostRegions = 1_000
  /// The longest announcement in characters.
  private static let longest = 500

  /// No regions yet.
  public init() {}

  /// Takes note of what a view says now. Views outside of live regions are passed over.
  ///
  /// - Parameters:
  ///   - accessibility: what the view is.
  ///   - node: its node.
  ///   - contents: the text in it, where that is not its name.
  public mutating func note(_ accessibility: ViewAccessibility, of node: Int, contents: String) {
    guard let live = accessibility.live else { return }
    let text = String((contents.isEmpty ? accessibility.name : contents).prefix(Self.longest))
    let before = texts[node]
    guard before != text, before != nil || texts.count < Self.mostRegions else { return }
    texts[node] = text
    guard isShown, !text.isEmpty, before != nil || live == .assertive else { return }
    let announcement = Announcement(node: node, text: text, isAssertive: live == .assertive)
    // A region that changes twice before it is read says what is true now.
    if let index = pending.firstIndex(where: { $0.node == node }) {
      pending[index] = announcement
    } else {
      pending.append(announcement)
    }
  }

  /// The page is shown with what it says now.
  public mutating func pageIsShown() { isShown = true }

  /// A node is gone.
  public mutating func forget(_ node: Int) { texts[node] = nil }

  /// What must be announced since the last call, assertive regions first.
  public mutating func take() -> [Announcement] {
    let taken = pending.filter(\.isAssertive) + pending.filter { !$0.isAssertive }
    pending = []
    return taken
  }
}
