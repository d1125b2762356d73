import GTKShims

/// The tabs of a release at the lower edge of the window.
@MainActor final class TabBar: WidgetTarget {
  let widget: HVHandle
  private(set) var frame = (x: 0.0, y: 0.0, width: 0.0, height: 0.0)
  private var number: UInt64 = 0
  private let onChoice: (Int) -> Void
  /// In CSS px.
  static let height = 48.0

  init(_ titles: [String], onChoice: @escaping (Int) -> Void) {
    self.onChoice = onChoice
    let number = Toolkit.reserve()
    widget = hv_control_new(HV_SEGMENT, number)
    self.number = number
    Toolkit.put(self, number)
    withCStrings(titles) { items, count in hv_control_set_items(widget, items, Int32(count)) }
  }

  /// Shows a tab as the chosen one.
  func choose(_ tab: Int) { hv_control_set_number(widget, Double(tab)) }

  func place(below width: Double, _ height: Double) {
    frame = (0, max(0, height - Self.height), width, Self.height)
    hv_set_frame(widget, frame.x, frame.y, frame.width, frame.height)
  }

  func handle(_ event: WidgetEvent) {
    if event.kind == HV_CHANGED { onChoice(Int(max(0, min(event.a, 1e6)))) }
  }

  func end() {
    Toolkit.forget(number)
    hv_remove(widget)
    hv_release(widget)
  }
}
