import CFontconfig
import CHarfBuzz
import CICU

/// What of the machine counts in measured text.
public enum TextLibraries {
  /// The versions of the libraries that shape, measure and break text.
  public static var versions: String {
    "HarfBuzz \(String(cString: hb_version_string())), ICU \(String(cString: cicu_version())), fontconfig \(FcGetVersion())"
  }

  /// The system paths of the machine's fonts and of the files that configure them, each in bytewise order.
  public static func systemFontFiles() -> (fonts: [String], configuration: [String]) {
    guard let configuration = FontConfiguration.load() else { return ([], []) }
    defer { FcConfigDestroy(configuration) }
    var fonts: Set<String> = []
    if let set = FcConfigGetFonts(configuration, FcSetSystem)?.pointee {
      for index in 0..<Int(set.nfont) {
        var value: UnsafeMutablePointer<FcChar8>?
        guard FcPatternGetString(set.fonts[index], FC_FILE, 0, &value) == FcResultMatch, let value else { continue }
        fonts.insert(String(cString: value))
      }
    }
    var files: [String] = []
    if let list = FcConfigGetConfigFiles(configuration) {
      while let name = FcStrListNext(list) { files.append(String(cString: name)) }
      FcStrListDone(list)
    }
    return (fonts.sorted(), files.sorted())
  }
}
