import CSSValues
import PageFormat

/// Controls with `appearance: none`: Chromium's style sheet still gives their parts a look.
///
/// UNIMPLEMENTED: what a page says of those parts by `::-webkit-slider-thumb` and the like, which builds report.
extension PagePainter {
  /// The thumb of a range, over the box that the page gave it.
  mutating func paintPlainRange(_ node: Int, _ style: ComputedStyle) {
    guard let box = contentBox(node, style)?.rect else { return }
    enterScope(of: node)
    paintThumb(node, style, box)
  }

  /// The bar of a progress or meter, which fills the content box.
  mutating func paintPlainGauge(_ node: Int, _ style: ComputedStyle, _ tag: String) {
    guard var box = contentBox(node, style)?.rect, !box.isEmpty else { return }
    enterScope(of: node)
    let isMeter = tag == "meter"
    if isMeter { box = box.inset(top: box.height / 4, right: 0, bottom: box.height / 4, left: 0) }
    func fill(_ area: LayoutRect, _ color: PaintColor, _ shades: [PaintColor]) {
      let paint: Paint =
        isMeter
        ? .gradient(
          Gradient(
            geometry: .linear(x1: area.x, y1: area.y, x2: area.x, y2: area.bottom),
            stops: zip([0, 0.2, 0.45, 0.55, 1], [0, 1, 2, 2, 0]).map { .init(offset: $0, color: shades[$1]) }))
        : .color(color)
      add(.fill(.rounded(RoundedRect(area)), paint, .normal), area, node)
    }
    fill(box, PaintColor(128.0 / 255, 128.0 / 255, 128.0 / 255), Self.shades(0xddd, 0xeee, 0xccc))
    guard let part = gaugePart(node, tag), part > 0 else { return }
    var filled = box
    filled.width *= part
    if style.text.direction == .rtl { filled.x = box.right - filled.width }
    let shades: [PaintColor] =
      switch meterRegion(node) {
      case .best: Self.shades(0xad7, 0xcea, 0x7a3)
      case .near: Self.shades(0xfe7, 0xffc, 0xdb3)
      case .far: Self.shades(0xf77, 0xfcc, 0xd44)
      }
    fill(filled, PaintColor(0, 128.0 / 255, 0), shades)
  }

  /// Colours of three digits.
  private static func shades(_ colors: Int...) -> [PaintColor] {
    colors.map { PaintColor(Double($0 >> 8) / 15, Double($0 >> 4 & 15) / 15, Double($0 & 15) / 15) }
  }
}
