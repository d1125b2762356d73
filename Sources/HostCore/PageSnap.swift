/// Where scrolling comes to rest in what scrolls page by page (`pageEnable`).
public enum PageSnap {
  /// The share of a page after which scrolling goes on to the next one.
  public static let least = 0.1

  /// The offset to come to rest at.
  ///
  /// - Parameters:
  ///   - start: where scrolling began.
  ///   - offset: where it ended.
  ///   - page: the size of a page: that of the view.
  ///   - area: the size of what scrolls.
  public static func rest(from start: Double, at offset: Double, page: Double, area: Double) -> Double {
    guard page > 0, page.isFinite, start.isFinite, offset.isFinite, area.isFinite else { return 0 }
    let way = offset - start
    let number: Double
    if abs(way) < page * least {
      number = (start / page).rounded()
    } else if way > 0 {
      number = ((offset - page * least) / page).rounded(.up)
    } else {
      number = ((offset + page * least) / page).rounded(.down)
    }
    return StickyPosition.clamped(number * page, area: area, screen: page)
  }
}
