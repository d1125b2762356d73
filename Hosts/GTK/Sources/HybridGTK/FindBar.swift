import GTKShims
import JSONValues

/// Finds texts on the page: a field at the upper edge of the window.
@MainActor final class FindBar: WidgetTarget {
  let widget: HVHandle
  private let field: HVHandle
  private var number: UInt64 = 0
  private var fieldNumber: UInt64 = 0
  private var text = ""
  private var status = ""
  private let onFind: (_ text: String, _ step: Int) -> (count: Int, current: Int?)?
  private static let height = 40.0

  /// - Parameter onFind: finds a text; answers with how many places there are and which one is shown, where that is known.
  init(onFind: @escaping (_ text: String, _ step: Int) -> (count: Int, current: Int?)?) {
    self.onFind = onFind
    let (number, fieldNumber) = (Toolkit.reserve(), Toolkit.reserve())
    widget = hv_box_new(number, HV_ROLE_SEARCH, false)
    field = hv_control_new(HV_SEARCH, fieldNumber)
    self.number = number
    self.fieldNumber = fieldNumber
    Toolkit.put(self, number)
    Toolkit.put(self, fieldNumber)
    hv_box_insert(widget, field, nil)
  }

  /// Puts the bar into a window of a width.
  func place(in width: Double) {
    let own = max(1, min(320, width - 16))
    hv_set_frame(widget, width - own - 8, 8, own, Self.height)
    hv_set_frame(field, 4, 4, max(1, own - 76), Self.height - 8)
  }

  func focus() { hv_focus(field) }

  /// Goes to the next place, or to the one before.
  func step(_ step: Int) { find(step) }

  func handle(_ event: WidgetEvent) {
    switch event.kind {
    case HV_CHANGED:
      text = event.text
      find(0)
    case HV_ACTIVATE: find(1)
    default: break
    }
  }

  private func find(_ step: Int) {
    let result = onFind(text, step)
    status = result.map { $0.current.map { "\($0 + 1)/" } ?? "" } ?? ""
    status += result.map { "\($0.count)" } ?? ""
    Trace.note(
      "found",
      [
        ("text", .string(text)), ("count", result.map { .integer(Int64($0.count)) }),
        ("current", result?.current.map { .integer(Int64($0)) }),
      ])
    hv_redraw(widget)
  }

  func draw(_ cairo: HVHandle, width: Double, height: Double) {
    let (paper, ink) = (HVColor(red: 1, green: 1, blue: 1, alpha: 1), HVColor(red: 0, green: 0, blue: 0, alpha: 0.6))
    hv_draw_box(cairo, 0, 0, width, height, 8, paper, 1, HVColor(red: 0, green: 0, blue: 0, alpha: 0.3))
    hv_draw_text(cairo, status, "sans-serif", 13, 400, false, width - 68, height / 2 + 5, 0, ink)
  }

  func end() {
    _ = onFind("", 0)
    Toolkit.forget(number)
    Toolkit.forget(fieldNumber)
    hv_remove(widget)
    hv_release(field)
    hv_release(widget)
  }
}
