import CSSValues
import Compiler
import Foundation
import HybridClient
import HybridLayout
import HybridLiveLayout
import Layout
import PageFormat

/// Measures what building pages ahead saves: the first frame of an installed page against decoding the same tree from JSON and
/// against parsing, styling and laying the page out; and a change to a page that is laid out on the device.
///
///     swift run -c release --package-path Benchmarks first-frame DIST SITE PAGE
///
/// DIST is what `hybrid build SITE` made, for 390 x 844 at 3 device pixels a px. Each answer is one line of JSON, which
/// `Benchmarks/run` reads; times are CPU time of one thread, in microseconds.
@main
struct FirstFrame {
  static let device = DeviceTraits(width: 390, height: 844, scale: 3)

  static func main() async throws {
    let arguments = CommandLine.arguments
    guard arguments.count == 4 else {
      print("usage: first-frame DIST SITE PAGE")
      exit(64)
    }
    let (dist, site, path) = (arguments[1], arguments[2], arguments[3])
    let folder = NSTemporaryDirectory() + "first-frame-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let release = try await install(dist, into: folder)
    try measureFrames(release, path, folder)
    try measurePackaged(release, path)
    try measureSource(site, path)
    try measureChanges(release, site, path)
  }

  /// The release as an app has it: fetched, verified, in a store.
  private static func install(_ dist: String, into folder: String) async throws -> OpenedRelease {
    let store = try ReleaseStore(folder: folder + "/store")
    let client = UpdateClient(
      store: store, transport: FolderTransport(folder: dist),
      settings: UpdateSettings(trust: .server, device: device, now: { 0 }))
    guard case .available(let update) = try await client.check() else { throw Failure("nothing to install") }
    _ = try await client.install(update)
    // The first launch makes the release the one that is shown, of which packages on demand are fetched.
    guard try store.launch(now: 0) != nil else { throw Failure("nothing installed") }
    _ = try await client.installOnDemand(PackagedMeasures.package)
    guard let release = try store.launch(now: 0) else { throw Failure("nothing installed") }
    return release
  }

  // MARK: Frames

  private static func measureFrames(_ release: OpenedRelease, _ path: String, _ folder: String) throws {
    let page = try release.openPage(path, for: device)
    // Frames measured with a font that stands in for another are shown at once, too.
    if case .needsLayout = page.fit { throw Failure("the page is not built for the device: \(page.fit)") }
    // The first opening hashes the files; the system has them in memory then, as it has after an update.
    let median = median(runs: 4001) { (try? firstFrame(release, path)) ?? 0 }
    answer([
      "stage": "installed", "nodes": page.page.nodeCount, "microseconds": median, "sum": try firstFrame(release, path),
    ])

    let file = folder + "/tree.json"
    try JSONEncoder().encode(tree(of: page)).write(to: URL(fileURLWithPath: file))
    let json = Self.median(runs: 201) {
      guard let data = FileManager.default.contents(atPath: file),
        let nodes = try? JSONDecoder().decode([Node].self, from: data)
      else { return 0 }
      return nodes.reduce(0) { $0 + Int($1.width + $1.height) + ($1.text?.utf8.count ?? 0) }
    }
    let bytes = FileManager.default.contents(atPath: file)?.count ?? 0
    answer(["stage": "json", "nodes": page.page.nodeCount, "bytes": bytes, "microseconds": json])
  }

  /// What a client does before it shows a page: opens it, places every node, and reads what the first screen shows.
  private static func firstFrame(_ release: OpenedRelease, _ path: String) throws -> Int {
    let opened = try release.openPage(path, for: device)
    guard let layout = opened.layout else { return 0 }
    let page = opened.page
    var sum = 0
    let fold = Int32(device.height * 64)
    let origins = layout.origins(in: page)
    for node in 0..<page.nodeCount {
      guard !layout.flags(node).contains(.noBox) else { continue }
      let size = layout.size(node)
      sum += Int(size.width) + Int(size.height) + (layout.style(node, in: page) ?? 0)
      // Strings are read of what is on the screen.
      guard origins[node].y < fold else { continue }
      sum += page.component(node)?.utf8.count ?? 0
    }
    for row in 0..<layout.lineCount {
      let line = layout.line(row, at: origins)
      // Lines are in the order of their nodes: those below the fold follow.
      guard line.frame.y < fold else { break }
      sum += layout.text(of: line, in: page).utf8.count
    }
    return sum
  }

  /// A node as it would be in a file of JSON.
  private struct Node: Codable {
    var parent: Int
    var tag: String?
    var component: String?
    var style: Int?
    var text: String?
    var x: Double
    var y: Double
    var width: Double
    var height: Double
  }

  private static func tree(of page: OpenedPage) -> [Node] {
    page.nodes.map { node in
      let frame = node.frame
      return Node(
        parent: page.page.parent(node.index) ?? -1, tag: node.tag, component: node.component,
        style: page.page.style(node.index), text: node.text, x: frame?.x ?? 0, y: frame?.y ?? 0,
        width: frame?.width ?? 0, height: frame?.height ?? 0)
    }
  }

  // MARK: For another device

  /// Frames for a width that was not built, from the package's own measures.
  private static func measurePackaged(_ release: OpenedRelease, _ path: String) throws {
    guard let measures = try release.packagedMeasures() else { throw Failure("the release has no measures") }
    let other = DeviceTraits(width: 402, height: 874, scale: 3)
    guard let layout = try release.layout(path, on: other, measures: measures).layout else {
      throw Failure("the page was not laid out")
    }
    let time = median(runs: 201) {
      (try? release.layout(path, on: other, measures: measures))?.layout?.frames.count ?? 0
    }
    answer(["stage": "packaged", "nodes": layout.frames.count, "microseconds": time])
  }

  // MARK: From source

  /// A folder's files.
  private struct Folder: SiteFiles {
    var root: String

    func read(_ path: String) throws(SiteFileError) -> [UInt8] {
      guard let data = FileManager.default.contents(atPath: root + "/" + path) else { throw .missing }
      return Array(data)
    }

    func contains(_ path: String) -> Bool { FileManager.default.fileExists(atPath: root + "/" + path) }
  }

  private static func measureSource(_ site: String, _ path: String) throws {
    let viewport = Viewport(width: device.width, height: device.height, scale: device.scale)
    var elements = 0
    // Everything is read again each time; fonts stay loaded, as they do in a process that shows pages.
    let compiler = PageCompiler(options: CompilerOptions(), files: Folder(root: site))
    let time = median(runs: 21) {
      let inspection = compiler.inspect(path, viewport: viewport)
      elements = inspection?.tree.nodes.count ?? 0
      return elements
    }
    answer(["stage": "source", "nodes": elements, "microseconds": time])
  }

  // MARK: Changes

  private static func measureChanges(_ release: OpenedRelease, _ site: String, _ path: String) throws {
    let compiler = PageCompiler(options: CompilerOptions(), files: Folder(root: site))
    guard let measurer = compiler.textMeasurer(of: path, scale: device.scale) else { throw Failure("no fonts") }
    let page = try release.openPage(path, for: device).page
    let viewport = Viewport(
      name: "", width: device.width, height: device.height, scale: device.scale)
    let full = median(runs: 21) {
      (try? PageLayout(page).layOut(in: viewport, measuredBy: measurer).changedFrames.count) ?? 0
    }
    answer(["stage": "full layout", "nodes": page.nodeCount, "microseconds": full])
    let layout = try PageLayout(page)
    _ = try layout.layOut(in: viewport, measuredBy: measurer)
    guard let text = (0..<page.nodeCount).filter({ page.kind($0) == .text && page.text($0) != "" }).dropFirst(20).first
    else { return }
    var run = 0
    var changed = 0
    let one = median(runs: 201) {
      run += 1
      let words = run.isMultiple(of: 2) ? "Other words" : "A title that is changed"
      let answer = try? layout.layOut(in: viewport, measuredBy: measurer, changes: [.text(node: text, words)])
      changed = answer.map { $0.changedFrames.count + $0.changedLines.count } ?? 0
      return changed
    }
    answer([
      "stage": "change", "nodes": page.nodeCount, "microseconds": one, "boxes": layout.reuse.boxes,
      "laidOut": layout.reuse.boxes - layout.reuse.kept, "changed": changed,
    ])
  }

  // MARK: Measuring

  private struct Failure: Error, CustomStringConvertible {
    var description: String
    init(_ description: String) { self.description = description }
  }

  /// The median of the calls' CPU time of this thread in microseconds.
  private static func median(runs: Int, _ call: () -> Int) -> Double {
    var times: [Double] = []
    var sum = 0
    for _ in 0..<runs {
      let began = processorTime()
      sum &+= call()
      times.append(processorTime() - began)
    }
    // The sum is read, so that no call is left out.
    if sum == .min { print("") }
    times.sort()
    return (times[runs / 2] * 1e7).rounded() / 10
  }

  private static func processorTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  private static func answer(_ members: [String: Any]) {
    guard let data = try? JSONSerialization.data(withJSONObject: members, options: [.sortedKeys]) else { return }
    print(String(decoding: data, as: UTF8.self))
  }
}
