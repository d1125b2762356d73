import Foundation
import Manifest
import Testing

@testable import Preview

#if canImport(Glibc)
  import Glibc
#endif

/// Does what blocks on a thread of its own: the server needs the runtime's.
func onThread(_ body: @Sendable @escaping () throws -> Void) async throws {
  try await withCheckedThrowingContinuation { (done: CheckedContinuation<Void, any Error>) in
    Thread { done.resume(with: Result(catching: body)) }.start()
  }
}

/// A server over two folders, with a file beside them that nobody may read.
final class Site {
  let folder: String
  let server: PreviewServer
  let port: UInt16

  init() throws {
    let folder = NSTemporaryDirectory() + "/hybrid-preview-\(UUID().uuidString)"
    self.folder = folder
    for name in ["dist/manifests", "client"] {
      try FileManager.default.createDirectory(atPath: folder + "/" + name, withIntermediateDirectories: true)
    }
    func write(_ name: String, _ text: String) throws {
      try Data(text.utf8).write(to: URL(fileURLWithPath: folder + "/" + name))
    }
    try write("secret", "secret")
    let manifest = ContentHash(of: Array("0123456789".utf8))
    try write("dist/manifests/\(manifest.name).json", "0123456789")
    // What is in the manifest's usual place is never served as the manifest.
    try write("dist/manifest.json", "another one")
    try write("dist/.hidden", "secret")
    try write("client/index.html", "client")
    try FileManager.default.createSymbolicLink(
      atPath: folder + "/dist/link", withDestinationPath: folder + "/secret")
    var settings = PreviewServer.Settings(releaseFolder: folder + "/dist", clientFolder: folder + "/client")
    settings.port = 0
    server = PreviewServer(settings)
    server.show({ _ in "{}" }) { $0.manifest = manifest }
    port = try server.start()
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  func connect() throws -> Int32 {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let status = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    try #require(status == 0)
    return descriptor
  }

  /// The answer to the bytes of a request, read to the end of the connection.
  func ask(_ request: String) throws -> String {
    let descriptor = try connect()
    defer { close(descriptor) }
    let bytes = Array(request.utf8)
    send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    shutdown(descriptor, Int32(SHUT_WR))
    var answer: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = recv(descriptor, &buffer, buffer.count, 0)
      guard count > 0 else { break }
      answer += buffer[..<count]
    }
    return String(decoding: answer, as: UTF8.self)
  }

  func status(_ path: String, host: String = "localhost", method: String = "GET") throws -> String {
    let answer = try ask("\(method) \(path) HTTP/1.1\r\nHost: \(host)\r\n\r\n")
    return String(answer.split(separator: " ").dropFirst().first ?? "none")
  }
}
