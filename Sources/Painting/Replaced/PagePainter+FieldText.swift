import CSSValues
import PageFormat

/// What the text of a field is cut to: fields scroll, and at rest they show the beginning (HTML, 15.5).
extension PagePainter {
  /// The area of a control that shows its text, where the text reaches beyond it.
  func textClip(_ node: Int, _ style: ComputedStyle, _ lines: [PlacedLine]) -> RoundedRect? {
    guard page.kind(node) == .element, page.dialect == .web, let area = textArea(node, style), let frame = frame(node)
    else { return nil }
    let isInside = lines.allSatisfy { line in
      let rect = line.frame.rect
      return rect.x >= area.rect.x - Self.slack && rect.right <= area.rect.right + Self.slack
        && rect.y >= frame.y && rect.bottom <= frame.bottom
    }
    return isInside ? nil : area
  }

  /// Lines are placed in parts of 1/64 px.
  private static let slack = 1.0 / 32

  /// The area in which a control's own text shows; `nil` of an element that does not cut its text.
  private func textArea(_ node: Int, _ style: ComputedStyle) -> RoundedRect? {
    switch page.tag(node) {
    case "textarea": return paddingBox(node, style)
    case "select": return lineArea(node, style, end: hasAppearance(style) ? 16 : 0, start: hasAppearance(style) ? 4 : 0)
    case "input": break
    default: return nil
    }
    let size = style.font.size
    switch page.attribute(node, "type")?.lowercased() ?? "" {
    case "submit", "button", "reset", "file": return paddingBox(node, style)
    case "image", "hidden": return nil
    case "time": return lineArea(node, style, end: 1.05 * size + 14)
    case "date", "datetime-local", "month", "week": return lineArea(node, style, end: size + 4)
    // Its buttons show only under a pointer, and keep their room.
    case "number": return lineArea(node, style, end: hasAppearance(style) ? 15 : 0)
    // So does what empties a search.
    case "search" where !(page.attribute(node, "value") ?? "").isEmpty:
      return lineArea(node, style, end: hasAppearance(style) ? size : 0)
    default: return lineArea(node, style)
    }
  }

  /// As wide as the content box without what is kept free at the text's ends, and as high as the padding box.
  private func lineArea(_ node: Int, _ style: ComputedStyle, end: Double = 0, start: Double = 0) -> RoundedRect? {
    guard let content = contentBox(node, style)?.rect, let outer = paddingBox(node, style)?.rect else { return nil }
    let (left, right) = style.text.direction == .rtl ? (end, start) : (start, end)
    return RoundedRect(
      LayoutRect(
        x: content.x + left, y: outer.y, width: max(0, content.width - left - right), height: outer.height))
  }

  /// The padding box with its corners.
  private func paddingBox(_ node: Int, _ style: ComputedStyle) -> RoundedRect? {
    guard let frame = frame(node) else { return nil }
    let border = style.border
    return RoundedRect(frame, radii: radii(node)).inset(
      top: border.top.width, right: border.right.width, bottom: border.bottom.width, left: border.left.width)
  }
}
