/// What a button shows as it is now: plain, selected, or with a finger on it. The pressed look counts before the selected one.
public struct ButtonLook: Hashable, Sendable {
  /// Its text, where that is another one than was measured or none was.
  public var title: String
  /// Whether ``title`` is the text that was laid out, so that the view's lines are drawn.
  public var showsLines: Bool
  /// The text's colour.
  public var color: ViewLook.Color
  /// The background, where the state has one of its own.
  public var background: ViewLook.Color?
  /// Its image.
  public var image: String?
  /// The signs that `type` names, in the button's coordinates.
  public var strokes: [RowDecoration.Stroke] = []

  /// The look of a view.
  ///
  /// - Parameters:
  ///   - view: a button.
  ///   - isPressed: whether a finger or a pointer is down on it.
  public init(of view: HostView, isPressed: Bool = false) {
    let isSelected = view["selected"].map { ViewLook.isOn($0) } ?? false
    func value(_ pressed: String, _ selected: String) -> String? {
      (isPressed ? view[pressed] : nil) ?? (isSelected ? view[selected] : nil)
    }
    let plain = view.text.isEmpty ? view["title"] ?? "" : view.text
    title = value("highlightTitle", "selectedTitle") ?? plain
    showsLines = title == plain && !view.lines.isEmpty
    let own = ViewLook.Color(value("highlightTitleColor", "selectedTitleColor"))
    color = own ?? ViewLook.Color(view["color"]) ?? .black
    background = isSelected ? ViewLook.Color(view["selectedBackgroundColor"]) : nil
    image = value("highlightImage", "selectedImage") ?? view["image"] ?? view["src"]
    guard title.isEmpty, image == nil else { return }
    let (x, y) = (view.frame.width / 2, view.frame.height / 2)
    switch view["type"]?.lowercased() {
    case "contactadd":
      ring(x, y)
      line([(x - 5, y), (x + 5, y)])
      line([(x, y - 5), (x, y + 5)])
    case "detaildisclosure":
      ring(x, y)
      line([(x, y - 5), (x, y - 3.5)])
      line([(x, y - 1), (x, y + 5)])
    default: break
    }
  }

  private mutating func ring(_ x: Double, _ y: Double) {
    strokes.append(
      RowDecoration.Stroke(points: [RowDecoration.Stroke.Point(x: x, y: y)], radius: 9.5, width: 1.5, color: color))
  }

  private mutating func line(_ points: [(x: Double, y: Double)]) {
    strokes.append(
      RowDecoration.Stroke(
        points: points.map { RowDecoration.Stroke.Point(x: $0.x, y: $0.y) }, radius: 0, width: 1.5, color: color))
  }
}
