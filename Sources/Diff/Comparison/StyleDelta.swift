import CSSValues

/// How the styles of one node differ between two releases.
struct StyleDelta {
  /// What rules say otherwise on this very node, in the order of the property table.
  var direct: [PropertyChange] = []
  /// Whether values that may move boxes differ because of another node: inherited ones, and those in `em` or `rem`.
  var followsInLayout = false

  /// One property that a rule sets otherwise.
  struct PropertyChange: Hashable {
    var property: PropertyID
    var old: String
    var new: String
  }
}

extension PropertyID {
  /// Whether a change of the property may move or resize boxes. Layout files hold border boxes before transforms.
  var movesBoxes: Bool { !Self.paintOnly.contains(self) }

  private static let paintOnly: Set<PropertyID> = {
    let prefixes = [
      "background-", "outline", "mask-", "transition-", "animation-", "text-decoration", "text-emphasis-color",
      "scroll-margin", "scroll-padding", "scroll-snap", "overscroll", "view-transition", "-webkit-mask-box",
      "transform",
      "offset-", "perspective",
    ]
    let names: Set<String> = [
      "color", "opacity", "visibility", "cursor", "pointer-events", "caret-color", "accent-color", "filter",
      "backdrop-filter", "mix-blend-mode", "isolation", "clip-path", "clip", "box-shadow", "text-shadow", "z-index",
      "user-select", "-webkit-user-select", "will-change", "fill", "fill-opacity", "stroke", "stroke-opacity",
      "stroke-dasharray", "stroke-dashoffset", "stop-color", "stop-opacity", "flood-color", "lighting-color",
      "translate", "rotate", "scale", "touch-action", "scroll-behavior", "appearance", "resize", "color-scheme",
      "-webkit-tap-highlight-color", "-webkit-text-fill-color", "-webkit-text-stroke-color", "backface-visibility",
      "image-rendering", "object-fit", "object-position",
    ]
    return Set(
      PropertyID.allCases.filter { property in
        let name = property.name
        return names.contains(name) || prefixes.contains { name.hasPrefix($0) }
          || name.hasPrefix("border-") && (name.hasSuffix("-color") || name.hasSuffix("-radius"))
      })
  }()

  /// Whether the property's value is a colour.
  var isColor: Bool { name == "color" || name.hasSuffix("-color") || self == .fill || self == .stroke }
}
