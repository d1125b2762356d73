import Diagnostics

/// UNIMPLEMENTED: stands in for the manifest's hash until that target has it.
struct ContentHash: Hashable, Sendable {
  init(of bytes: [UInt8]) {}
}

extension SiteBuild {
  /// UNIMPLEMENTED: publishing comes with the manifest.
  func publish(_ release: PackedRelease) -> Diagnostic? {
    Diagnostic(.outputUnwritable, "publishing is not implemented yet")
  }
}
