import CSSValues

extension StyledTree {
  /// What layout knows of an element inside of `<svg>` (SVG 2): its shape in user units and its place.
  public struct Graphic: Hashable, Sendable {
    /// What an element is to geometry.
    public enum Kind: UInt8, Hashable, Sendable {
      /// `<g>`, `<a>`, `<switch>`, `<use>`: as large as what is in it.
      case group
      /// `<svg>` inside of `<svg>`, and what a `<use>` makes of a `<symbol>`: a coordinate system of its own.
      case viewport
      /// `<rect>`, `<image>`, `<foreignObject>`: ``Graphic/lengths`` are x, y, width, height.
      case rectangle
      /// `<circle>` and `<ellipse>`: centre and radii; a circle's second radius is its first.
      case ellipse
      /// `<line>`: two points.
      case line
      /// `<path>`, `<polygon>`, `<polyline>`: ``Graphic/bounds``.
      case path
      /// `<text>`.
      case text
      /// `<tspan>`, `<textPath>`, and `<a>` in a text.
      case textSpan
    }

    /// A length of SVG (SVG 2, 8.9): percentages count from the nearest viewport.
    public struct Length: Hashable, Sendable {
      /// What the number counts.
      public enum Unit: UInt8, Hashable, Sendable { case number, percentage, em, ex }
      /// The number, finite.
      public var value: Double
      /// Its unit.
      public var unit: Unit

      /// A length.
      public init(_ value: Double, _ unit: Unit = .number) {
        self.value = value
        self.unit = unit
      }

      /// No length.
      public static let zero = Length(0)
    }

    /// How a `viewBox` is fitted into its viewport (SVG 2, 8.8).
    public struct AspectRatio: Hashable, Sendable {
      /// Where what is left over goes: 0 before, 0.5 on both sides, 1 after.
      public var alignX = 0.5
      /// The same from top to bottom.
      public var alignY = 0.5
      /// Whether both axes are scaled alike.
      public var isUniform = true
      /// `slice`: the viewport is covered.
      public var isSlice = false
    }

    /// What the element is.
    public var kind: Kind
    /// The `transform` attribute, which counts where the style has no transform; `nil` moves nothing.
    public var transform: PlanarTransform?
    /// Whether the node's style is the element's: a copy of an element without a style has that of what is around it.
    public var hasOwnStyle = true
    /// The lengths of a shape, or the place and size of a viewport and a `<use>`; see ``Kind``.
    public var lengths: [Length] = []
    /// A path's bounding box in user units, without its stroke; `nil` where it is empty.
    public var bounds: LayoutRect?
    /// The `viewBox` of a viewport; its sizes are above 0.
    public var viewBox: LayoutRect?
    /// How ``viewBox`` is fitted.
    public var aspectRatio = AspectRatio()
    /// `x`, `y`, `dx` and `dy` of a text's characters.
    public var positions: [[Length]] = []
    /// Whether the white space of a text is kept (`xml:space`).
    public var keepsSpace = false

    init(kind: Kind) { self.kind = kind }
  }
}
