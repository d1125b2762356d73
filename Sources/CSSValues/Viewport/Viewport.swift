/// A screen that pages are laid out for, as its reader set it up: of a site's configuration, of a layout file, of a device.
public struct Viewport: Hashable, Sendable {
  /// Unique in a site; `390x844@3` where none is given, with `+f1.3` for a font scale.
  public var name: String
  /// The width in CSS px.
  public var width: Double
  /// The height in CSS px.
  public var height: Double
  /// Device pixels in a CSS px.
  public var scale: Double
  /// What the reader's text size multiplies the default font size by; 1 is the default size.
  public var fontScale: Double
  /// The colour scheme that the reader prefers.
  public var colorScheme: ColorScheme
  /// What `env(safe-area-inset-*)` answers.
  public var safeArea: SafeAreaInsets

  /// A viewport; the name follows from the numbers where none is given.
  public init(
    name: String? = nil, width: Double, height: Double, scale: Double = 1, fontScale: Double = 1,
    colorScheme: ColorScheme = .light, safeArea: SafeAreaInsets = .zero
  ) {
    self.width = width
    self.height = height
    self.scale = scale
    self.fontScale = fontScale
    self.colorScheme = colorScheme
    self.safeArea = safeArea
    self.name = name ?? Self.defaultName(width: width, height: height, scale: scale, fontScale: fontScale)
  }

  /// `390x844@3`, `390x844@3+f1.3`: numbers without a needless `.0`.
  public static func defaultName(width: Double, height: Double, scale: Double, fontScale: Double) -> String {
    func plain(_ number: Double) -> String {
      number == number.rounded() && abs(number) < 1e9 ? String(Int(number)) : String(number)
    }
    let base = "\(plain(width))x\(plain(height))@\(plain(scale))"
    return fontScale == 1 ? base : base + "+f\(plain(fontScale))"
  }

  /// What is built where the configuration names none.
  public static let defaults = [
    Viewport(width: 375, height: 667, scale: 2),
    Viewport(width: 390, height: 844, scale: 3),
    Viewport(width: 768, height: 1024, scale: 2),
  ]

  /// The same screen with a reader who prefers another colour scheme.
  public func preferring(_ scheme: ColorScheme) -> Viewport {
    var viewport = self
    viewport.colorScheme = scheme
    return viewport
  }

  /// The viewport as itself, whatever it is called: two without a name are equal where pages look the same.
  public var unnamed: Viewport {
    var viewport = self
    viewport.name = ""
    return viewport
  }

  /// The viewport that a page with a `<meta name="viewport">` is laid out in on this screen, and the CSS px of the screen
  /// that one of the page takes.
  public func page(_ description: ViewportDescription) -> (viewport: Viewport, scale: Double) {
    let page = description.page(onScreenOf: width, height)
    var viewport = self
    viewport.width = page.width
    viewport.height = page.height
    return (viewport, page.scale)
  }

  /// Whether every number is one that a screen can have.
  public var isSound: Bool {
    width > 0 && width <= 100_000 && height > 0 && height <= 100_000 && scale > 0 && scale <= 64 && fontScale > 0
      && fontScale <= 64
  }
}
