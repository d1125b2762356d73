import CSSValues
import PageFormat

/// Border images (CSS Backgrounds and Borders 3, 5).
extension PagePainter {
  /// Paints the border image; whether there is one that replaces the border's lines.
  mutating func paintBorderImage(_ node: Int, _ style: ComputedStyle, _ box: LayoutRect, _ sides: BoxSides) -> Bool {
    guard let source = style.painted(.borderImageSource), let url = source.url else {
      if let source = style.painted(.borderImageSource), source.function != nil {
        omit("border-image-source: \(source.text)", node)
      }
      return false
    }
    guard let natural = imageSize(url), natural.width > 0, natural.height > 0 else { return false }
    let outsets =
      four(style.other[.borderImageOutset]) { value, index in
        if case .number(let factor) = value { return factor * Self.side(sides.widths, index) }
        return value.length(of: 0) ?? 0
      } ?? [0, 0, 0, 0]
    let area = box.inset(top: -outsets[0], right: -outsets[1], bottom: -outsets[2], left: -outsets[3])
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
    paintSlices(node, url, natural, area, slices, widths, fills, repeats)
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
    _ node: Int, _ url: String, _ natural: (width: Double, height: Double), _ area: LayoutRect, _ slices: [Double],
    _ widths: [Double], _ fills: Bool, _ repeats: [String]
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
        let pieceWidth = Self.piece(horizontal, source.width * acrossX, destination.width)
        let pieceHeight = Self.piece(vertical, source.height * acrossY, destination.height)
        guard pieceWidth > 0.01, pieceHeight > 0.01 else { continue }
        paintPieces(node, url, natural, source, destination, pieceWidth, pieceHeight)
      }
    }
  }

  /// How large one repetition is; what does not fit a whole number of times is cut at both ends.
  private static func piece(_ mode: String, _ length: Double, _ room: Double) -> Double {
    switch mode {
    case "repeat", "space": length
    case "round": room / max(1, (room / max(length, 1e-9)).rounded())
    default: room
    }
  }

  private mutating func paintPieces(
    _ node: Int, _ url: String, _ natural: (width: Double, height: Double), _ source: LayoutRect,
    _ destination: LayoutRect, _ width: Double, _ height: Double
  ) {
    let (columns, rows) = (
      max(1, (destination.width / width).rounded(.up)), max(1, (destination.height / height).rounded(.up))
    )
    guard columns * rows <= 4096 else { return omit("border-image-repeat with more than 4,096 pieces", node) }
    let startX = destination.x + (destination.width - columns * width) / 2
    let startY = destination.y + (destination.height - rows * height) / 2
    let (scaleX, scaleY) = (width / source.width, height / source.height)
    for row in 0..<Int(rows) {
      for column in 0..<Int(columns) {
        let piece = LayoutRect(
          x: startX + Double(column) * width, y: startY + Double(row) * height, width: width, height: height)
        let whole = LayoutRect(
          x: piece.x - source.x * scaleX, y: piece.y - source.y * scaleY, width: natural.width * scaleX,
          height: natural.height * scaleY)
        add(
          .image(
            source: url, destination: whole, clip: RoundedRect(piece.intersection(destination)), isPixelated: false),
          piece, node)
      }
    }
  }
}
