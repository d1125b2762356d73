import Foundation

/// Three components of a colour or a column of a matrix.
typealias Vector = SIMD3<Double>

/// CSS Color 4, 18: sample code for colour conversions, through XYZ with the D65 white.
extension Color {
  /// The components as a vector; `none` is 0.
  var vector: Vector {
    Vector(first.isNaN ? 0 : first, second.isNaN ? 0 : second, third.isNaN ? 0 : third)
  }

  /// The colour in another space (CSS Color 4, 10): components that are `none` are carried where the space has their
  /// analogue, and hues without chroma become `none`.
  public func converted(to target: Space) -> Color {
    if target == space { return self }
    if space.isSRGB, target.isSRGB { return Color(target, first, second, third, alpha: alpha) }
    let converted: Vector
    if target.isCylindricalSRGB || space.isCylindricalSRGB {
      converted = target.fromSRGB(space.isCylindricalSRGB ? space.toSRGB(vector) : Self.xyzToSRGB(space.toXYZ(vector)))
      if !target.isCylindricalSRGB {
        let value = target.fromXYZ(Self.srgbToXYZ(space.toSRGB(vector)))
        return Color(target, value.x, value.y, value.z, alpha: alpha).hueAsNone()
      }
    } else if space.isSRGB, target == .lab || target == .lch {
      converted = target.labFromSRGB(vector)
    } else {
      converted = target.fromXYZ(space.toXYZ(vector))
    }
    return Color(target, converted.x, converted.y, converted.z, alpha: alpha).hueAsNone()
  }

  /// The sRGB components, not clipped.
  var srgb: Vector { converted(to: .srgb).vector }

  private static func xyzToSRGB(_ xyz: Vector) -> Vector { Space.srgb.fromXYZ(xyz) }
  private static func srgbToXYZ(_ rgb: Vector) -> Vector { Space.srgb.toXYZ(rgb) }

  /// A hue that has no meaning is `none` after a conversion (12.2).
  private func hueAsNone() -> Color {
    var color = self
    switch space {
    case .lch where second <= 0.0015: color.third = .nan
    case .oklch where second <= 0.000004: color.third = .nan
    case .hsl where second <= 0.001: color.first = .nan
    case .hwb where second + third >= 99.999: color.first = .nan
    default: break
    }
    return color
  }
}

extension Color.Space {
  /// Whether components are sRGB's, gamma-encoded.
  var isSRGB: Bool { self == .srgb || self == .legacySRGB }
  /// `hsl` and `hwb`.
  var isCylindricalSRGB: Bool { self == .hsl || self == .hwb }

  /// The index of the hue, where there is one.
  public var hueIndex: Int? {
    switch self {
    case .hsl, .hwb: 0
    case .lch, .oklch: 2
    default: nil
    }
  }

  func toXYZ(_ value: Vector) -> Vector {
    switch self {
    case .legacySRGB, .srgb: Matrices.srgbToXYZ * Self.mapped(value, Self.srgbToLinear)
    case .srgbLinear: Matrices.srgbToXYZ * value
    case .displayP3: Matrices.p3ToXYZ * Self.mapped(value, Self.srgbToLinear)
    case .displayP3Linear: Matrices.p3ToXYZ * value
    case .a98RGB: Matrices.a98ToXYZ * Self.mapped(value) { Self.signed($0) { pow($0, 563 / 256) } }
    case .prophotoRGB:
      Matrices.d50ToD65
        * (Matrices.prophotoToXYZ
          * Self.mapped(value) { Self.signed($0) { $0 <= 16 / 512 ? $0 / 16 : pow($0, 1.8) } })
    case .rec2020:
      Matrices.rec2020ToXYZ * Self.mapped(value) { Self.signed($0) { pow($0, 2.4) } }
    case .xyzD65: value
    case .xyzD50: Matrices.d50ToD65 * value
    case .lab: Matrices.d50ToD65 * Self.labToXYZ(value)
    case .lch: Matrices.d50ToD65 * Self.labToXYZ(Self.polarToRectangular(value))
    case .oklab: Self.oklabToXYZ(value)
    case .oklch: Self.oklabToXYZ(Self.polarToRectangular(value))
    case .hsl, .hwb: Color.Space.srgb.toXYZ(toSRGB(value))
    }
  }

  func fromXYZ(_ xyz: Vector) -> Vector {
    switch self {
    case .legacySRGB, .srgb: Self.mapped(Matrices.xyzToSRGB * xyz, Self.linearToSRGB)
    case .srgbLinear: Matrices.xyzToSRGB * xyz
    case .displayP3: Self.mapped(Matrices.xyzToP3 * xyz, Self.linearToSRGB)
    case .displayP3Linear: Matrices.xyzToP3 * xyz
    case .a98RGB: Self.mapped(Matrices.xyzToA98 * xyz) { Self.signed($0) { pow($0, 256 / 563) } }
    case .prophotoRGB:
      Self.mapped(Matrices.xyzToProphoto * (Matrices.d65ToD50 * xyz)) {
        Self.signed($0) { $0 >= 1 / 512 ? pow($0, 1 / 1.8) : 16 * $0 }
      }
    case .rec2020: Self.mapped(Matrices.xyzToRec2020 * xyz) { Self.signed($0) { pow($0, 1 / 2.4) } }
    case .xyzD65: xyz
    case .xyzD50: Matrices.d65ToD50 * xyz
    case .lab: Self.xyzToLab(Matrices.d65ToD50 * xyz)
    case .lch: Self.rectangularToPolar(Self.xyzToLab(Matrices.d65ToD50 * xyz))
    case .oklab: Self.xyzToOKLab(xyz)
    case .oklch: Self.rectangularToPolar(Self.xyzToOKLab(xyz))
    case .hsl, .hwb: fromSRGB(Color.Space.srgb.fromXYZ(xyz))
    }
  }

  /// sRGB of `hsl` (degrees, percent, percent) and `hwb`.
  func toSRGB(_ value: Vector) -> Vector {
    switch self {
    case .hsl: return Self.hslToSRGB(value)
    case .hwb:
      let white = value.y / 100
      let black = value.z / 100
      if white + black >= 1 {
        let gray = white / (white + black)
        return Vector(gray, gray, gray)
      }
      return Self.hslToSRGB(Vector(value.x, 100, 50)) * (1 - white - black) + Vector(repeating: white)
    default: return Color.Space.srgb.fromXYZ(toXYZ(value))
    }
  }

  func fromSRGB(_ rgb: Vector) -> Vector {
    switch self {
    case .hsl: return Self.srgbToHSL(rgb)
    case .hwb:
      return Vector(Self.hue(rgb), rgb.min() * 100, (1 - rgb.max()) * 100)
    default: return fromXYZ(Color.Space.srgb.toXYZ(rgb))
    }
  }

  private static func hslToSRGB(_ hsl: Vector) -> Vector {
    var hue = hsl.x.truncatingRemainder(dividingBy: 360)
    if hue < 0 { hue += 360 }
    let saturation = hsl.y / 100
    let lightness = hsl.z / 100
    func channel(_ offset: Double) -> Double {
      let position = (offset + hue / 30).truncatingRemainder(dividingBy: 12)
      let amount = saturation * min(lightness, 1 - lightness)
      return lightness - amount * max(-1, min(position - 3, 9 - position, 1))
    }
    return Vector(channel(0), channel(8), channel(4))
  }

  /// The hue of `hsl` and `hwb` in degrees; 0 of greys.
  private static func hue(_ rgb: Vector) -> Double {
    let high = rgb.max()
    let delta = high - rgb.min()
    guard delta > 1e-9 else { return 0 }
    if high == rgb.x { return 60 * ((rgb.y - rgb.z) / delta + (rgb.y < rgb.z ? 6 : 0)) }
    return 60 * (high == rgb.y ? (rgb.z - rgb.x) / delta + 2 : (rgb.x - rgb.y) / delta + 4)
  }

  private static func srgbToHSL(_ rgb: Vector) -> Vector {
    let high = rgb.max()
    let low = rgb.min()
    let delta = high - low
    let lightness = (low + high) / 2
    var hue = hue(rgb)
    var saturation = 0.0
    if delta > 1e-9 {
      saturation = lightness == 0 || lightness == 1 ? 0 : (high - lightness) / min(lightness, 1 - lightness)
    }
    if saturation < 0 {
      hue += 180
      saturation = abs(saturation)
    }
    if hue >= 360 { hue -= 360 }
    return Vector(hue, saturation * 100, lightness * 100)
  }

  private static func polarToRectangular(_ value: Vector) -> Vector {
    let angle = value.z * .pi / 180
    return Vector(value.x, value.y * cos(angle), value.y * sin(angle))
  }

  private static func rectangularToPolar(_ value: Vector) -> Vector {
    var hue = atan2(value.z, value.y) * 180 / .pi
    if hue < 0 { hue += 360 }
    return Vector(value.x, (value.y * value.y + value.z * value.z).squareRoot(), hue)
  }

  private static let whiteD50 = Vector(0.3457 / 0.3585, 1, (1 - 0.3457 - 0.3585) / 0.3585)

  private static func labToXYZ(_ lab: Vector) -> Vector {
    let kappa = 24389.0 / 27
    let epsilon = 216.0 / 24389
    let y = (lab.x + 16) / 116
    let x = lab.y / 500 + y
    let z = y - lab.z / 200
    return Vector(
      x * x * x > epsilon ? x * x * x : (116 * x - 16) / kappa,
      lab.x > kappa * epsilon ? y * y * y : lab.x / kappa,
      z * z * z > epsilon ? z * z * z : (116 * z - 16) / kappa) * whiteD50
  }

  /// `lab` and `lch` of sRGB, by the matrix that browsers take: rounded to 1/65536, with the D50 white.
  func labFromSRGB(_ rgb: Vector) -> Vector {
    var lab = Self.xyzToLab(
      Matrices.srgbToD50 * Self.mapped(rgb, Self.srgbToLinear), white: Vector(0.9642, 1, 0.8251))
    // Greys have no chroma, whatever the rounding leaves.
    if rgb.x == rgb.y, rgb.y == rgb.z { lab = Vector(lab.x, 0, 0) }
    return self == .lch ? Self.rectangularToPolar(lab) : lab
  }

  private static func xyzToLab(_ xyz: Vector, white: Vector = whiteD50) -> Vector {
    let kappa = 24389.0 / 27
    let epsilon = 216.0 / 24389
    let value = mapped(xyz / white) { $0 > epsilon ? cbrt($0) : (kappa * $0 + 16) / 116 }
    return Vector(116 * value.y - 16, 500 * (value.x - value.y), 200 * (value.y - value.z))
  }

  private static func oklabToXYZ(_ lab: Vector) -> Vector {
    let lms = Matrices.oklabToLMS * lab
    return Matrices.lmsToXYZ * (lms * lms * lms)
  }

  private static func xyzToOKLab(_ xyz: Vector) -> Vector {
    Matrices.lmsToOKLab * mapped(Matrices.xyzToLMS * xyz, cbrt)
  }

  private static func mapped(_ value: Vector, _ transform: (Double) -> Double) -> Vector {
    Vector(transform(value.x), transform(value.y), transform(value.z))
  }

  private static func signed(_ value: Double, _ transform: (Double) -> Double) -> Double {
    value < 0 ? -transform(-value) : transform(value)
  }

  static func srgbToLinear(_ value: Double) -> Double {
    signed(value) { $0 <= 0.04045 ? $0 / 12.92 : pow(($0 + 0.055) / 1.055, 2.4) }
  }

  static func linearToSRGB(_ value: Double) -> Double {
    signed(value) { $0 > 0.0031308 ? 1.055 * pow($0, 1 / 2.4) - 0.055 : 12.92 * $0 }
  }
}

/// A matrix by its rows.
struct Matrix3: Sendable {
  let first: Vector
  let second: Vector
  let third: Vector

  init(
    _ a: Double, _ b: Double, _ c: Double, _ d: Double, _ e: Double, _ f: Double, _ g: Double, _ h: Double, _ i: Double
  ) {
    first = Vector(a, b, c)
    second = Vector(d, e, f)
    third = Vector(g, h, i)
  }

  static func * (matrix: Matrix3, vector: Vector) -> Vector {
    Vector((matrix.first * vector).sum(), (matrix.second * vector).sum(), (matrix.third * vector).sum())
  }
}

/// The matrices of CSS Color 4, 18.
enum Matrices {
  static let srgbToXYZ = Matrix3(
    506752.0 / 1228815, 87881.0 / 245763, 12673.0 / 70218, 87098.0 / 409605, 175762.0 / 245763, 12673.0 / 175545,
    7918.0 / 409605, 87881.0 / 737289, 1001167.0 / 1053270)
  static let xyzToSRGB = Matrix3(
    12831.0 / 3959, -329.0 / 214, -1974.0 / 3959, -851781.0 / 878810, 1648619.0 / 878810, 36519.0 / 878810,
    705.0 / 12673, -2585.0 / 12673, 705.0 / 667)
  /// sRGB to XYZ with the D50 white in multiples of 1/65536, as colour profiles have it.
  static let srgbToD50 = Matrix3(
    28578.0 / 65536, 25241.0 / 65536, 9376.0 / 65536, 14581.0 / 65536, 46981.0 / 65536, 3972.0 / 65536, 912.0 / 65536,
    6362.0 / 65536, 46799.0 / 65536)
  static let p3ToXYZ = Matrix3(
    608311.0 / 1250200, 189793.0 / 714400, 198249.0 / 1000160, 35783.0 / 156275, 247089.0 / 357200, 198249.0 / 2500400,
    0, 32229.0 / 714400, 5220557.0 / 5000800)
  static let xyzToP3 = Matrix3(
    446124.0 / 178915, -333277.0 / 357830, -72051.0 / 178915, -14852.0 / 17905, 63121.0 / 35810, 423.0 / 17905,
    11844.0 / 330415, -50337.0 / 660830, 316169.0 / 330415)
  static let a98ToXYZ = Matrix3(
    573536.0 / 994567, 263643.0 / 1420810, 187206.0 / 994567, 591459.0 / 1989134, 6239551.0 / 9945670,
    374412.0 / 4972835, 53769.0 / 1989134, 351524.0 / 4972835, 4929758.0 / 4972835)
  static let xyzToA98 = Matrix3(
    1829569.0 / 896150, -506331.0 / 896150, -308931.0 / 896150, -851781.0 / 878810, 1648619.0 / 878810,
    36519.0 / 878810, 16779.0 / 1248040, -147721.0 / 1248040, 1266979.0 / 1248040)
  static let prophotoToXYZ = Matrix3(
    0.79776664490064230, 0.13518129740053308, 0.03134773412839220, 0.28807482881940130, 0.71183523424187300,
    0.00008993693872564, 0, 0, 0.82510460251046020)
  static let xyzToProphoto = Matrix3(
    1.34578688164715830, -0.25557208737979464, -0.05110186497554526, -0.54463070512490190, 1.50824774284514680,
    0.02052744743642139, 0, 0, 1.21196754563894520)
  static let rec2020ToXYZ = Matrix3(
    63426534.0 / 99577255, 20160776.0 / 139408157, 47086771.0 / 278816314, 26158966.0 / 99577255,
    472592308.0 / 697040785, 8267143.0 / 139408157, 0, 19567812.0 / 697040785, 295819943.0 / 278816314)
  static let xyzToRec2020 = Matrix3(
    30757411.0 / 17917100, -6372589.0 / 17917100, -4539589.0 / 17917100, -19765991.0 / 29648200,
    47925759.0 / 29648200, 467509.0 / 29648200, 792561.0 / 44930125, -1921689.0 / 44930125, 42328811.0 / 44930125)
  static let d65ToD50 = Matrix3(
    1.0479297925449969, 0.022946870601609652, -0.05019226628920524, 0.02962780877005599, 0.9904344267538799,
    -0.017073799063418826, -0.009243040646204504, 0.015055191490298152, 0.7518742814281371)
  static let d50ToD65 = Matrix3(
    0.955473421488075, -0.02309845494876471, 0.06325924320057072, -0.0283697093338637, 1.0099953980813041,
    0.021041441191917323, 0.012314014864481998, -0.020507649298898964, 1.330365926242124)
  static let xyzToLMS = Matrix3(
    0.8190224379967030, 0.3619062600528904, -0.1288737815209879, 0.0329836539323885, 0.9292868615863434,
    0.0361446663506424, 0.0481771893596242, 0.2642395317527308, 0.6335478284694309)
  static let lmsToXYZ = Matrix3(
    1.2268798758459243, -0.5578149944602171, 0.2813910456659647, -0.0405757452148008, 1.1122868032803170,
    -0.0717110580655164, -0.0763729366746601, -0.4214933324022432, 1.5869240198367816)
  static let lmsToOKLab = Matrix3(
    0.2104542683093140, 0.7936177747023054, -0.0040720430116193, 1.9779985324311684, -2.4285922420485799,
    0.4505937096174110, 0.0259040424655478, 0.7827717124575296, -0.8086757549230774)
  static let oklabToLMS = Matrix3(
    1, 0.3963377773761749, 0.2158037573099136, 1, -0.1055613458156586, -0.0638541728258133, 1, -0.0894841775298119,
    -1.2914855480194092)
}
