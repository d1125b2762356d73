import CSSValues
import PageFormat

extension DisplayList {
  /// The steps, one a line, indented by what is around them: for tests and for people.
  public func dump() -> String {
    var depth = 0
    var lines: [String] = []
    for item in items {
      if case .end = item { depth = max(0, depth - 1) }
      let isMiddle = if case .paintInText = item { true } else if case .paintInMask = item { true } else { false }
      lines.append(String(repeating: "  ", count: max(0, isMiddle ? depth - 1 : depth)) + item.text)
      switch item {
      case .beginClip, .beginTextClip, .beginMask, .beginTransform, .beginGroup, .beginFixed: depth += 1
      default: break
      }
    }
    return lines.map { $0 + "\n" }.joined()
  }
}

extension DisplayItem {
  /// The step in a few words.
  var text: String {
    switch self {
    case .fill(let shape, let paint, let blend):
      return "fill \(shape.text) \(paint.text)" + (blend == .normal ? "" : " \(blend.rawValue)")
    case .stroke(let path, let paint, let style):
      var text = "stroke \(PaintShape.path(path, .nonzero).text) \(paint.text) \(Self.number(style.width))"
      if !style.dashes.isEmpty { text += " dashes " + style.dashes.map(Self.number).joined(separator: " ") }
      return text
    case .shadow(let shadow):
      return "\(shadow.isInset ? "inner " : "")shadow \(PaintShape.rounded(shadow.edge).text) blur "
        + "\(Self.number(shadow.blur)) \(shadow.color.text)"
    case .text(let run):
      return "text \(Self.number(run.x)) \(Self.number(run.baseline)) wide \(Self.number(run.width)) “\(run.text)” "
        + run.paint.text + (run.stroke.map { " stroke \(Self.number($0.width)) \($0.color.text)" } ?? "")
    case .textShadow(let run, let deviation):
      return "text-shadow \(Self.number(run.x)) \(Self.number(run.baseline)) “\(run.text)” \(run.paint.text) blur "
        + Self.number(deviation)
    case .decoration(let line):
      return "line \(line.style) \(Self.rect(line.rect)) \(line.color.text)"
        + (line.avoidedItem == nil ? "" : " around glyphs")
    case .emphasis(let marks):
      return "marks “\(marks.mark)” \(marks.isUnder ? "below" : "above") “\(marks.run.text)” \(marks.run.paint.text)"
    case .image(let source, let destination, let clip, _):
      return "image \(source.prefix(40)) \(Self.rect(destination)) in \(PaintShape.rounded(clip).text)"
    case .backdrop(let shape, let filters): return "backdrop \(shape.text) filters \(filters.count)"
    case .beginClip(let shape): return "clip \(shape.text)"
    case .beginTextClip: return "clip to text"
    case .paintInText: return "paint"
    case .beginMask(let isLuminance): return "mask \(isLuminance ? "luminance" : "alpha")"
    case .paintInMask: return "paint"
    case .beginTransform(let m):
      return "transform " + [m.a, m.b, m.c, m.d, m.e, m.f].map(Self.number).joined(separator: " ")
    case .beginGroup(let effect):
      var text = "group opacity \(Self.number(effect.opacity))"
      if effect.blend != .normal { text += " \(effect.blend.rawValue)" }
      if !effect.filters.isEmpty { text += " filters \(effect.filters.count)" }
      if !effect.mask.isEmpty { text += " mask " + effect.mask.map { $0.paint.text }.joined(separator: ", ") }
      return text
    case .beginFixed: return "fixed"
    case .end: return "end"
    }
  }

  static func number(_ value: Double) -> String { NumberText.text((value * 1000).rounded() / 1000) }

  static func rect(_ rect: LayoutRect) -> String {
    "[\(number(rect.x)) \(number(rect.y)) \(number(rect.width)) \(number(rect.height))]"
  }
}

extension PaintColor {
  /// As CSS writes it, in sRGB.
  var text: String {
    Color(.legacySRGB, red, green, blue, alpha: alpha).text
  }
}

extension Paint {
  var text: String {
    switch self {
    case .color(let color): return color.text
    case .pattern(let pattern):
      return "pattern \(pattern.source.prefix(40)) \(DisplayItem.rect(pattern.tile)) step "
        + "\(DisplayItem.number(pattern.stepX)) \(DisplayItem.number(pattern.stepY))"
    case .gradient(let gradient):
      let n = DisplayItem.number
      let geometry =
        switch gradient.geometry {
        case .linear(let x1, let y1, let x2, let y2): "linear \(n(x1)) \(n(y1)) to \(n(x2)) \(n(y2))"
        case .radial(let x, let y, let rx, let ry): "radial \(n(x)) \(n(y)) radii \(n(rx)) \(n(ry))"
        case .conic(let x, let y, let angle): "conic \(n(x)) \(n(y)) from \(n(angle))"
        }
      let stops = gradient.stops.map { "\($0.color.text) \(n($0.offset))" }.joined(separator: ", ")
      return (gradient.isRepeating ? "repeating " : "") + "\(geometry) (\(stops))"
        + (gradient.tile.map { " tile \(DisplayItem.rect($0.rect)) step \(n($0.stepX)) \(n($0.stepY))" } ?? "")
    }
  }
}

extension PaintShape {
  var text: String {
    switch self {
    case .rounded(let rounded):
      let radii = rounded.radii.map(DisplayItem.number)
      let isUniform = Set(radii).count == 1
      return DisplayItem.rect(rounded.rect)
        + (rounded.isRounded ? " radius " + (isUniform ? radii[0] : radii.joined(separator: " ")) : "")
    case .ring(let outer, let inner): return "ring \(PaintShape.rounded(outer).text) \(DisplayItem.rect(inner.rect))"
    case .path(let path, let rule):
      return "path \(path.steps.count) steps \(DisplayItem.rect(path.bounds))" + (rule == .evenOdd ? " even-odd" : "")
    }
  }
}
