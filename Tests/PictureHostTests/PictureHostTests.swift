import Foundation
import HybridClient
import PageFormat
import PictureHost
import Testing

@Suite struct PictureHostTests {
  @Test func viewsAreDrawnIntoAPicture() throws {
    let host = PictureHost()
    host.apply([
      .create(node: 1, component: "body"), .insert(node: 1, parent: nil, index: 0),
      .setFrame(node: 1, frame: LayoutRect(x: 0, y: 0, width: 20, height: 10)),
      .create(node: 2, component: "view"), .setProperty(node: 2, name: "backgroundColor", value: "rgb(255, 0, 0)"),
      .insert(node: 2, parent: 1, index: 0), .setFrame(node: 2, frame: LayoutRect(x: 5, y: 5, width: 10, height: 5)),
    ])
    let plain = try png(host)
    #expect(plain.starts(with: [0x89, 0x50, 0x4E, 0x47]))
    // Width and height stand in the header, in device pixels.
    #expect(Array(plain[16..<24]) == [0, 0, 0, 40, 0, 0, 0, 20])
    host.apply([.setProperty(node: 2, name: "hidden", value: "true")])
    let hidden = try png(host)
    #expect(hidden != plain)
    host.apply([.remove(node: 2)])
    #expect(try png(host) == hidden)
    #expect(!host.writePNG(to: "/nowhere/a.png", width: 20, height: 10, scale: 2))
    #expect(!host.writePNG(to: "/tmp/a.png", width: .nan, height: 10, scale: 2))
  }

  private func png(_ host: PictureHost) throws -> [UInt8] {
    let path = NSTemporaryDirectory() + "picture-\(UUID().uuidString).png"
    defer { try? FileManager.default.removeItem(atPath: path) }
    #expect(host.writePNG(to: path, width: 20, height: 10, scale: 2))
    return Array(try Data(contentsOf: URL(fileURLWithPath: path)))
  }
}
