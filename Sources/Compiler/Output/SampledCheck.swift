/// Which pages' files are read back after they were written.
///
/// A reader that finds something else than was written is a fault of the compiler's own: a sample of a site's pages shows it as well
/// as all of them do. The sample goes by the pages' paths, so that builds of the same site check the same pages.
package enum SampledCheck {
  /// Whether every page is checked, whatever its path: in debug builds.
  package static let isOfEveryPage: Bool = {
    #if DEBUG
      true
    #else
      false
    #endif
  }()

  /// Whether a page belongs to the sample: one of sixteen.
  package static func includes(_ path: String) -> Bool {
    // FNV-1a, which is the same in every process.
    var hash: UInt32 = 0x811C_9DC5
    for byte in path.utf8 { hash = (hash ^ UInt32(byte)) &* 0x0100_0193 }
    return (hash ^ hash >> 16) & 15 == 0
  }
}
