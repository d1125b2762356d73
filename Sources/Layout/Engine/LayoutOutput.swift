/// What laying a box out gave: a plain value. px; missing baselines are ``Double/indefinite``.
struct LayoutOutput {
  /// The border box.
  var width: Double
  var height: Double
  /// The first and last baselines' distances from the top of the border box.
  var firstBaseline: Double = .indefinite
  var lastBaseline: Double = .indefinite
  /// The border box's height as its content makes it, without regard to `height`, `min-height` and `max-height`.
  var intrinsicBlock: Double = 0

  // What blocks of one formatting context pass to their parents.
  /// The margins at the end that stick out and may collapse with what follows.
  var endMargins = CollapsingMargins()
  /// The border box's upper edge in the formatting context; indefinite while it depends on later margins.
  var contextBlock: Double = .indefinite
  /// Where floats in it were placed while its own place was open; indefinite where there are none.
  var floatGuess: Double = .indefinite
  var adjoiningFloats: LayoutStyle.ClearSide = []
  /// The box has no height, border, padding or line: the margins before and after it adjoin.
  var isSelfCollapsing = false
  /// Clearance moved the box below floats.
  var isPushedByFloats = false
  /// Floats were placed at a wrong guess: the box must be laid out again with ``ConstraintSpace/forcedBlock`` at
  /// ``contextBlock``.
  var isAborted = false

  @inline(__always)
  init(width: Double, height: Double) {
    self.width = width
    self.height = height
    self.intrinsicBlock = height
  }
}

/// The inline size of a border box's content if it breaks wherever it may, and if it never does (CSS Sizing 3, 2.1). px.
struct MinMaxSizes: Equatable {
  var minimum: Double
  var maximum: Double

  @inline(__always)
  init(_ minimum: Double, _ maximum: Double) {
    self.minimum = minimum
    self.maximum = maximum
  }

  /// `fit-content` in an available size.
  @inline(__always)
  func fit(_ available: Double) -> Double {
    let upper = available < maximum ? available : maximum
    return upper > minimum ? upper : minimum
  }

  /// Takes the larger of both sizes.
  @inline(__always)
  mutating func encompass(_ other: MinMaxSizes) {
    if other.minimum > minimum { minimum = other.minimum }
    if other.maximum > maximum { maximum = other.maximum }
  }
}
