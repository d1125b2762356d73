import PageFormat
import Platform

/// What page files have in common of the styles of a site's pages.
final class StylePools: Sendable {
  private let pool = Mutex(StylePool())

  /// The pool for the next page.
  var current: StylePool {
    pool.withLock { pool in
      if pool.isFull { pool = StylePool() }
      return pool
    }
  }
}
