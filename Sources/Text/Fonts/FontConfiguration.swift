import CFontconfig

/// fontconfig's configuration of the machine.
enum FontConfiguration {
  /// What fontconfig falls back to by itself on a machine without configuration files, but with a line on stderr.
  private static let fallback = """
    <fontconfig>
      <dir>/usr/share/fonts</dir>
      <dir>/usr/local/share/fonts</dir>
      <dir prefix="xdg">fonts</dir>
      <cachedir prefix="xdg">fontconfig</cachedir>
    </fontconfig>
    """

  /// The configuration with the fonts that it names. The caller owns it.
  static func load() -> OpaquePointer? {
    guard let empty = FcConfigCreate() else { return nil }
    if let name = FcConfigGetFilename(empty, nil) {
      FcStrFree(name)
      FcConfigDestroy(empty)
      return FcInitLoadConfigAndFonts()
    }
    let isRead = FcConfigParseAndLoadFromMemory(empty, Array(fallback.utf8) + [0], FcBool(FcFalse))
    guard isRead != 0, FcConfigBuildFonts(empty) != 0 else {
      FcConfigDestroy(empty)
      return nil
    }
    return empty
  }

  /// The configuration of a file with the fonts that it names. The caller owns it.
  static func load(path: String) -> OpaquePointer? {
    guard let configuration = FcConfigCreate() else { return nil }
    guard FcConfigParseAndLoad(configuration, path, FcBool(FcTrue)) != 0, FcConfigBuildFonts(configuration) != 0 else {
      FcConfigDestroy(configuration)
      return nil
    }
    return configuration
  }
}
