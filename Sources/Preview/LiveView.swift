import HybridClient
import HybridLiveLayout
import JSONValues
import Manifest
import PageFormat
import Text

/// A Token page that a browser shows: as in an app, but that its commands wait for the next answer. One request after the
/// other.
actor LiveView {
  /// What is said about a page between two answers.
  private final class Screen: ViewHost {
    var commands: [ViewCommand] = []
    /// What handlers called: functions of scripts, which do not run here, or of the app.
    var calls: [JSONValue] = []

    func apply(_ commands: [ViewCommand]) { self.commands += commands }
  }

  private let page: LivePage
  private let screen = Screen()
  private let layout: DeviceLayout?
  /// Why the page is not laid out again when it changes; `nil` where it is.
  private let obstacle: String?

  /// A page that shows nothing yet, on the device that its layout was built for.
  init(_ page: PageReader, _ layout: LayoutReader, data: JSONValue, fonts: FontLibrary) throws(LivePageError) {
    let viewport = layout.viewport
    let device = DeviceTraits(
      width: viewport.width, height: viewport.height, scale: viewport.scale, fontScale: viewport.fontScale,
      colorScheme: viewport.colorScheme)
    let opened = OpenedPage(page: page, layout: layout, device: device)
    let measurer = SystemTextMeasurer(fonts: FontSet(library: fonts), scale: viewport.scale)
    var found: DeviceLayout?
    var reason: String?
    do {
      found = try DeviceLayout(opened, for: device, measuredBy: measurer)
    } catch {
      reason = "\(error)"
    }
    self.layout = found
    obstacle = reason
    self.page = try LivePage(opened, data: data, host: screen, layout: found)
    self.page.onCall = { [screen] function, arguments, node in
      screen.calls.append(
        .object(of: [
          ("function", .string(function)), ("arguments", .array(arguments)), ("node", .integer(Int64(node))),
        ]))
    }
  }

  /// Shows the page: its first commands.
  func start() -> [(String, JSONValue?)] {
    page.start()
    return answer()
  }

  /// Takes what a reader did, in its order: the commands that follow from it.
  func take(_ events: [ViewEvent]) -> [(String, JSONValue?)] {
    for event in events { page.handle(event) }
    return answer()
  }

  /// Fills the page's bindings from other data: the commands that follow from it.
  func fill(_ data: JSONValue) -> [(String, JSONValue?)] {
    page.setData(data)
    return answer()
  }

  private func answer() -> [(String, JSONValue?)] {
    defer {
      screen.commands = []
      screen.calls = []
    }
    return [
      ("commands", .array(screen.commands.map(\.json))), ("calls", .array(screen.calls)),
      ("problem", (obstacle ?? layout?.failure.map { "\($0)" }).map { .string($0) }),
    ]
  }
}
