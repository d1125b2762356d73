import CSSValues

#if canImport(CoreText)
  import CoreText
#else
  import Foundation
#endif

/// The fonts that a device has, by family: what ``OpenedPage/fit`` compares with the families that a page asks for.
///
/// ```swift
/// var fonts = FontCatalog.system()          // once, when the app starts
/// fonts.add(family: "Brand Sans")           // a font that the app brings along
/// let device = DeviceTraits(width: 390, height: 844, scale: 3, fonts: fonts)
/// ```
///
/// Families compare without regard to case, as in CSS. CSS's generic families are on every device.
public struct FontCatalog: Sendable, Hashable {
  private var families: Set<String> = []
  private var hashes: Set<String> = []

  /// A catalog of families.
  public init(families: some Sequence<String> = []) {
    for family in families { add(family: family) }
  }

  /// Adds a family.
  ///
  /// - Parameters:
  ///   - family: its name, such as `Brand Sans`.
  ///   - hash: the hash of the font's file where it is known, as manifests write it (`sha256-` and base64url): text that
  ///     this very file measured is exact.
  public mutating func add(family: String, hash: String? = nil) {
    families.insert(family.lowercased())
    if let hash { hashes.insert(hash) }
  }

  /// How many families there are.
  public var count: Int { families.count }

  /// Whether the device has a family.
  public func contains(family: String) -> Bool {
    families.contains(family.lowercased()) || GenericFontFamily(rawValue: family.lowercased()) != nil
  }

  /// Whether the device draws with the very font file of a hash.
  public func contains(hash: String) -> Bool { hashes.contains(hash) }

  /// The fonts of the system: CoreText's on Apple's systems, elsewhere those of the folders in which the system and its
  /// user keep fonts. It reads the names of a few thousand files at most, which takes milliseconds to a second: keep it.
  public static func system() -> FontCatalog {
    #if canImport(CoreText)
      return FontCatalog(families: CTFontManagerCopyAvailableFontFamilyNames() as? [String] ?? [])
    #else
      let home = NSHomeDirectory()
      return FontCatalog(
        folders: [
          "/usr/share/fonts", "/usr/local/share/fonts", home + "/.local/share/fonts", home + "/.fonts", "/system/fonts",
          "/product/fonts", "/vendor/fonts",
        ])
    #endif
  }

  #if !canImport(CoreText)
    /// Folders are read as far as this many files.
    private static let maximumFiles = 20_000

    /// The families of the font files in folders and the folders inside of them; what cannot be read is passed over.
    public init(folders: [String]) {
      var files = 0
      for folder in folders {
        guard let enumerator = FileManager.default.enumerator(atPath: folder) else { continue }
        for case let name as String in enumerator {
          let kind = name.suffix(4).lowercased()
          guard kind == ".ttf" || kind == ".otf" || kind == ".ttc" || kind == ".otc" else { continue }
          files += 1
          guard files <= Self.maximumFiles else { return }
          for family in FontNames.families(ofFile: folder + "/" + name) { add(family: family) }
        }
      }
    }
  #endif
}
