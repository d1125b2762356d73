import Text

extension PageCompiler {
  /// The versions of the libraries whose output counts, such as `HarfBuzz 6.0.0, ICU 72.1`: part of every cache key.
  public static var libraryVersions: String { TextLibraries.versions }

  /// The machine's fonts and the files that configure them, in order: what pages without fonts of their own depend on.
  public static func systemFontFiles() -> (fonts: [String], configuration: [String]) { TextLibraries.systemFontFiles() }
}
