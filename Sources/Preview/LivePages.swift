import HybridClient
import JSONValues
import Manifest
import PageFormat
import Text

/// The Token pages that browsers have open: a few at a time, each under a name that cannot be guessed.
actor LivePages {
  /// Why a request is answered with no commands.
  struct Failure: Error {
    /// HTTP's number.
    var status: Int
    /// One line for people.
    var reason: String
  }

  /// Pages at a time; one more ends the one that was used least lately.
  static let mostPages = 8
  /// Events in a request.
  static let mostEvents = 200
  /// Bytes of a request's body, which is less than what a connection may send.
  static let largestBody = 60_000

  private struct Entry {
    var view: LiveView
    var lastUse: ContinuousClock.Instant
  }

  private var entries: [String: Entry] = [:]
  private var sweeper: Task<Void, Never>?
  private let fonts = FontLibrary()
  private let longestIdle: Duration

  /// No pages yet.
  ///
  /// - Parameter longestIdle: a page that nothing was asked of for so long is ended.
  init(longestIdle: Duration = .seconds(600)) { self.longestIdle = longestIdle }

  /// The number of open pages.
  var count: Int { entries.count }

  /// Opens a page: `{"page":"index.html","device":"375x667@2","data":{…}}`.
  ///
  /// - Parameters:
  ///   - file: the bytes of an entry of the release.
  ///   - standing: fills the bindings where the request brings no data.
  /// - Returns: the page's `id`, its `width` and `height` in CSS px, the `data` that filled it and the first `commands`.
  func open(_ request: JSONValue, from file: (String) -> [UInt8]?, standing: JSONValue) async throws(Failure)
    -> JSONValue
  {
    guard let path = request["page"]?.text, let device = request["device"]?.text else {
      throw Failure(status: 400, reason: "expected the texts page and device")
    }
    let data = request["data"] ?? standing
    guard case .object = data else { throw Failure(status: 400, reason: "data is not an object") }
    // Both name parts of one entry each, never a way to another one.
    guard RequestPath.staysInside(path), RequestPath.staysInside(device), !device.contains("/"),
      let pageBytes = file("pages/\(path).page"), let layoutBytes = file("layouts/\(device)/\(path).layout")
    else { throw Failure(status: 404, reason: "the release has no page \(path) for \(device)") }
    let (page, layout) = try Self.read(pageBytes, layoutBytes)
    let view: LiveView
    do throws(LivePageError) {
      view = try LiveView(page, layout, data: data, fonts: fonts)
    } catch {
      throw Failure(status: 409, reason: "\(error)")
    }
    let name = keep(view)
    let answer = await view.start()
    return .object(
      of: [
        ("id", .string(name)), ("width", .number(layout.viewport.width)), ("height", .number(layout.viewport.height)),
        ("data", data),
      ] + answer)
  }

  private static func read(_ page: [UInt8], _ layout: [UInt8]) throws(Failure) -> (PageReader, LayoutReader) {
    do {
      let files = (page: try PageReader(FileBytes(page)), layout: try LayoutReader(FileBytes(layout)))
      guard files.layout.nodeCount == files.page.nodeCount else {
        throw Failure(status: 409, reason: "the page and its layout are of two builds")
      }
      return files
    } catch let failure as Failure {
      throw failure
    } catch {
      throw Failure(status: 409, reason: "the page cannot be read: \(error)")
    }
  }

  /// Takes `{"events":[{"event":"click","node":8},…]}` or `{"data":{…}}` for an open page; answers with the `commands`.
  func send(_ request: JSONValue, to name: String) async throws(Failure) -> JSONValue {
    guard let view = entries[name]?.view else {
      throw Failure(status: 404, reason: "the page was ended: it was not used for long, or others were opened")
    }
    entries[name]?.lastUse = .now
    if let data = request["data"] {
      guard case .object = data else { throw Failure(status: 400, reason: "data is not an object") }
      return .object(of: await view.fill(data))
    }
    guard let given = request["events"]?.elements, given.count <= Self.mostEvents else {
      throw Failure(status: 400, reason: "expected at most \(Self.mostEvents) events, or data")
    }
    var events: [ViewEvent] = []
    for json in given {
      guard let event = ViewEvent(json) else { throw Failure(status: 400, reason: "an event has no name or node") }
      events.append(event)
    }
    return .object(of: await view.take(events))
  }

  /// Ends a page.
  func end(_ name: String) { entries[name] = nil }

  private func keep(_ view: LiveView) -> String {
    while entries.count >= Self.mostPages, let oldest = entries.min(by: { $0.value.lastUse < $1.value.lastUse }) {
      entries[oldest.key] = nil
    }
    // 128 random bits: nobody can guess the identifier of a page.
    let name = (0..<2).map { _ in
      let digits = String(UInt64.random(in: .min ... .max), radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
    entries[name] = Entry(view: view, lastUse: .now)
    sweeper =
      sweeper
      ?? Task { [weak self, longestIdle] in
        repeat { try? await Task.sleep(for: longestIdle / 8) } while await self?.endIdle() == true
      }
    return name
  }

  /// Ends pages that were left; whether others stay.
  private func endIdle() -> Bool {
    let now = ContinuousClock.now
    entries = entries.filter { now - $0.value.lastUse < longestIdle }
    if entries.isEmpty { sweeper = nil }
    return !entries.isEmpty
  }
}
