import Foundation
import Testing

@testable import Preview

@Suite struct PreviewServerTests {
  @Test func pathsThatLeadOutAreRefused() {
    #expect(PreviewServer.decodedPath("/dist/manifest.json?v=1") == "/dist/manifest.json")
    #expect(PreviewServer.decodedPath("/web/a%20b.html") == "/web/a b.html")
    for path in ["/../x", "/dist/%2e%2e/x", "/dist/..%2fx", "/dist/%2e/x", "x", "/a%00b", "/a%5Cb", "/%ff", "/.%2e/"] {
      #expect(PreviewServer.decodedPath(path) == nil, "\(path)")
    }
  }

  @Test func rangesAreThoseOfTheSpecification() {
    #expect(PreviewServer.range("bytes=0-99", of: 1000) == .some(0..<100))
    #expect(PreviewServer.range("bytes=900-", of: 1000) == .some(900..<1000))
    #expect(PreviewServer.range("bytes=-10", of: 1000) == .some(990..<1000))
    #expect(PreviewServer.range("bytes=-2000", of: 1000) == .some(0..<1000))
    #expect(PreviewServer.range("bytes=990-2000", of: 1000) == .some(990..<1000))
    #expect(PreviewServer.range("bytes=1000-", of: 1000) == .some(nil))
    #expect(PreviewServer.range("bytes=5-4", of: 1000) == nil)
    #expect(PreviewServer.range("bytes=0-1,5-6", of: 1000) == nil)
    #expect(PreviewServer.range("pages=0-1", of: 1000) == nil)
    #expect(PreviewServer.range("bytes=9223372036854775807-9223372036854775807", of: 10) == .some(nil))
  }
}
