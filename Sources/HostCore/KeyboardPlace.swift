import CSSValues

/// What a keyboard on the screen covers of a page.
public enum KeyboardPlace {
  /// How much of a page's lower end is covered, in CSS px. A keyboard that floats above the page, or is beside it, leaves the lower
  /// end free.
  ///
  /// - Parameters:
  ///   - page: where the page is.
  ///   - keyboard: where the keyboard is, in the same coordinates.
  public static func covered(of page: LayoutRect, by keyboard: LayoutRect) -> Double {
    let (left, right) = (max(page.x, keyboard.x), min(page.x + page.width, keyboard.x + keyboard.width))
    let (end, keyboardEnd) = (page.y + page.height, keyboard.y + keyboard.height)
    guard left < right, keyboard.height > 0, keyboard.y < end, keyboardEnd >= end - 1 else { return 0 }
    return min(page.height, end - keyboard.y)
  }
}
