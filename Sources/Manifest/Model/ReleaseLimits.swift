/// The bounds of a release's files and numbers: whatever a signed manifest says, work and memory stay bounded.
public enum ReleaseLimits {
  /// The largest `latest.json` and the largest root, in bytes.
  public static let envelopeSize = 1 << 18
  /// The most signatures of an envelope, and the most keys of a root.
  public static let signatureCount = 64
  /// The most roots that follow one another.
  public static let rootCount = 1024
  /// The most bytes of all roots together.
  public static let rootsSize = 1 << 24
  /// The largest manifest in bytes.
  public static let manifestSize = 1 << 24
  /// The most values of a manifest's JSON, and of that of envelopes and roots.
  public static let manifestValueCount = 500_000
  /// The largest index in bytes.
  public static let indexSize = 1 << 26
  /// The largest sum of the indexes that one device installs, in bytes: those of no viewport, and those of one.
  public static let indexSizeOnDevice: UInt64 = 1 << 27
  /// The most values of an index's JSON.
  public static let indexValueCount = 5_000_000
  /// The largest list of routes and the largest list of pages in bytes.
  public static let listingSize = 1 << 26
  /// The most values of the JSON of a list of routes or pages.
  public static let listingValueCount = 2_000_000
  /// The smallest archive in bytes. Nothing is fetched of an empty one, so that a device would take it though `hybrid verify` refuses it.
  public static let smallestArchive: UInt64 = 1
  /// The largest archive, patch or unpacked package in bytes.
  public static let fileSize: UInt64 = 1 << 40
  /// The most entries of a package.
  public static let entryCount: UInt64 = 1_000_000
  /// The longest name, version, channel or font family in bytes.
  public static let textSize = 1024
  /// The most viewports of a release.
  public static let viewportCount = 64
  /// The largest width, height and safe area of a viewport in CSS px.
  public static let viewportLength = 100_000.0
  /// The scales and font scales that a viewport may have.
  public static let viewportScales = 0.1...64.0
  /// The most packages of a release.
  public static let packageCount = 1000
  /// The most fonts of a release.
  public static let fontCount = 1000
  /// The most patches of a release.
  public static let patchCount = 10_000
}

extension Sequence where Element == UInt64 {
  /// The sum, or the largest number where the sum is larger.
  public var saturatingSum: UInt64 {
    reduce(0) { sum, element in
      let (result, overflow) = sum.addingReportingOverflow(element)
      return overflow ? .max : result
    }
  }
}
