import CSSValues
import PageFormat

/// Reports what the painter leaves out of what styles ask for.
extension PagePainter {
  /// Whether the painter may leave out what a property asks for with a value: then a build looks at the page's omissions.
  public static func mayOmit(_ property: PropertyID, _ value: CSSValue) -> Bool {
    switch property {
    case .transformStyle: value.keyword == "preserve-3d"
    case .clipPath: value.url == nil && value.keyword != "none" || value.namesOtherFile
    case .columnRuleStyle: value.keyword != "none" && value.keyword != "hidden"
    case .transformBox: value.keyword != "view-box"
    // Other styles of the box, and of those around it, decide.
    case .backdropFilter: value.keyword != "none"
    default: omission(property, value) != nil
    }
  }

  /// Whether an element with a style is painted as a group.
  public static func makesGroup(_ style: ComputedStyle) -> Bool {
    style.visual.opacity < 1 || style.painted(.filter) != nil || style.painted(.clipPath) != nil
      || style.painted(.maskImage) != nil || style.other[.isolation]?.keyword == "isolate"
      || style.other[.mixBlendMode].map { $0.keyword != "normal" } ?? false
  }

  /// What is not painted of a value: `nil` where all of it is, and a condition of no characters where nothing is.
  private static func omission(_ property: PropertyID, _ value: CSSValue) -> String? {
    func beyond(_ limit: Int, _ things: String) -> String? {
      value.layers.count > limit ? "beyond the first \(limit) \(things)" : nil
    }
    switch property {
    case .webkitMaskBoxImageSource, .webkitBoxReflect: return value.keyword == "none" ? nil : ""
    case .cornerTopLeftShape, .cornerTopRightShape, .cornerBottomRightShape, .cornerBottomLeftShape:
      let isRound = value.keyword == "round" || value.function.map { $0.arguments.first?.fraction == 1 } ?? false
      return isRound || value.keyword == "superellipse(1)" ? nil : ""
    case .imageOrientation: return value.keyword == "from-image" ? nil : ""
    case .textDecorationThickness: return value.keyword == "from-font" ? "as thick as the font says" : nil
    case .rowRuleStyle: return value.keyword == "none" || value.keyword == "hidden" ? nil : ""
    case .borderShape, .offsetPath, .fontPalette, .fontVariantEmoji, .fontVariantAlternates, .webkitTextSecurity:
      return value.keyword == "none" || value.keyword == "normal" ? nil : ""
    case .columnRuleBreak, .rowRuleBreak, .columnRuleVisibilityItems, .rowRuleVisibilityItems:
      return value.keyword == "normal" ? nil : ""
    case .columnRuleInsetCapStart, .columnRuleInsetCapEnd, .columnRuleInsetJunctionStart, .columnRuleInsetJunctionEnd:
      return value.length(of: 0) == 0 ? nil : ""
    case .shapeRendering: return value.keyword == "crispedges" ? "with hard edges" : nil
    case .colorInterpolation: return value.keyword == "linearrgb" ? "in linear light" : nil
    case .textShadow: return beyond(PaintLimits.textShadows, "shadows")
    case .boxShadow: return beyond(PaintLimits.boxShadows, "shadows")
    case .maskImage: return beyond(PaintLimits.maskLayers, "layers")
    case .clipPath, .fill, .stroke, .markerStart, .markerMid, .markerEnd:
      return value.namesOtherFile ? Self.fromAnotherFile : nil
    case .filter, .backdropFilter:
      if value.namesOtherFile { return Self.fromAnotherFile }
      let limit = PaintLimits.filterFunctions
      return value.words.count > limit ? "beyond the first \(limit) functions" : nil
    case .backgroundClip:
      return value.layers.contains { $0.words.contains { $0.keyword == "border-area" } } ? "in border areas" : nil
    case .alignmentBaseline: return value.keyword == "auto" || value.keyword == "baseline" ? nil : ""
    case .baselineShift: return value.keyword == "baseline" || value.length(of: 1) == 0 ? nil : ""
    default: return nil
    }
  }

  /// UNIMPLEMENTED: `url(drawing.svg#id)` for anything but an image: page files hold the elements of their own page.
  private static let fromAnotherFile = "from another file"

  /// What a style asks for and no node with it gets.
  static func omissions(_ style: ComputedStyle) -> [(property: PropertyID, condition: String?)] {
    var found: [(property: PropertyID, condition: String?)] = []
    for entry in style.other.own + style.other.inherited {
      guard let condition = omission(entry.property, entry.value) else { continue }
      switch entry.property {
      case .textDecorationThickness: if style.painted(.textDecorationLine) == nil { continue }
      case .columnRuleBreak, .columnRuleVisibilityItems, .columnRuleInsetCapStart, .columnRuleInsetCapEnd,
        .columnRuleInsetJunctionStart, .columnRuleInsetJunctionEnd:
        if style.painted(.columnRuleStyle) == nil { continue }
      case .rowRuleBreak, .rowRuleVisibilityItems: if style.painted(.rowRuleStyle) == nil { continue }
      case _ where cornerShapes.contains(entry.property):
        // One feature, whose shorthand gives all four corners a shape.
        if found.contains(where: { cornerShapes.contains($0.property) }) { continue }
      default: break
      }
      found.append((entry.property, condition.isEmpty ? nil : condition))
    }
    return found.sorted { $0.property.rawValue < $1.property.rawValue }
  }

  private static let cornerShapes: Set<PropertyID> = [
    .cornerTopLeftShape, .cornerTopRightShape, .cornerBottomRightShape, .cornerBottomLeftShape,
  ]

  /// Properties that count only in drawings.
  private static let drawingProperties: Set<PropertyID> = [
    .alignmentBaseline, .baselineShift, .fill, .stroke, .markerStart, .markerMid, .markerEnd,
  ]

  /// Reports what is left out of a node's style.
  mutating func omitUnpainted(_ node: Int, _ style: NodeStyle) {
    for (property, condition) in style.omissions {
      if property == .imageOrientation, page.tag(node) != "img" { continue }
      // Of a password's characters, only their number shows anyway.
      if property == .webkitTextSecurity, page.tag(node) == "input" { continue }
      // It mixes the colours of masks only, in browsers too.
      if property == .colorInterpolation, page.tag(node) != "mask" { continue }
      // Texts outside of drawings keep to `vertical-align`, and only drawings are filled and stroked.
      if Self.drawingProperties.contains(property), page.kind(node) != .svgElement { continue }
      omit(property, condition, node)
    }
  }

  /// Reports groups that renderers do not make, because as many as they make are around them.
  mutating func omitDeepGroups() {
    var begun: [Bool] = []
    var depth = 0
    for (index, item) in list.items.enumerated() {
      if item == .end {
        if begun.popLast() == true { depth -= 1 }
        continue
      }
      guard item.depthChange > 0 else { continue }
      begun.append(item.isGroup)
      guard item.isGroup else { continue }
      depth += 1
      if depth > PaintLimits.nestedGroups {
        let node = list.nodes[index]
        // Filters that change nothing, or are beyond their limits, make groups too.
        let isFilter = node >= 0 && style(of: node).computed.painted(.filter) != nil
        let property = item.groupProperty == .isolation && isFilter ? .filter : item.groupProperty
        return omit(property, "in more than \(PaintLimits.nestedGroups) nested groups", node)
      }
    }
  }
}

extension DisplayItem {
  /// The property that most likely made a group.
  fileprivate var groupProperty: PropertyID {
    switch self {
    case .beginTextClip: .backgroundClip
    case .beginMask: .maskImage
    case .beginGroup(let effect):
      if !effect.filters.isEmpty {
        .filter
      } else if !effect.mask.isEmpty {
        .maskImage
      } else if effect.blend != .normal {
        .mixBlendMode
      } else {
        effect.opacity < 1 ? .opacity : .isolation
      }
    default: .opacity
    }
  }
}
