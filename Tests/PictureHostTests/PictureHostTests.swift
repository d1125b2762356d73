import CSSValues
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
    // Width and height are in the header, in device pixels.
    #expect(Array(plain[16..<24]) == [0, 0, 0, 40, 0, 0, 0, 20])
    host.apply([.setProperty(node: 2, name: "hidden", value: "true")])
    let hidden = try png(host)
    #expect(hidden != plain)
    host.apply([.remove(node: 2)])
    #expect(try png(host) == hidden)
    #expect(!host.writePNG(to: "/nowhere/a.png", width: 20, height: 10, scale: 2))
    #expect(!host.writePNG(to: "/tmp/a.png", width: .nan, height: 10, scale: 2))
  }

  /// Where the page's styles are known, views are painted by them.
  @Test func viewsArePaintedByTheirStyles() throws {
    let host = PictureHost()
    host.apply([
      .create(node: 1, component: "view"), .insert(node: 1, parent: nil, index: 0),
      .setFrame(node: 1, frame: LayoutRect(x: 2, y: 2, width: 10, height: 5)),
      .setProperty(node: 1, name: "paint", value: "outline-style: solid"),
    ])
    let plain = try png(host)
    var style = ComputedStyle()
    host.style = { _ in style }
    #expect(try png(host) == plain)
    style.border.outline.style = .solid
    style.border.outline.width = 2
    let ringed = try png(host)
    #expect(ringed != plain)
    style.border.topLeftRadius.horizontal = .length(5)
    style.border.topLeftRadius.vertical = .length(5)
    #expect(try png(host) != ringed)
  }

  @Test func buttonsHaveImagesAndFieldsTheirTexts() throws {
    let bytes: [UInt8] = [
      137, 80, 78, 71, 13, 10, 26, 10, 0, 0, 0, 13, 73, 72, 68, 82, 0, 0, 0, 2, 0, 0, 0, 1, 8, 2, 0, 0, 0, 123, 64, 232,
      221, 0, 0, 0, 13, 73, 68, 65, 84, 120, 156, 99, 248, 207, 0, 4, 255, 1, 7, 0, 1, 255, 226, 35, 158, 89, 0, 0, 0,
      0,
      73, 69, 78, 68, 174, 66, 96, 130,
    ]
    var asked: [String] = []
    func drawn(_ component: String, _ properties: [String: String]) throws -> [UInt8] {
      let host = PictureHost {
        asked.append($0)
        return bytes
      }
      host.apply([
        .create(node: 1, component: component), .insert(node: 1, parent: nil, index: 0),
        .setFrame(node: 1, frame: LayoutRect(x: 0, y: 0, width: 20, height: 10)),
      ])
      host.apply(properties.map { .setProperty(node: 1, name: $0, value: $1) })
      return try png(host)
    }
    let plain = try drawn("button", [:])
    #expect(try drawn("button", ["image": "a.png"]) != plain && asked == ["a.png"])
    #expect(try drawn("button", ["image": "a.png", "selectedImage": "b.png", "selected": "true"]) != plain)
    #expect(asked == ["a.png", "b.png"])
    // What data filled in is where the placeholder was.
    let empty = try drawn("input", ["placeholder": "Name"])
    let filled = try drawn("input", ["placeholder": "Name", "value": "Ada"])
    #expect(try filled != empty && filled == drawn("input", ["value": "Ada"]))
    #expect(try drawn("input", ["placeholder": "Name", "value": ""]) == empty)
  }

  /// Fonts of this machine stand in for the page's: its measures stay.
  @Test func linesAreDrawnAsWideAsTheyWereMeasured() throws {
    func drawn(_ width: Double, cutAt room: Double) throws -> [UInt8] {
      let host = PictureHost()
      let line = ViewTextLine(text: "HHHHHH", frame: LayoutRect(x: 0, y: 0, width: width, height: 12), baseline: 10)
      host.apply([
        .create(node: 1, component: "scrollView"), .insert(node: 1, parent: nil, index: 0),
        .setFrame(node: 1, frame: LayoutRect(x: 0, y: 0, width: room, height: 20)),
        .create(node: 2, component: "label"), .insert(node: 2, parent: 1, index: 0),
        .setFrame(node: 2, frame: LayoutRect(x: 0, y: 0, width: 100, height: 20)),
        .setText(node: 2, text: "HHHHHH", lines: [line]),
      ])
      return try png(host)
    }
    // Of a line of 10 px nothing is beyond; of one of 15 px something does.
    #expect(try drawn(10, cutAt: 11) == drawn(10, cutAt: 20))
    #expect(try drawn(15, cutAt: 11) != drawn(15, cutAt: 20))
  }

  @Test func labelsThatAdjustTheirFontShowAllOfTheirText() throws {
    func drawn(_ properties: [String: String], width: Double) throws -> [UInt8] {
      let host = PictureHost()
      let line = ViewTextLine(text: "many", frame: LayoutRect(x: 0, y: 0, width: 12, height: 8), baseline: 7)
      host.apply([
        .create(node: 1, component: "label"), .insert(node: 1, parent: nil, index: 0),
        .setFrame(node: 1, frame: LayoutRect(x: 0, y: 0, width: width, height: 10)),
        .setText(node: 1, text: "many\nwords", lines: [line]),
        .setProperty(node: 1, name: "fontSize", value: "8px"),
      ])
      host.apply(properties.map { .setProperty(node: 1, name: $0, value: $1) })
      return try png(host)
    }
    let cut = try drawn(["lines": "1"], width: 20)
    let fitted = try drawn(["lines": "1", "adjustFontSize": "true"], width: 20)
    #expect(cut != fitted)
    // The narrower, the smaller; labels of more lines, and those that were reported otherwise, stay as they are.
    #expect(try drawn(["lines": "1", "adjustFontSize": "true"], width: 10) != fitted)
    #expect(try drawn(["lines": "2", "adjustFontSize": "true"], width: 20) == cut)
    #expect(try drawn(["lines": "1", "adjustFontSize": "false"], width: 20) == cut)
  }

  /// A view in a view, each over all of the picture, with the properties that they were given.
  private func drawn(_ views: [(node: Int, parent: Int?, properties: [String: String])]) throws -> [UInt8] {
    let host = PictureHost()
    for view in views {
      host.apply([
        .create(node: view.node, component: "view"), .insert(node: view.node, parent: view.parent, index: 9),
        .setFrame(node: view.node, frame: LayoutRect(x: 0, y: 0, width: 20, height: 10)),
      ])
      host.apply(view.properties.map { .setProperty(node: view.node, name: $0, value: $1) })
    }
    return try png(host)
  }

  @Test func viewsFadeWithTheirContentsAndAreOrderedByTheirNumbers() throws {
    let (red, blue) = (["backgroundColor": "rgb(255, 0, 0)"], ["backgroundColor": "rgb(0, 0, 255)"])
    func half(_ properties: [String: String]) -> [String: String] { properties.merging(["opacity": "0.5"]) { $1 } }
    // What covers the other fades with it, and hides it as before.
    let covered = try drawn([(1, nil, half(red)), (2, 1, blue)])
    #expect(try covered == drawn([(1, nil, half(blue))]))
    #expect(try covered != drawn([(1, nil, blue)]))
    // Very many inside of each other are drawn as well.
    let chain = (1...200).map { (node: $0, parent: $0 == 1 ? nil : $0 - 1, properties: half(red)) }
    #expect(try drawn(chain) != drawn([(1, nil, [:])]))
    func over(_ first: String?, _ second: String?) throws -> [UInt8] {
      func numbered(_ properties: [String: String], _ number: String?) -> [String: String] {
        number.map { properties.merging(["zIndex": $0]) { $1 } } ?? properties
      }
      return try drawn([(1, nil, [:]), (2, 1, numbered(red, first)), (3, 1, numbered(blue, second))])
    }
    let (redOnTop, blueOnTop) = (try drawn([(1, nil, red)]), try drawn([(1, nil, blue)]))
    #expect(try over(nil, nil) == blueOnTop && over("1", nil) == redOnTop && over("1", "1") == blueOnTop)
    #expect(try over("-1", "-2") == redOnTop && over("3", "12") == blueOnTop)
  }

  @Test func lettersAreAsLargeHeavyAndWideAsTheyWereMeasured() throws {
    func drawn(_ properties: [String: String], width: Double = 0) throws -> [UInt8] {
      let host = PictureHost()
      let line = ViewTextLine(text: "mm", frame: LayoutRect(x: 0, y: 0, width: width, height: 9), baseline: 8)
      host.apply([
        .create(node: 1, component: "label"), .insert(node: 1, parent: nil, index: 0),
        .setFrame(node: 1, frame: LayoutRect(x: 0, y: 0, width: 20, height: 10)),
        .setText(node: 1, text: "mm", lines: [line]),
      ])
      host.apply(properties.map { .setProperty(node: 1, name: $0, value: $1) })
      return try png(host)
    }
    let plain = try drawn([:])
    #expect(try drawn(["fontSize": "16px"]) == plain && drawn(["fontSize": "17px"]) != plain)
    #expect(try drawn(["fontWeight": "700"]) != plain && drawn(["fontWeight": "400"]) == plain)
    #expect(try drawn([:], width: 8) != plain && drawn([:], width: 8) != drawn([:], width: 12))
  }

  /// A picture of two pixels, red and blue, twice as wide as high, as its box is: shapes that are the same look the same.
  @Test func imagesAreDrawnAsTheirModesSay() throws {
    // 2 × 1 pixels of 8-bit RGB.
    let bytes: [UInt8] = [
      137, 80, 78, 71, 13, 10, 26, 10, 0, 0, 0, 13, 73, 72, 68, 82, 0, 0, 0, 2, 0, 0, 0, 1, 8, 2, 0, 0, 0, 123, 64, 232,
      221, 0, 0, 0, 13, 73, 68, 65, 84, 120, 156, 99, 248, 207, 0, 4, 255, 1, 7, 0, 1, 255, 226, 35, 158, 89, 0, 0, 0,
      0,
      73, 69, 78, 68, 174, 66, 96, 130,
    ]
    var asked: [String] = []
    let host = PictureHost {
      asked.append($0)
      return $0 == "a.png" ? bytes : $0 == "cut.png" ? Array(bytes.prefix(50)) : nil
    }
    func drawn(_ mode: String?, _ source: String = "a.png", height: Double = 10) throws -> [UInt8] {
      host.apply([
        .create(node: 1, component: "image"), .setProperty(node: 1, name: "src", value: source),
        .setProperty(node: 1, name: "imageMode", value: mode), .insert(node: 1, parent: nil, index: 0),
        .setFrame(node: 1, frame: LayoutRect(x: 0, y: 0, width: 20, height: height)),
      ])
      defer { host.apply([.remove(node: 1)]) }
      return try png(host)
    }
    let fill = try drawn("fill")
    for mode in [nil, "aspectfit", "scaleAspectFill"] { #expect(try drawn(mode) == fill) }
    // In a box of another shape fitting leaves room; filling cuts above and below, where both pixels are as they were.
    let others = try ["fill", "aspectfit", "aspectfill"].map { try drawn($0, height: 5) }
    #expect(others[0] == others[2] && others[0] != others[1])
    let places = try ["center", "top", "bottom", "left", "right", "topLeft", "topRight", "bottomLeft", "bottomRight"]
      .map {
        try drawn($0)
      }
    #expect(Set(places + [fill]).count == 10)
    #expect(asked == ["a.png"])
    // What is not a picture is a box with its name.
    #expect(try drawn("fill", "cut.png") == drawn("fill", "none.png"))
    #expect(try drawn("fill", "cut.png") != fill)
  }

  private func png(_ host: PictureHost) throws -> [UInt8] {
    let path = NSTemporaryDirectory() + "picture-\(UUID().uuidString).png"
    defer { try? FileManager.default.removeItem(atPath: path) }
    #expect(host.writePNG(to: path, width: 20, height: 10, scale: 2))
    return Array(try Data(contentsOf: URL(fileURLWithPath: path)))
  }
}
