import ArgumentParser
import Foundation
import HybridClient
import HybridLayout
import HybridLiveLayout
import JSONValues
import Layout
import Manifest
import PictureHost
import Text

/// `page-picture DIST PAGE -o FILE`: a Token page of a published folder as a client shows it, drawn or as commands.
@main
struct PagePicture: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "page-picture", abstract: "Draw a Token page of a published folder as a client shows it.")

  @Argument(help: "The published folder.") var folder: String
  @Argument(help: "The page's path in the site.") var page: String
  @Option(help: "The width in CSS px.") var width = 375.0
  @Option(help: "The height in CSS px.") var height = 667.0
  @Option(help: "Device pixels in a CSS px.") var scale = 2.0
  @Option(help: "A JSON file that fills the bindings.") var data: String?
  @Option(name: .shortAndLong, help: "The PNG file; without it, the commands go to stdout as JSON.") var output: String?

  @Option(help: "A PNG file that the picture must look like; exit status 1 where more than 1 of 5,000 pixels differ.")
  var compare: String?

  /// What a configuration takes for viewports, and pixels on a side that images of Cairo have.
  private static let lengths = 1.0...32_767.0
  private static let scales = 0.5...8.0
  private static let mostPixels = 1e8

  func validate() throws {
    for (name, length) in [("--width", width), ("--height", height)] where !Self.lengths.contains(length) {
      throw ValidationError("`\(name)` must be 1 to 32767, not \(length)")
    }
    guard Self.scales.contains(scale) else { throw ValidationError("`--scale` must be 0.5 to 8, not \(scale)") }
    let (columns, rows) = (width * scale, height * scale)
    guard output == nil || columns <= 32_767 && rows <= 32_767 && columns * rows <= Self.mostPixels else {
      throw ValidationError(
        "a picture has at most 32767 pixels on a side and 100 million in all: \(width) x \(height) at \(scale) is more")
    }
    if compare != nil, output == nil {
      throw ValidationError("`--compare` needs -o FILE for the picture that is drawn")
    }
  }

  /// Prints the commands.
  private final class Printer: ViewHost {
    func apply(_ commands: [ViewCommand]) { print(ViewCommand.text(of: commands)) }
  }

  func run() throws {
    let release = try ReleaseFolder.open(folder)
    let device = DeviceTraits(width: width, height: height, scale: scale)
    let opened = try release.openPage(page, for: device)
    var values = JSONValue.object([:])
    if let data {
      guard let bytes = FileManager.default.contents(atPath: data) else {
        throw ValidationError("\(data) cannot be read")
      }
      do throws(JSONError) {
        values = try JSONParser.parse(Array(bytes))
      } catch {
        throw ValidationError("\(data) is not valid JSON: expected \(error.expected) at byte \(error.offset)")
      }
      guard case .object = values else {
        throw ValidationError("\(data) must hold an object, whose members bindings begin with")
      }
    }
    let place = page.lastIndex(of: "/").map { String(page[...$0]) } ?? ""
    let fonts = FontSet(library: FontLibrary())
    let picture = PictureHost(fonts: fonts) { source in
      guard !source.contains(":"), let url = URL(string: source, relativeTo: URL(string: "page:/\(place)")) else {
        return nil
      }
      return try? release.contents(of: "web" + url.absoluteURL.path)
    }
    let printer = Printer()
    let system = SystemTextMeasurer(fonts: fonts, scale: scale)
    let live = try LivePage(
      opened, data: values, host: output == nil ? printer : picture,
      layout: try? DeviceLayout(
        opened, for: device,
        measuredBy: try release.packagedMeasures().map {
          PackagedTextMeasurer($0, page: page, scale: scale, otherwise: system)
        } ?? system))
    picture.style = { [weak live] node in live?.computedStyle(of: node) }
    live.start()
    guard let output else { return }
    guard picture.writePNG(to: output, width: width, height: height, scale: scale) else {
      throw ValidationError("\(output) cannot be written")
    }
    guard let compare else { return }
    guard let wanted = FileManager.default.contents(atPath: compare),
      let drawn = FileManager.default.contents(atPath: output)
    else { throw ValidationError("\(compare) cannot be read") }
    guard let comparison = PictureComparison(Array(wanted), Array(drawn)) else {
      throw ValidationError("\(compare) is not a PNG image of this size")
    }
    print("\(comparison.differingPixels) of \(comparison.pixels) pixels differ from \(compare)")
    if comparison.differingPixels * 5_000 > comparison.pixels { throw ExitCode(1) }
  }
}
