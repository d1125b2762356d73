import CSSValues
import GTKShims
import HostCore
import Painting

// What is painted of a view by its style, where GTK has nothing like it.
extension GTKView {
  /// Device pixels in a CSS px.
  var scale: Double { Double(max(1, hv_scale(widget))) }

  /// Works out what is painted, and where what is in the view is cut off.
  func updatePaint() {
    guard let node, let look else { return }
    var state = ViewPaint.State()
    if kind == .button {
      let button = ButtonLook(of: node, isPressed: isPressed)
      state.background = button.background
      state.color = button.color
      state.showsLines = button.showsLines
    } else if kind == .search {
      state.background = look.background ?? ViewLook.Color(node["barColor"])
    }
    paint = adapter.screen?.paint(of: node, state, scale: scale) { [weak self, painting = adapter.painting] source in
      painting.size(of: source) { self?.updatePaint() }
    }
    let frame = LayoutRect(x: 0, y: 0, width: node.frame.width, height: node.frame.height)
    paintedSize = (frame.width, frame.height)
    let reach = paint?.reach ?? frame
    hv_box_set_reach(
      widget, [-reach.x, -reach.y, reach.right - frame.right, reach.bottom - frame.bottom], paint?.outline != nil)
    hv_box_set_effect(widget, paint?.effects.isEmpty == false, paint?.spread ?? 0)
    if node.clips {
      hv_box_set_clip(widget, (paint?.inside ?? look.inside(width: frame.width, height: frame.height)).shim)
    } else {
      hv_box_set_clip(widget, nil)
    }
    hv_redraw(widget)
  }

  /// The view shows another node: what is known of the one before counts no more.
  func forgetPaint() { paint = nil }

  /// The view has another size.
  func frameChanged() {
    guard let node, look != nil, paint != nil || node.clips, paintedSize != (node.frame.width, node.frame.height) else {
      return
    }
    updatePaint()
  }

  func drawAbove(_ cairo: HVHandle) {
    if let outline = paint?.outline { adapter.painting.draw(outline, cairo, scale: scale) }
  }

  func draw(_ content: HVHandle, through cairo: HVHandle) {
    guard let paint else { return hv_content_draw(content, cairo) }
    adapter.painting.draw(content, through: paint, cairo, scale: scale)
  }
}

extension RoundedRect {
  /// As the shims have edges.
  var shim: [Double] {
    [rect.x, rect.y, max(0, rect.width), max(0, rect.height)] + (isRounded ? radii : Array(repeating: 0, count: 8))
  }
}
