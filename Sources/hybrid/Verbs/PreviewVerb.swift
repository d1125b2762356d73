import ArgumentParser
import Build
import Foundation
import HybridClient
import Preview

/// Where a preview is served.
struct PreviewOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The address of the preview; 0.0.0.0 opens it to the network.", valueName: "address"))
  var host: String?

  @Option(help: ArgumentHelp("The preview's port; the next free one if it is taken.", valueName: "port"))
  var port: Int?

  @Option(
    help: ArgumentHelp(
      "A JSON file that fills the bindings of Token pages that are shown live; sample.json beside the release without it.",
      valueName: "file"),
    completion: .file(extensions: ["json"]))
  var data: String?

  func validate() throws {
    if let port, port < 0 || port > 65_535 { throw ValidationError("`--port` must be 0 to 65535, not \(port).") }
  }

  /// Where nothing was asked for: this machine's own address and the usual port.
  static var usual: PreviewOptions {
    var options = PreviewOptions()
    options.host = nil
    options.port = nil
    options.data = nil
    return options
  }

  /// The data that a site has for its bindings: `sample.json` in the folder around the release, which is the site's own by default.
  /// A link is not followed, as a checkout may bring it.
  private static func sample(beside releaseFolder: String) -> String? {
    guard let folder = SystemFile.realPath(releaseFolder) else { return nil }
    let path = URL(fileURLWithPath: folder).deletingLastPathComponent().appendingPathComponent("sample.json").path
    let type = (try? FileManager.default.attributesOfItem(atPath: path))?[.type] as? FileAttributeType
    return type == .typeRegular ? path : nil
  }

  /// Starts a server; its address on this machine.
  ///
  /// - Parameters:
  ///   - releaseFolder: the folder of the release.
  ///   - show: gives the server what it shows first, before the address is printed: whoever reads it may ask at once.
  func start(
    releaseFolder: String, showing show: (PreviewServer) -> Void = { _ in }
  ) throws -> (server: PreviewServer, address: String) {
    let candidates = TemplateFolder.candidates(
      executable: Bundle.main.executablePath ?? CommandLine.arguments[0], folder: "preview", variable: .preview)
    guard let client = candidates.first(where: { SystemFile.exists($0 + "/preview.js") }) else {
      throw CommandFailure(
        .noInput, "the preview's files are not installed",
        help: "set HYBRID_PREVIEW to the folder preview of the project; looked in \(candidates.joined(separator: ", "))"
      )
    }
    var settings = PreviewServer.Settings(releaseFolder: releaseFolder, clientFolder: client)
    settings.host = host == "localhost" ? settings.host : host ?? settings.host
    settings.port = UInt16(port ?? Int(settings.port))
    if let data, !SystemFile.exists(data) {
      throw CommandFailure(
        .noInput, "\(data): no such file", help: "name a JSON file with what bindings are filled from")
    }
    settings.dataFile = data ?? Self.sample(beside: releaseFolder)
    let server = PreviewServer(settings)
    var address = ""
    do throws(PreviewServer.Failure) {
      let port = try server.start()
      let isOpen = settings.host == "0.0.0.0"
      address = "http://\(isOpen ? "localhost" : settings.host):\(port)/"
      show(server)
      Terminal.answer("preview at \(address)\n")
      for address in isOpen ? PreviewServer.networkAddresses : [] {
        Terminal.answer("and, for others on the network, at http://\(address):\(port)/\n")
      }
    } catch {
      throw CommandFailure(
        .cannotWrite, "the preview cannot be served: \(error.reason)", help: "name another `--host` or `--port`")
    }
    return (server, address)
  }
}

/// `hybrid preview`: shows a release in a browser.
struct PreviewVerb: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "preview", abstract: "Show a release in a browser, drawn from its frames.",
    discussion: """
      Serves the folder of a release on 127.0.0.1:4600 and draws its pages from their frames, for every viewport. A new \
      release appears at once, with the problems that `hybrid build` found here. Token pages are also shown live: taps and typing work and update bindings, but scripts do \
      not run. `hybrid watch --preview` shows a site while you write it. End it with Ctrl-C.
      """)

  @Argument(help: ArgumentHelp("The folder of the release.", valueName: "dist"), completion: .directory)
  var folder = "dist"

  @Option(
    help: ArgumentHelp(
      "The site that the release was built from, whose problems are listed; default: the folder around the release.",
      valueName: "folder"), completion: .directory)
  var site: String?

  @Option(
    help: ArgumentHelp(
      "The cache of the build, whose problems are listed; default: the site's own in the user's cache folder.",
      valueName: "folder"), completion: .directory)
  var cacheDir: String?

  @OptionGroup var preview: PreviewOptions

  @Flag(name: .customLong("open"), help: "Open the browser.")
  var opens = false

  func run() throws {
    Interruption.endQuietly()
    if let site, !SystemFile.isFolder(site) {
      throw CommandFailure(.noInput, "\(site): no such folder", help: "name the folder with the site's sources")
    }
    if let cacheDir, !SystemFile.isFolder(cacheDir) {
      throw CommandFailure(.noInput, "\(cacheDir): no such folder", help: "name the `--cache-dir` of the build")
    }
    try Self.serve(folder, of: site, cache: cacheDir, preview, opens: opens)
  }

  /// Serves a release until the command is ended.
  ///
  /// - Parameters:
  ///   - folder: the release's.
  ///   - site: that of its sources; `nil` for the one around the release.
  ///   - cache: that of the build; `nil` for the site's own.
  ///   - preview: where it is served.
  ///   - opens: whether the browser is opened.
  static func serve(
    _ folder: String, of site: String?, cache: String? = nil, _ preview: PreviewOptions, opens: Bool
  ) throws {
    guard SystemFile.isFolder(folder) else {
      throw CommandFailure(.noInput, "\(folder): no such folder", help: "name the folder that `hybrid build` wrote")
    }
    guard SystemFile.exists(folder + "/latest.json") else {
      throw CommandFailure(
        .noInput, "\(folder) holds no release", help: "show a site with `hybrid watch --preview \(folder)`")
    }
    var release = try open(folder)
    let (server, address) = try preview.start(releaseFolder: folder) { [release] in
      Self.show(release, in: folder, of: site, cache: cache, $0)
    }
    if opens { WebBrowser.show(address) }
    var events = try ReleaseEvents(folder)
    while true {
      events.wait()
      // The folder may be another one by now: made again, or put in its place.
      if let renewed = try? ReleaseEvents(folder) { events = renewed }
      guard let next = try? open(folder), next.manifest.id != release.manifest.id else { continue }
      release = next
      Self.show(release, in: folder, of: site, cache: cache, server)
    }
  }

  private static func open(_ folder: String) throws -> OpenedRelease {
    do throws(ClientError) {
      return try ReleaseFolder.open(folder)
    } catch {
      throw CommandFailure(.unsound, "\(folder): \(error)", help: "hybrid verify \(folder) names every fault")
    }
  }

  private static func show(
    _ release: OpenedRelease, in folder: String, of site: String?, cache: String?, _ server: PreviewServer
  ) {
    let state = PreviewProblems.state(
      ofRelease: folder, site: site, cache: cache, isOnlyForThisMachine: server.isOnlyForThisMachine)
    server.show({ #"{"version":\#($0),"published":true,"redraw":true}"# }) { content in
      let file = { @Sendable (entry: String) -> [UInt8]? in try? release.contents(of: entry) }
      content.file = file
      content.manifest = release.hash
      let base = PreviewPainting.base(of: release.manifest.pages.flatMap(file))
      content.displayList = { PreviewPainting.list($0, in: $1, base: base, file) }
      content.state = state
    }
  }
}

/// Says when a folder's release was replaced.
private struct ReleaseEvents {
  private let events: any FileEvents

  init(_ folder: String) throws {
    do throws(SystemError) {
      events = try SiteWatch.systemEvents()
      _ = try events.watch([folder, Self.parent(folder)])
    } catch {
      throw CommandFailure(.internalError, "the folder cannot be watched: \(error.reason)")
    }
  }

  func wait() { events.wait(settle: 0.05) }

  /// The folder that a path's last name is in.
  private static func parent(_ path: String) -> String {
    let whole = path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
    return ((whole as NSString).standardizingPath as NSString).deletingLastPathComponent
  }
}
