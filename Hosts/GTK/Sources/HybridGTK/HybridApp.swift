import Foundation
import GTKShims
import HostCore
import HybridClient
import HybridScript
import JSONValues
import Manifest

/// What a release is shown with: where it comes from, and the window.
public struct AppSettings {
  /// A published folder, or the address of one.
  public var source: String
  /// The root of trust; a folder without one is opened in place, without a look at signatures.
  public var root: [UInt8]?
  /// The folder that releases are kept in; one of the reader's own folders where there is none.
  public var store: String?
  /// The URL that is shown first.
  public var url = "/"
  /// What fills the bindings of Token pages: an object.
  public var data = JSONValue.object([:])
  /// The window's size in CSS px, its scale, the size of texts and the color scheme.
  public var device = DeviceTraits(width: 390, height: 844, scale: 1)
  /// Whether the window has no bar.
  public var isKiosk = false
  /// Whether a folder is followed that is built again.
  public var followsFolder = false
  /// Whether an update is shown as soon as it is installed; a note offers it otherwise.
  public var updatesAtOnce = false
  /// How often the app looks for updates while it runs, in seconds; the first time once a page is shown.
  public var secondsBetweenUpdates = 900.0
  /// Whether web views take the place of painted screens.
  public var showsWebViews = true
  /// Whether what happens is written to the standard output, as lines of JSON.
  public var traces = false

  /// The settings of an app for phones' sizes.
  public init(source: String) { self.source = source }
}

/// Why an app cannot be shown.
public struct AppFailure: Error, CustomStringConvertible {
  /// One sentence for people.
  public let description: String
}

/// A release as a native desktop app with GTK 4: one window, its screens, updates and scripts.
///
/// ```swift
/// let app = try HybridApp(AppSettings(source: "my-app/dist"))
/// app.onSignIn = { url, done in app.ask("Who is there?", field: "Name") { name in done(name != nil) } }
/// app.run()
/// ```
@MainActor public final class HybridApp {
  /// The server wants to know who is there (401): call the second argument with `true` once ``cookies`` have the credentials,
  /// with `false` to show why the page is missing. Without a handler the page is not shown.
  public var onSignIn: ((_ url: String, _ done: @escaping (Bool) -> Void) -> Void)?
  /// What the scripts of Token pages ask of the app (`token.getLocation`, `makePhoneCall`, `setStorage` …); `nil` leaves it to the
  /// host. Functions are handed over as `{"callback": …}`: ``answer(_:with:)`` calls them.
  public var onCall: ((_ function: String, _ arguments: [JSONValue]) -> JSONValue?)?
  /// Credentials that pages of the network are asked for with (`setAuthorization`).
  ///
  /// UNIMPLEMENTED: cookies that the app sets do not reach WebKitGTK, which sends its own only.
  public var cookies: SharedCookies { window.cookies }

  private let window: AppWindow
  private let followsFolder: Bool

  /// An app whose window is open and still empty.
  ///
  /// - Throws: ``AppFailure`` without a display, for a source that needs a root of trust and has none, and for a first URL that no web
  ///   view may load, such as one of `file:`.
  public init(_ settings: AppSettings) throws {
    Trace.isOn = settings.traces
    if let scheme = PageAddress.scheme(of: settings.url), !PageAddress.isWeb(settings.url) {
      throw AppFailure(description: "\(settings.url) cannot be shown: a web view loads nothing of \(scheme):")
    }
    guard Toolkit.start() else {
      throw AppFailure(description: "a display is missing: set DISPLAY or WAYLAND_DISPLAY")
    }
    WebScreen.handsOver = settings.showsWebViews
    var device = settings.device
    if device.colorScheme == .dark { hv_prefer_dark(true) }
    if hv_is_dark() { device.colorScheme = .dark }
    hv_web_register_scheme("hybrid")
    // Pages with scripts and web views come in any order.
    if !ScriptedPage.prepareWithWebViews() { hv_web_begin() }
    let releases: Releases
    do {
      releases = try Releases(
        settings.source, root: settings.root, store: settings.store, device: device)
    } catch { throw AppFailure(description: "\(error)") }
    window = AppWindow(
      releases, device: device, url: settings.url, data: settings.data, isKiosk: settings.isKiosk,
      updatesAtOnce: settings.updatesAtOnce, secondsBetweenUpdates: settings.secondsBetweenUpdates)
    followsFolder = settings.followsFolder
    window.app = self
  }

  /// Opens the release and serves the window until it is closed.
  public func run() {
    if followsFolder { window.watch() }
    Task { await window.start() }
    hv_run()
  }

  /// Goes to a URL of the site, as a link would.
  public func visit(_ url: String) { window.visitLater(url) }

  /// Asks the reader for a text, above the page.
  ///
  /// - Parameters:
  ///   - text: what is asked.
  ///   - placeholder: what the empty field says.
  ///   - answer: hears of the text; of `nil` where the reader gave up.
  public func ask(_ text: String, field placeholder: String, then answer: @escaping (String?) -> Void) {
    guard let question = PageQuestion("alertInput", [.string(text), .string(""), .string(placeholder)]) else { return }
    window.ask(question) { button, text in answer(button == 0 ? text : nil) }
  }

  /// Calls a function that a script of the page that is seen gave to ``onCall``.
  public func answer(_ callback: JSONValue, with values: [JSONValue]) { window.answer(callback, with: values) }
}
