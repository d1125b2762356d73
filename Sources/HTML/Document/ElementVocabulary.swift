import Diagnostics
import Names

/// The elements that HTML, SVG and MathML have or had: what browsers, standards and widespread tools know.
public enum ElementVocabulary {
  /// Whether a namespace has an element of a name; `true` where the name does not say: names with a hyphen are custom
  /// elements, names with a colon carry the prefix of another vocabulary.
  public static func knows(_ name: Name, in namespace: Namespace) -> Bool {
    let isKnown =
      switch namespace {
      case .html: htmlNames.contains(name)
      case .svg: svgNames.contains(name)
      case .mathML: mathMLNames.contains(name)
      case .other: true
      }
    return isKnown || name.string.utf8.contains { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ":") }
  }

  /// The element that was most likely meant by an unknown name.
  public static func suggestion(for name: Name, in namespace: Namespace) -> String? {
    let text = name.string
    // Every short name is near to several.
    guard text.utf8.count > 2 else { return nil }
    switch namespace {
    case .html:
      let lower = text.lowercased()
      return currentHTML.contains(lower) ? lower : Suggestion.nearest(to: lower, in: suggestedHTML)
    case .svg: return Suggestion.nearest(to: text, in: svg)
    case .mathML: return Suggestion.nearest(to: text, in: mathML)
    case .other: return nil
    }
  }

  /// Whether HTML of today has the element.
  public static func isHTML(_ name: Name) -> Bool { currentHTML.contains(name.string) }

  private static func words(_ text: String) -> Set<String> {
    Set(text.split(whereSeparator: \.isWhitespace).map(String.init))
  }

  private static let htmlNames = names(currentHTML.union(obsoleteHTML).union(foreignTools))
  private static let svgNames = names(svg)
  private static let mathMLNames = names(mathML)

  private static func names(_ words: Set<String>) -> Set<Name> { Set(words.map { Name($0) }) }

  /// What authors of today may have meant: no obsolete elements, and `<include>` of composition.
  private static let suggestedHTML = currentHTML.union(["include"])

  private static let currentHTML = words(
    """
    a abbr address area article aside audio b base bdi bdo blockquote body br button canvas caption cite code col colgroup
    data datalist dd del details dfn dialog div dl dt em embed fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6
    head header hgroup hr html i iframe img input ins kbd label legend li link main map mark math menu meta meter nav
    noscript object ol optgroup option output p picture pre progress q rp rt ruby s samp script search section select
    selectedcontent slot small source span strong style sub summary sup svg table tbody td template textarea tfoot th
    thead time title tr track u ul var video wbr
    """)

  /// Elements of older standards and browsers, withdrawn proposals, and those of few engines.
  private static let obsoleteHTML = words(
    """
    acronym applet basefont bgsound big blink center command content dir element fencedframe font frame frameset
    geolocation ilayer image install isindex keygen layer listing marquee menuitem model multicol nextid nobr noembed
    noframes nolayer param permission plaintext portal rb rbc rtc server shadow spacer strike tt usermedia webview xmp
    xml
    """)

  /// Elements that other tools act on: search engines' `<noindex>`, Vue's built-in components.
  private static let foreignTools = words("noindex component keepalive suspense teleport transition")

  private static let svg = words(
    """
    a altGlyph altGlyphDef altGlyphItem animate animateColor animateMotion animateTransform audio canvas circle clipPath
    cursor defs desc discard ellipse feBlend feColorMatrix feComponentTransfer feComposite feConvolveMatrix
    feDiffuseLighting feDisplacementMap feDistantLight feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR
    feGaussianBlur feImage feMerge feMergeNode feMorphology feOffset fePointLight feSpecularLighting feSpotLight feTile
    feTurbulence filter flowDiv flowLine flowPara flowRegion flowRegionBreak flowRoot flowSpan font foreignObject g glyph
    glyphRef handler hatch hatchpath hkern iframe image line linearGradient listener marker mask mesh meshgradient
    meshpatch meshrow metadata mpath page pageSet path pattern polygon polyline prefetch radialGradient rect script set
    solidColor solidcolor stop style svg switch symbol tbreak text textArea textPath title tref tspan unknown use video
    view vkern
    flowdiv flowline flowpara flowregion flowregionbreak flowroot flowspan pageset
    """)

  /// Presentation MathML, and Content MathML, which browsers show as a row.
  private static let mathML = words(
    """
    abs and annotation apply approx arccos arccosh arccot arccoth arccsc arccsch arcsec arcsech arcsin arcsinh arctan
    arctanh arg bind bvar card cartesianproduct cbytes ceiling cerror ci cn codomain complexes compose condition conjugate
    cos cosh cot coth cs csc csch csymbol curl declare degree determinant diff divergence divide domain
    domainofapplication emptyset eq equivalent eulergamma exists exp exponentiale factorial factorof false floor fn forall
    gcd geq grad gt ident image imaginary imaginaryi implies in infinity int integers intersect interval inverse lambda
    laplacian lcm leq limit list ln log logbase lowlimit lt maction maligngroup malignmark math matrix matrixrow max mean
    median menclose merror mfenced mfrac mfraction mglyph mi min minus mlabeledtr mlongdiv mmultiscripts mn mo mode
    moment momentabout mover mpadded mphantom mprescripts mroot mrow ms mscarries mscarry msgroup msline mspace msqrt
    msrow mstack mstyle msub msubsup msup mtable mtd mtext mtr munder munderover naturalnumbers neq none not notanumber
    notin notprsubset notsubset or otherwise outerproduct partialdiff pi piece piecewise plus power primes product
    prsubset quotient rationals real reals reln rem root scalarproduct sdev sec sech selector semantics sep set setdiff
    share sin sinh subset sum tan tanh tendsto times transpose true union uplimit variance vector vectorproduct xor
    """)
}
