import Foundation

#if canImport(Glibc)
  import Glibc
#endif

extension PreviewServer {
  /// The machine's IPv4 addresses on networks, as a phone beside it would ask for them.
  public static var networkAddresses: [String] {
    var first: UnsafeMutablePointer<ifaddrs>?
    guard getifaddrs(&first) == 0 else { return [] }
    defer { freeifaddrs(first) }
    var addresses: [String] = []
    var next = first
    while let one = next {
      next = one.pointee.ifa_next
      guard let address = one.pointee.ifa_addr, address.pointee.sa_family == sa_family_t(AF_INET) else { continue }
      let number = address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
        UInt32(bigEndian: $0.pointee.sin_addr.s_addr)
      }
      guard number >> 24 != 127 else { continue }
      addresses.append([24, 16, 8, 0].map { String(number >> $0 & 255) }.joined(separator: "."))
    }
    return addresses
  }
}
