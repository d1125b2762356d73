import ArgumentParser
import Foundation
import HybridClient
import HybridGTK
import JSONValues
import Manifest

/// `hybrid-view`: a release as a native desktop app.
@main
struct HybridView: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "hybrid-view", abstract: "Show a release as a native desktop app.",
    discussion: """
      A folder without --root is opened in place: that is for development, and signatures are not looked at. With --root, \
      releases are kept in a store, updates are installed while the app runs, and a release whose first page cannot be \
      shown is taken back.
      """)

  @Argument(help: "The published folder, or its address.") var source: String
  @Option(help: ArgumentHelp("The root of trust, as `hybrid roots` writes it.", valueName: "file")) var root: String?
  @Option(help: ArgumentHelp("The folder that releases are kept in.", valueName: "folder")) var store: String?
  @Option(help: "The URL that is shown first.") var url = "/"
  @Option(help: ArgumentHelp("A JSON file that fills the bindings of Token pages.", valueName: "file")) var data:
    String?
  @Option(help: "The page's width in CSS px.") var width = 390
  @Option(help: "The page's height in CSS px.") var height = 844
  @Option(help: "Device pixels in a CSS px.") var scale = 1.0
  @Option(help: "How large the reader wants texts; 1 is the usual size.") var fontScale = 1.0
  @Flag(help: "Show pages in their dark colours.") var dark = false
  @Flag(help: "Show no bar above the page.") var kiosk = false
  @Flag(help: "Follow a folder that `hybrid watch` builds: reload in place.") var watch = false
  @Flag(help: "Show an update as soon as it is installed.") var updateAtOnce = false
  @Option(help: ArgumentHelp("How often to look for updates, in seconds.", valueName: "seconds")) var updateEvery = 900.0
  @Flag(help: "Leave Web pages as their packages paint them: no web view takes over.") var noWebViews = false
  @Flag(help: "Write what happens to the standard output, as lines of JSON.") var trace = false

  func validate() throws {
    guard 100...10_000 ~= width, 100...10_000 ~= height else {
      throw ValidationError("--width and --height must be 100 to 10000")
    }
    guard 0.5...8 ~= scale else { throw ValidationError("--scale must be 0.5 to 8") }
    guard 1...1_000_000 ~= updateEvery else { throw ValidationError("--update-every must be 1 to 1000000") }
    guard 0.5...4 ~= fontScale else { throw ValidationError("--font-scale must be 0.5 to 4") }
  }

  func run() throws {
    var values = JSONValue.object([:])
    if let data {
      let bytes = try Self.bytes(data)
      do throws(JSONError) {
        values = try JSONParser.parse(bytes)
      } catch { throw ValidationError("\(data): expected \(error.expected) at byte \(error.offset)") }
    }
    let rootFile = try root.map { try Self.bytes($0) }
    let options = self
    try MainActor.assumeIsolated { try options.show(values, rootFile) }
  }

  private static func bytes(_ path: String) throws -> [UInt8] {
    guard let bytes = FileManager.default.contents(atPath: path) else {
      throw ValidationError("\(path) cannot be read")
    }
    return Array(bytes)
  }

  @MainActor private func show(_ values: JSONValue, _ rootFile: [UInt8]?) throws {
    var settings = AppSettings(source: source)
    settings.root = rootFile
    settings.store = store
    settings.url = url
    settings.data = values
    settings.device = DeviceTraits(
      width: Double(width), height: Double(height), scale: scale, fontScale: fontScale,
      colorScheme: dark ? .dark : .light)
    settings.isKiosk = kiosk
    settings.followsFolder = watch
    settings.updatesAtOnce = updateAtOnce
    settings.secondsBetweenUpdates = updateEvery
    settings.showsWebViews = !noWebViews
    settings.traces = trace
    try HybridApp(settings).run()
  }
}
