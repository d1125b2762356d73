/// A font file of a release.
///
/// ```swift
/// for font in release.fontFiles { print(font.family, try release.contents(of: font.path).count) }
/// ```
public struct ReleaseFont: Hashable, Sendable {
  /// The family's name as styles write it.
  public let family: String
  /// The entry that holds the file, such as `web/fonts/brand.woff2`.
  public let path: String
}
