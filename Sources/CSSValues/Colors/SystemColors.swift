import Names

/// System colours (CSS Color 4, 6.2) as headless Chromium on Linux gives them.
public enum SystemColors {
  /// Their names in lower case.
  public static let names = Set(light.keys)

  /// The colour of a name in lower case; `nil` where it names none.
  static func color(_ name: Name, isDark: Bool) -> Color? {
    guard let value = isDark ? dark[name] ?? light[name] : light[name] else { return nil }
    return Color(
      .legacySRGB, Double(value >> 16 & 255) / 255, Double(value >> 8 & 255) / 255, Double(value & 255) / 255,
      alpha: Double(255 - (value >> 24)) / 255)
  }

  /// The top byte is the transparency: 255 less alpha.
  private static let light: [Name: UInt32] = [
    "accentcolor": 0x0075FF, "accentcolortext": 0xFFFFFF, "activetext": 0xFF0000, "buttonborder": 0x000000,
    "buttonface": 0xEFEFEF, "buttontext": 0x000000, "canvas": 0xFFFFFF, "canvastext": 0x000000, "field": 0xFFFFFF,
    "fieldtext": 0x000000, "graytext": 0x808080, "highlight": 0x330041C6, "highlighttext": 0xFFFFFF,
    "linktext": 0x0000EE,
    "mark": 0xFFFF00, "marktext": 0x000000, "selecteditem": 0x1967D2, "selecteditemtext": 0xFFFFFF,
    "visitedtext": 0x551A8B, "activeborder": 0x000000, "activecaption": 0xFFFFFF, "appworkspace": 0xFFFFFF,
    "background": 0xFFFFFF, "buttonhighlight": 0xEFEFEF, "buttonshadow": 0xEFEFEF, "captiontext": 0x000000,
    "inactiveborder": 0x000000, "inactivecaption": 0xFFFFFF, "inactivecaptiontext": 0x808080,
    "infobackground": 0xFFFFFF, "infotext": 0x000000, "menu": 0xFFFFFF, "menutext": 0x000000, "scrollbar": 0xFFFFFF,
    "threeddarkshadow": 0x000000, "threedface": 0xEFEFEF, "threedhighlight": 0x000000, "threedlightshadow": 0x000000,
    "threedshadow": 0x000000, "window": 0xFFFFFF, "windowframe": 0x000000, "windowtext": 0x000000,
    "-webkit-link": 0x0000EE, "-webkit-activelink": 0xFF0000, "-webkit-focus-ring-color": 0x101010,
    "-internal-light-dark": 0x000000, "-webkit-text": 0x000000,
  ]

  private static let dark: [Name: UInt32] = [
    "activetext": 0xFF9E9E, "buttonborder": 0xFFFFFF, "buttonface": 0x6B6B6B, "buttontext": 0xFFFFFF,
    "canvas": 0x121212, "canvastext": 0xFFFFFF, "field": 0x3B3B3B, "fieldtext": 0xFFFFFF, "linktext": 0x9E9EFF,
    "visitedtext": 0xD0ADF0, "activeborder": 0xFFFFFF, "activecaption": 0x121212, "appworkspace": 0x121212,
    "background": 0x121212, "buttonhighlight": 0x6B6B6B, "buttonshadow": 0x6B6B6B, "captiontext": 0xFFFFFF,
    "inactiveborder": 0xFFFFFF, "inactivecaption": 0x121212, "infobackground": 0x121212, "infotext": 0xFFFFFF,
    "menu": 0x121212, "menutext": 0xFFFFFF, "scrollbar": 0x121212, "threeddarkshadow": 0xFFFFFF,
    "threedface": 0x6B6B6B, "threedhighlight": 0xFFFFFF, "threedlightshadow": 0xFFFFFF, "threedshadow": 0xFFFFFF,
    "window": 0x121212, "windowframe": 0xFFFFFF, "windowtext": 0xFFFFFF, "-webkit-link": 0x9E9EFF,
    "-webkit-activelink": 0xFF9E9E, "-webkit-focus-ring-color": 0xFFFFFF,
    "-webkit-text": 0xFFFFFF,
  ]
}
