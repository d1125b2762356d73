import Foundation
import TestSupport

/// An nginx of its own on the loopback interface, which serves a folder and ends with the value.
final class Nginx {
  let port: Int
  private let folder: TemporaryFolder
  private var process = Process()
  private let server: String
  private let certificates: String?
  private let elsewhere: String?

  /// Where nginx is; `nil` where it is not installed.
  static let program: String? = [
    "/usr/sbin/nginx", "/usr/local/sbin/nginx", "/opt/homebrew/bin/nginx", "/usr/bin/nginx",
  ]
  .first { FileManager.default.isExecutableFile(atPath: $0) }

  var address: String { "\(certificates == nil ? "http" : "https")://127.0.0.1:\(port)/app/" }
  /// The lines of the access log: method, path, status, bytes, range.
  var log: [String] {
    String(decoding: folder.read("access.log"), as: UTF8.self).split(separator: "\n").map(String.init)
  }

  /// Serves a folder at `/app/`; over TLS where a folder with a certificate and its key is named, and with `/app/away`
  /// leading to an address where there is one.
  init(_ served: String, certificates: String? = nil, leadingTo elsewhere: String? = nil) throws {
    folder = try TemporaryFolder()
    server = served
    self.certificates = certificates
    self.elsewhere = elsewhere
    port = try Self.freePort()
    try start("")
  }

  deinit { stop() }

  /// Begins to serve, with further directives for packages.
  func start(_ directives: String) throws {
    let root = folder.path
    let redirection = elsewhere.map { "location /app/away { return 302 \($0); }" } ?? ""
    let encryption =
      certificates.map { "ssl_certificate \($0)/loopback.pem; ssl_certificate_key \($0)/loopback.key;" } ?? ""
    let configuration = """
      daemon off;
      master_process off;
      worker_processes 1;
      pid \(root)/nginx.pid;
      error_log \(root)/error.log;
      events { worker_connections 64; }
      http {
        log_format short '$request_method $uri $status $body_bytes_sent $http_range';
        access_log \(root)/access.log short;
        client_body_temp_path \(root)/body;
        proxy_temp_path \(root)/proxy;
        fastcgi_temp_path \(root)/fastcgi;
        uwsgi_temp_path \(root)/uwsgi;
        scgi_temp_path \(root)/scgi;
        gzip on;
        gzip_types *;
        gzip_min_length 1;
        server {
          listen 127.0.0.1:\(port)\(certificates == nil ? "" : " ssl");
          \(encryption)
          \(redirection)
          location /app/ { alias \(server)/; }
          location /app/packages/ { alias \(server)/packages/; \(directives) }
        }
      }

      """
    try folder.write("nginx.conf", Array(configuration.utf8))
    process = Process()
    process.executableURL = URL(fileURLWithPath: Self.program ?? "/usr/sbin/nginx")
    process.arguments = ["-p", root, "-c", root + "/nginx.conf", "-e", root + "/error.log"]
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    for _ in 0..<400 {
      if Self.connects(port) { return }
      usleep(10_000)
    }
  }

  /// Ends nginx at once: transfers are cut.
  func stop() {
    guard process.isRunning else { return }
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  private static func address(_ port: Int) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    return address
  }

  private static func makeSocket() -> Int32 {
    #if canImport(Glibc)
      socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
      socket(AF_INET, SOCK_STREAM, 0)
    #endif
  }

  private static func connects(_ port: Int) -> Bool {
    let descriptor = makeSocket()
    defer { close(descriptor) }
    var address = address(port)
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
  }

  private static func freePort() throws -> Int {
    let descriptor = makeSocket()
    defer { close(descriptor) }
    var address = address(0)
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let status = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        bind(descriptor, pointer, length) == 0 ? getsockname(descriptor, pointer, &length) : -1
      }
    }
    guard status == 0 else { throw CocoaError(.fileNoSuchFile) }
    return Int(UInt16(bigEndian: address.sin_port))
  }
}
