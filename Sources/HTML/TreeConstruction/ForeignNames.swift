import Names

/// The names of SVG and MathML that the tokenizer's lower-casing spoils (HTML, sections 13.2.6.1 and 13.2.6.5).
struct ForeignNames: Sendable {
  static let shared = ForeignNames()

  private let svgElements: [Name: Name]
  /// SVG's attributes by their lower-case forms.
  let svgAttributes: [Name: Name]
  /// Attributes with a namespace, by the name as it is written.
  let foreignAttributes: [Name: (name: Name, namespace: AttributeNamespace)]
  let definitionURL = Name("definitionURL")

  /// An SVG element's name with its proper case.
  func svgElement(_ name: Name) -> Name { svgElements[name] ?? name }

  private init() {
    svgElements = Self.byLowercase(Self.svgElementNames)
    svgAttributes = Self.byLowercase(Self.svgAttributeNames)
    var foreign: [Name: (name: Name, namespace: AttributeNamespace)] = [:]
    for local in ["actuate", "arcrole", "href", "role", "show", "title", "type"] {
      foreign[Name("xlink:\(local)")] = (Name(local), .xlink)
    }
    for local in ["lang", "space"] { foreign[Name("xml:\(local)")] = (Name(local), .xml) }
    foreign[.xmlns] = (.xmlns, .xmlns)
    foreign[.xmlnsXlink] = (Name("xlink"), .xmlns)
    foreignAttributes = foreign
  }

  private static func byLowercase(_ names: String) -> [Name: Name] {
    var table: [Name: Name] = [:]
    for name in names.split(whereSeparator: \.isWhitespace) { table[Name(name.lowercased())] = Name(String(name)) }
    return table
  }

  private static let svgElementNames = """
    altGlyph altGlyphDef altGlyphItem animateColor animateMotion animateTransform clipPath feBlend feColorMatrix
    feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap feDistantLight feDropShadow
    feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feImage feMerge feMergeNode feMorphology feOffset
    fePointLight feSpecularLighting feSpotLight feTile feTurbulence foreignObject glyphRef linearGradient
    radialGradient textPath
    """

  private static let svgAttributeNames = """
    attributeName attributeType baseFrequency baseProfile calcMode clipPathUnits diffuseConstant edgeMode filterUnits
    glyphRef gradientTransform gradientUnits kernelMatrix kernelUnitLength keyPoints keySplines keyTimes lengthAdjust
    limitingConeAngle markerHeight markerUnits markerWidth maskContentUnits maskUnits numOctaves pathLength
    patternContentUnits patternTransform patternUnits pointsAtX pointsAtY pointsAtZ preserveAlpha preserveAspectRatio
    primitiveUnits refX refY repeatCount repeatDur requiredExtensions requiredFeatures specularConstant
    specularExponent spreadMethod startOffset stdDeviation stitchTiles surfaceScale systemLanguage tableValues targetX
    targetY textLength viewBox viewTarget xChannelSelector yChannelSelector zoomAndPan
    """
}
