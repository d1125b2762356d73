import GTKShims
import HostCore
import HybridClient

/// A modal: a sheet above the screens of its stack, which are darkened and out of reach.
@MainActor final class ModalSheet: WidgetTarget {
  /// What is put above the screens.
  let widget: HVHandle
  /// What the modal's own screens are in.
  let content: HVHandle
  private(set) var place: ModalPlace
  private let style: String?
  private let shade: HVHandle
  private var number: UInt64 = 0
  private let onDismiss: () -> Void

  /// - Parameters:
  ///   - style: `modal_style` of the navigation rules.
  ///   - title: what assistive technology calls it.
  ///   - onDismiss: the reader taps beside it, or presses Escape.
  init(style: String?, title: String?, on screen: DeviceTraits, onDismiss: @escaping () -> Void) {
    self.style = style
    self.onDismiss = onDismiss
    place = ModalPlace(style: style, onScreenOf: screen.width, screen.height)
    let number = Toolkit.reserve()
    widget = hv_box_new(0, HV_ROLE_GENERIC, false)
    shade = hv_box_new(number, HV_ROLE_GENERIC, false)
    content = hv_box_new(0, HV_ROLE_DIALOG, false)
    self.number = number
    Toolkit.put(self, number)
    hv_box_listen(shade)
    hv_box_set_sheet(content)
    hv_set_clips(content, true)
    hv_box_insert(widget, shade, nil)
    hv_box_insert(widget, content, shade)
    (title ?? "").withCString { name in
      "".withCString { description in
        hv_set_accessibility(
          content,
          HVAccessibility(
            name: name, description: description, level: 0, checked: -1, expanded: -1, selected: -1,
            isDisabled: false, isHidden: false, isBusy: false, isInvalid: false, isRequired: false))
      }
    }
    place(on: screen)
  }

  /// The screen has this size.
  func place(on screen: DeviceTraits) {
    place = ModalPlace(style: style, onScreenOf: screen.width, screen.height)
    let frame = place.frame
    hv_set_frame(content, frame.x, frame.y, frame.width, frame.height)
  }

  func dismiss() { onDismiss() }

  func handle(_ event: WidgetEvent) { if event.kind == HV_TAP { dismiss() } }

  func draw(_ cairo: HVHandle, width: Double, height: Double) {
    let (shade, none) = (HVColor(red: 0, green: 0, blue: 0, alpha: 0.4), HVColor())
    hv_draw_box(cairo, 0, 0, width, height, 0, shade, 0, none)
  }

  func end() {
    Toolkit.forget(number)
    hv_remove(widget)
    hv_release(content)
    hv_release(shade)
    hv_release(widget)
  }
}
