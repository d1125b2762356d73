import Diagnostics
import HTML
import Platform

/// The fragments of a site, each cut once.
final class FragmentCache: Sendable {
  private struct Key: Hashable {
    var path: String
    var keepsCase: Bool
  }
  private let fragments = Mutex<[Key: Fragment]>([:])

  func fragment(_ path: String, keepsCase: Bool, _ make: (inout DiagnosticSink) -> SourceFile?) -> Fragment? {
    let key = Key(path: path, keepsCase: keepsCase)
    if let known = fragments.withLock({ $0[key] }) { return known }
    var diagnostics = DiagnosticSink()
    guard let source = make(&diagnostics) else { return nil }
    let scan = MarkupScan(source, keepsCase: keepsCase)
    let made = Fragment(path: path, scan: scan, isInserted: true, diagnostics: diagnostics)
    return fragments.withLock { fragments in
      if let known = fragments[key] { return known }
      fragments[key] = made
      return made
    }
  }
}
