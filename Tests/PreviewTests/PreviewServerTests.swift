import Testing

@testable import Preview

@Suite struct PreviewServerTests {
  @Test func pathsThatLeadOutAreRefused() {
    #expect(RequestPath.decoded("/dist/manifest.json?v=1") == "/dist/manifest.json")
    #expect(RequestPath.decoded("/web/a%20b.html") == "/web/a b.html")
    for path in ["/../x", "/dist/%2e%2e/x", "/dist/..%2fx", "/dist/%2e/x", "x", "/a%00b", "/a%5Cb", "/%ff", "/.%2e/"] {
      #expect(RequestPath.decoded(path) == nil, "\(path)")
    }
  }

  @Test func rangesAreThoseOfTheSpecification() {
    #expect(ServedFile.range("bytes=0-99", of: 1000) == .some(0..<100))
    #expect(ServedFile.range("bytes=900-", of: 1000) == .some(900..<1000))
    #expect(ServedFile.range("bytes=-10", of: 1000) == .some(990..<1000))
    #expect(ServedFile.range("bytes=-2000", of: 1000) == .some(0..<1000))
    #expect(ServedFile.range("bytes=990-2000", of: 1000) == .some(990..<1000))
    #expect(ServedFile.range("bytes=1000-", of: 1000) == .some(nil))
    #expect(ServedFile.range("bytes=5-4", of: 1000) == nil)
    #expect(ServedFile.range("bytes=0-1,5-6", of: 1000) == nil)
    #expect(ServedFile.range("pages=0-1", of: 1000) == nil)
    #expect(ServedFile.range("bytes=9223372036854775807-9223372036854775807", of: 10) == .some(nil))
  }

  @Test func onlyNamesOfThisMachineAreAnswered() {
    for name in ["localhost:4600", "LOCALHOST", "127.0.0.1:4600", "127.0.0.1", "[::1]:4600"] {
      #expect(HostName.isThisMachine(name, served: "127.0.0.1"), "\(name)")
    }
    for name in ["", "evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "192.168.1.2", "127.0.0.1:x"] {
      #expect(!HostName.isThisMachine(name, served: "127.0.0.1"), "\(name)")
    }
    // Opened to the network, addresses in numbers are: no other site's name leads to one.
    for name in ["192.168.1.2:4600", "localhost", "127.0.0.1"] {
      #expect(HostName.isThisMachine(name, served: "0.0.0.0"), "\(name)")
    }
    for name in ["evil.example", "192.168.1.2.evil.example", "1.2.3", ""] {
      #expect(!HostName.isThisMachine(name, served: "0.0.0.0"), "\(name)")
    }
  }
}
