import CSSValues
import PageFormat

/// Border images (CSS Backgrounds and Borders 3, 5).
extension PagePainter {
  /// Paints the border image; whether there is one that replaces the border's lines.
  mutating func paintBorderImage(_ node: Int, _ style: ComputedStyle, _ box: LayoutRect, _ sides: BoxSides) -> Bool {
    guard let source = style.painted(.borderImageSource) else { return false }
    let outsets =
      four(style.other[.borderImageOutset]) { value, index in
        if case .number(let factor) = value { return factor * Self.side(sides.widths, index) }
        return value.length(of: 0) ?? 0
      } ?? [0, 0, 0, 0]
    let area = box.inset(top: -outsets[0], right: -outsets[1], bottom: -outsets[2], left: -outsets[3])
    let natural: (width: Double, height: Double)
    if let url = source.url {
      guard let size = imageSize(url), size.width > 0, size.height > 0 else { return false }
      natural = size
    } else {
      // A gradient is as large as the area (5.1).
      let whole = LayoutRect(x: 0, y: 0, width: area.width, height: area.height)
      guard !area.isEmpty else { return false }
      guard GradientReader(box: whole, currentColor: style.text.color).gradient(source) != nil else {
        if source.function != nil { omit("border-image-source: \(source.text)", nil, node, .borderImageSource) }
        return false
      }
      natural = (area.width, area.height)
    }
    let slices =
      four(style.other[.borderImageSlice]) { value, index in
        let side = index % 2 == 0 ? natural.height : natural.width
        if case .percentage(let percentage) = value { return min(side, side * percentage / 100) }
        return min(side, value.fraction ?? side)
      } ?? [natural.height, natural.width, natural.height, natural.width]
    var widths =
      four(style.other[.borderImageWidth]) { value, index in
        if case .number(let factor) = value { return factor * Self.side(sides.widths, index) }
        if value.keyword == "auto" { return slices[index] }
        return value.length(of: index % 2 == 0 ? area.height : area.width) ?? 0
      } ?? (0..<4).map { Self.side(sides.widths, $0) }
    // Widths that overlap shrink alike (5.3).
    let factor = min(1, area.height / max(widths[0] + widths[2], 1e-9), area.width / max(widths[1] + widths[3], 1e-9))
    widths = widths.map { $0 * factor }
    let fills = style.other[.borderImageSlice]?.words.contains { $0.keyword == "fill" } ?? false
    let repeats = style.other[.borderImageRepeat]?.words.compactMap(\.keyword) ?? []
    paintSlices(node, source, style, natural, area, slices, widths, fills, repeats)
    return true
  }

  private static func side(_ sides: Sides<Double>, _ index: Int) -> Double {
    [sides.top, sides.right, sides.bottom, sides.left][index]
  }

  /// The values of one to four words, in the order of the sides.
  private func four(_ value: CSSValue?, _ read: (CSSValue, Int) -> Double) -> [Double]? {
    let words = value?.words.filter { $0.keyword != "fill" } ?? []
    guard !words.isEmpty, words.count <= 4 else { return nil }
    let order = [[0, 0, 0, 0], [0, 1, 0, 1], [0, 1, 2, 1], [0, 1, 2, 3]][words.count - 1]
    return order.enumerated().map { read(words[$0.element], $0.offset) }
  }

  private mutating func paintSlices(
    _ node: Int, _ image: CSSValue, _ style: ComputedStyle, _ natural: (width: Double, height: Double),
    _ area: LayoutRect, _ slices: [Double], _ widths: [Double], _ fills: Bool, _ repeats: [String]
  ) {
    let sourceX = [0, slices[3], natural.width - slices[1], natural.width]
    let sourceY = [0, slices[0], natural.height - slices[2], natural.height]
    let x = [area.x, area.x + widths[3], area.right - widths[1], area.right]
    let y = [area.y, area.y + widths[0], area.bottom - widths[2], area.bottom]
    for row in 0..<3 {
      for column in 0..<3 where fills || row != 1 || column != 1 {
        let source = LayoutRect(
          x: sourceX[column], y: sourceY[row], width: sourceX[column + 1] - sourceX[column],
          height: sourceY[row + 1] - sourceY[row])
        let destination = LayoutRect(
          x: x[column], y: y[row], width: x[column + 1] - x[column], height: y[row + 1] - y[row])
        guard !source.isEmpty, !destination.isEmpty else { continue }
        let horizontal = column == 1 ? repeats.first ?? "stretch" : "stretch"
        let vertical = row == 1 ? (repeats.count > 1 ? repeats[1] : repeats.first ?? "stretch") : "stretch"
        // Edges keep the ratio of their slice across, the middle takes the scales of top and left.
        let acrossX = row == 1 && column == 1 ? widths[0] / max(slices[0], 1e-9) : destination.height / source.height
        let acrossY = row == 1 && column == 1 ? widths[3] / max(slices[3], 1e-9) : destination.width / source.width
        let columns = Self.pieces(horizontal, source.width * acrossX, destination.width)
        let rows = Self.pieces(vertical, source.height * acrossY, destination.height)
        guard columns.starts.count * rows.starts.count <= 4096 else {
          omit(.borderImageRepeat, "with more than 4,096 pieces", node)
          continue
        }
        for y in rows.starts {
          for x in columns.starts {
            let piece = LayoutRect(
              x: destination.x + x, y: destination.y + y, width: columns.length, height: rows.length)
            paintPiece(node, image, style, natural, source, piece, destination)
          }
        }
      }
    }
  }

  /// Where repetitions begin and how long each is; what does not fit is cut at both ends (5.5).
  private static func pieces(_ mode: String, _ length: Double, _ room: Double) -> (starts: [Double], length: Double) {
    guard length > 0.01, room > 0 else { return ([], 0) }
    switch mode {
    case "repeat":
      // One piece is in the middle.
      let beside = max(0, ((room / length - 1) / 2).rounded(.up))
      guard beside <= 4096 else { return (Array(repeating: 0, count: 4097), length) }
      let first = (room - length) / 2 - beside * length
      return ((0...Int(beside) * 2).map { first + Double($0) * length }, length)
    case "space":
      let count = (room / length).rounded(.down)
      guard count >= 1 else { return ([], 0) }
      guard count <= 4096 else { return (Array(repeating: 0, count: 4097), length) }
      let gap = (room - count * length) / (count + 1)
      return ((0..<Int(count)).map { gap + Double($0) * (length + gap) }, length)
    case "round":
      let count = max(1, (room / length).rounded())
      guard count <= 4096 else { return (Array(repeating: 0, count: 4097), length) }
      return ((0..<Int(count)).map { Double($0) * room / count }, room / count)
    default: return ([0], room)
    }
  }

  /// One slice of the image, drawn out to a piece of the border.
  private mutating func paintPiece(
    _ node: Int, _ image: CSSValue, _ style: ComputedStyle, _ natural: (width: Double, height: Double),
    _ source: LayoutRect, _ piece: LayoutRect, _ area: LayoutRect
  ) {
    let (scaleX, scaleY) = (piece.width / source.width, piece.height / source.height)
    let whole = LayoutRect(
      x: piece.x - source.x * scaleX, y: piece.y - source.y * scaleY, width: natural.width * scaleX,
      height: natural.height * scaleY)
    let shown = piece.intersection(area)
    if let url = image.url {
      add(.image(source: url, destination: whole, clip: RoundedRect(shown), isPixelated: false), piece, node)
      return
    }
    let box = LayoutRect(x: 0, y: 0, width: natural.width, height: natural.height)
    guard var gradient = GradientReader(box: box, currentColor: style.text.color).gradient(image) else { return }
    gradient.matrix = PaintMatrix(scaleX, 0, 0, scaleY, whole.x, whole.y)
    add(.fill(.rounded(RoundedRect(shown)), .gradient(gradient), .normal), shown, node)
  }
}
