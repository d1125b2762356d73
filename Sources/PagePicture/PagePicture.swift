import ArgumentParser
import Foundation
import HybridClient
import HybridLiveLayout
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
      values = try JSONParser.parse(Array(bytes))
    }
    let place = page.lastIndex(of: "/").map { String(page[...$0]) } ?? ""
    let picture = PictureHost { source in
      guard !source.contains(":"), let url = URL(string: source, relativeTo: URL(string: "page:/\(place)")) else {
        return nil
      }
      return try? release.contents(of: "web" + url.absoluteURL.path)
    }
    let printer = Printer()
    let measurer = SystemTextMeasurer(fonts: FontSet(library: FontLibrary()), scale: scale)
    let live = LivePage(
      opened, data: values, host: output == nil ? printer : picture,
      layout: try? DeviceLayout(opened, for: device, measuredBy: measurer))
    live.start()
    guard let output else { return }
    guard picture.writePNG(to: output, width: width, height: height, scale: scale) else {
      throw ValidationError("\(output) cannot be written")
    }
  }
}
