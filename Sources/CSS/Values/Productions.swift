/// Productions of the specifications in value definition syntax, by name.
enum Productions {
  static let all: [String: String] = [
    // CSS Box Alignment 3, 4.
    "baseline-position": "[ first | last ]? baseline",
    "content-distribution": "space-between | space-around | space-evenly | stretch",
    "self-position": "center | start | end | self-start | self-end | flex-start | flex-end | anchor-center",
    // CSS Backgrounds and Borders 3 and 4.
    "bg-size": "[ <length-percentage[0,∞]> | auto ]{1,2} | cover | contain",
    "repeat-style": "repeat-x | repeat-y | [ repeat | space | round | no-repeat ]{1,2}",
    "visual-box": "content-box | padding-box | border-box",
    "line-style": "none | hidden | dotted | dashed | solid | double | groove | ridge | inset | outset",
    "border-image-slice": "[ <number[0,∞]> | <percentage[0,∞]> ]{1,4} && fill?",
    "corner-shape":
      "round | scoop | bevel | notch | square | squircle | superellipse( <number> | infinity | -infinity )",
    "rule-list-width": "<line-width>",
    "rule-list-style": "<line-style>",
    "rule-list-color": "<color>",
    // Compositing and Blending 2.
    "blend-mode":
      """
    normal | multiply | screen | overlay | darken | lighten | color-dodge | color-burn | hard-light | soft-light | \
    difference | exclusion | hue | saturation | color | luminosity
    """,
    // CSS Color Adjustment, CSS Color HDR.
    "dynamic-range-limit-mix":
      "dynamic-range-limit-mix( [ [ standard | no-limit | constrained ] && <percentage[0,100]> ]# )",
    // CSS Easing 2.
    "easing-function":
      """
    linear | ease | ease-in | ease-out | ease-in-out | step-start | step-end | <step-easing> | <linear-stops> | \
    cubic-bezier( <number[0,1]> , <number> , <number[0,1]> , <number> )
    """,
    // CSS Text 4.
    "autospace": "[ ideograph-alpha || ideograph-numeric || punctuation ] || [ insert | replace ] | auto",
    // CSS Fonts 4.
    "palette-mix":
      """
    palette-mix( in [ srgb | srgb-linear | lab | oklab | xyz | xyz-d50 | xyz-d65 | \
    [ hsl | hwb | lch | oklch ] [ [ shorter | longer | increasing | decreasing ] hue ]? ] , \
    [ [ normal | light | dark | <dashed-ident> ] && <percentage[0,100]>? ] , \
    [ [ normal | light | dark | <dashed-ident> ] && <percentage[0,100]>? ] )
    """,
    // Filter Effects 1.
    "filter-function":
      """
    blur( <length[0,∞]>? ) | brightness( <number-or-percentage[0,∞]>? ) | contrast( <number-or-percentage[0,∞]>? ) | \
    grayscale( <number-or-percentage[0,∞]>? ) | invert( <number-or-percentage[0,∞]>? ) | \
    opacity( <number-or-percentage[0,∞]>? ) | saturate( <number-or-percentage[0,∞]>? ) | \
    sepia( <number-or-percentage[0,∞]>? ) | hue-rotate( <angle-zero>? ) | \
    drop-shadow( <color>? && [ <length>{2} <length[0,∞]>? ] )
    """,
    // CSS Lists 3.
    "counter-increment": "[ <counter-name> <integer>? ]+",
    "counter-reset": "[ <counter-name> <integer>? | reversed( <counter-name> ) <integer>? ]+",
    "counter-set": "[ <counter-name> <integer>? ]+",
    // CSS Masking 1, CSS Shapes 1 and 2.
    "clip-source": "<url>",
    "coord-box": "content-box | padding-box | border-box | fill-box | stroke-box | view-box",
    "geometry-box":
      "content-box | padding-box | border-box | margin-box | fill-box | stroke-box | view-box | half-border-box",
    "shape-box": "content-box | padding-box | border-box | margin-box",
    "shape-radius": "<length-percentage[0,∞]> | closest-side | farthest-side | closest-corner | farthest-corner",
    "inset-radius": "round <length-percentage[0,∞]>{1,4} [ / <length-percentage[0,∞]>{1,4} ]?",
    "basic-shape-rect":
      """
    inset( <length-percentage>{1,4} <inset-radius>? ) | \
    xywh( <length-percentage>{2} <length-percentage[0,∞]>{2} <inset-radius>? ) | \
    rect( [ <length-percentage> | auto ]{4} <inset-radius>? )
    """,
    "basic-shape":
      """
    <basic-shape-rect> | circle( <shape-radius>? [ at <position> ]? ) | \
    ellipse( [ <shape-radius>{2} ]? [ at <position> ]? ) | <polygon> | <path> | <shape>
    """,
    // Motion Path 1.
    "offset-path":
      """
    <basic-shape> | <url> | \
    ray( <angle> && [ closest-side | closest-corner | farthest-side | farthest-corner | sides ]? && contain? && \
    [ at <position> ]? )
    """,
    "shape-control": "<position> | [ <length-percentage>{2} ] [ from [ start | end | origin ] ]?",
    "overflow-clip-margin": "<visual-box> || <length[0,∞]>",
    // SVG 2.
    "paint": "none | context-fill | context-stroke | <color> | <url> [ none | <color> ]?",
    // CSS Values 4, CSS Sizing 4.
    "ratio": "<number[0,∞]> [ / <number[0,∞]> ]?",
    // Scroll-driven animations 1.
    "timeline-function":
      """
    scroll( [ [ root | nearest | self ] || [ block | inline | x | y ] ]? ) | \
    view( [ [ block | inline | x | y ] || [ auto | <length-percentage> ]{1,2} ]? )
    """,
    "timeline-range-name": "cover | contain | entry | exit | entry-crossing | exit-crossing | scroll",
    // CSS Transforms 1 and 2.
    "transform-function":
      """
    matrix( <number>#{6} ) | matrix3d( <number>#{16} ) | \
    translate( <length-percentage> [ , <length-percentage> ]? ) | \
    translatex( <length-percentage> ) | translatey( <length-percentage> ) | translatez( <length> ) | \
    translate3d( <length-percentage> , <length-percentage> , <length> ) | \
    scale( <number-or-percentage> [ , <number-or-percentage> ]? ) | scalex( <number-or-percentage> ) | \
    scaley( <number-or-percentage> ) | scalez( <number-or-percentage> ) | \
    scale3d( <number-or-percentage>#{3} ) | rotate( <angle-zero> ) | rotatex( <angle-zero> ) | \
    rotatey( <angle-zero> ) | rotatez( <angle-zero> ) | \
    rotate3d( <number> , <number> , <number> , <angle-zero> ) | skew( <angle-zero> [ , <angle-zero> ]? ) | \
    skewx( <angle-zero> ) | skewy( <angle-zero> ) | perspective( <length[0,∞]> | none )
    """,
  ]
}
