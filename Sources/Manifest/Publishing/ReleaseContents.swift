import Archive
import JSONValues

/// A file that goes into a package.
public struct PackageFile: Sendable {
  /// Where the bytes are.
  public enum Contents: Sendable {
    /// In memory.
    case bytes([UInt8])
    /// In a file of this path, read when it is packed.
    case file(String)
  }

  /// The path in the package.
  public var path: String
  /// The bytes.
  public var contents: Contents
  /// What the file was made from, for messages about two that collide: a site path.
  public var origin: String
  /// The media type; by the path's extension where it is `nil`.
  public var contentType: String?
  /// The bytes compressed and their hash, where the build's cache has them.
  public var packed: PackedFile?

  /// A file from its parts.
  public init(
    path: String, contents: Contents, origin: String? = nil, contentType: String? = nil, packed: PackedFile? = nil
  ) {
    self.path = path
    self.contents = contents
    self.origin = origin ?? path
    self.contentType = contentType
    self.packed = packed
  }
}

/// A file's bytes compressed, with the hash of the uncompressed ones: what a build caches.
public struct PackedFile: Sendable {
  /// The hash of the uncompressed bytes.
  public var hash: ContentHash
  /// The compressed bytes.
  public var entry: CompressedEntry

  /// A file from its parts.
  public init(hash: ContentHash, entry: CompressedEntry) {
    self.hash = hash
    self.entry = entry
  }

  /// Hashes and compresses bytes.
  ///
  /// - Parameters:
  ///   - bytes: the file's bytes.
  ///   - level: 1 (fast) to 9 (small).
  public init(_ bytes: [UInt8], level: Int = 9) {
    self.init(hash: ContentHash(of: bytes), entry: CompressedEntry(compressing: bytes, level: level))
  }
}

/// A package that is to be written.
public struct PackageContents: Sendable {
  /// The name: `base`, a viewport's name, or one of the configuration's.
  public var name: String
  /// When the package is installed.
  public var load: PackageLoad
  /// The only viewport that needs the package, or `nil`.
  public var viewport: String?
  /// The files, in any order.
  public var files: [PackageFile]
  /// Gives further files when the package is packed, so that those of all packages need not be in memory at once.
  public var laterFiles: (@Sendable () throws(PublishError) -> [PackageFile])?

  /// A package from its parts.
  public init(name: String, load: PackageLoad = .install, viewport: String? = nil, files: [PackageFile] = []) {
    self.name = name
    self.load = load
    self.viewport = viewport
    self.files = files
  }
}

/// A release that is to be published: everything that its manifest does not compute.
public struct ReleaseContents: Sendable {
  /// The app's or site's name.
  public var name: String
  /// The release's version (semver).
  public var version: String
  /// The number that grows with every release.
  public var sequence: UInt64
  /// The oldest version of the native app that can show the release, or `nil` for any.
  public var runtimeVersion: String?
  /// The viewports that were laid out.
  public var viewports: [ManifestViewport] = []
  /// The packages; one is named `base`.
  public var packages: [PackageContents] = []
  /// The entry of the base package that holds the routes, or `nil`.
  public var routes: String?
  /// The entry of the base package that lists the pages, or `nil`.
  public var pages: String?
  /// How the app navigates.
  public var navigation: JSONValue?
  /// The fonts that measured.
  public var fonts: [ManifestFont] = []
  /// The moment from which the release is not installed any more, or `nil`.
  public var expires: Timestamp?
  /// The channel that the release is for, or `nil`.
  public var channel: String?
  /// The share of installations that take the release, 0 to 1; `nil` for all.
  public var rollout: Double?

  /// A release without packages.
  public init(name: String, version: String, sequence: UInt64) {
    self.name = name
    self.version = version
    self.sequence = sequence
  }
}
