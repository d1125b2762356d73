#if canImport(Glibc)
  import Glibc
#endif

/// What the process keeps of memory that is free.
///
/// Each thread has memory of its own in glibc, and what it has once taken it keeps. After a page of megabytes that is hundreds of
/// megabytes, which no other thread uses.
package enum ProcessMemory {
  /// Blocks from this size on are the system's again as soon as they are free. By itself glibc raises the size to that of the largest
  /// block that was ever freed, so that the arrays of large pages are among what stays.
  private static let ownMapping: CInt = 1 << 20

  /// Sets what the process keeps; to be called before large work, as often as anyone likes.
  package static func prepare() { _ = isPrepared }

  /// Gives the free memory of all threads back to the system.
  package static func giveBack() {
    #if canImport(Glibc)
      _ = trim?(0)
    #endif
  }

  private static let isPrepared: Bool = {
    #if canImport(Glibc)
      guard let set = function("mallopt", as: (@convention(c) @Sendable (CInt, CInt) -> CInt).self) else {
        return false
      }
      // `M_MMAP_THRESHOLD`, `M_TRIM_THRESHOLD` and `M_MXFAST`: small blocks that are free and in no thread's cache are joined with their
      // neighbours at once. Otherwise each larger array would have all of them joined that there are, again and again.
      return set(-3, ownMapping) == 1 && set(-1, 8 * ownMapping) == 1 && set(1, 0) == 1
    #else
      return false
    #endif
  }()

  #if canImport(Glibc)
    private static let trim = function("malloc_trim", as: (@convention(c) @Sendable (Int) -> CInt).self)

    /// A function of glibc that its module leaves out: that has no `malloc.h`.
    private static func function<Function>(_ name: String, as type: Function.Type) -> Function? {
      // The caller names the type that `malloc.h` declares.
      dlsym(nil, name).map { unsafeBitCast($0, to: type) }
    }
  #endif
}
