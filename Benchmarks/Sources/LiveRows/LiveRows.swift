import CSSValues
import Foundation
import HostCore
import HybridClient
import HybridLiveLayout
import JSONValues
import Manifest
import PageFormat
import Text

/// Measures a long list: opening it, what it holds in memory, and changes to it.
///
///     live-rows DIST PAGE ROWS [all|demand|layout|frames]
///
/// Times are CPU time of one thread. `demand` makes rows on demand, `layout` has no host, `frames` moves the package's frames.
@main
struct LiveRows {
  final class Adapter: HostAdapter {
    final class View {}
    func makeView(_ kind: HostViewKind) -> View { View() }
    func assign(_ view: View, to node: HostView) {}
    func retire(_ view: View) {}
    func end(_ view: View, _ kind: HostViewKind) {}
    func insert(_ view: View, into parent: View?, after sibling: View?) {}
    func setFrame(_ frame: LayoutRect, of view: View) {}
    func update(_ view: View, from node: HostView) {}
    func setScrollArea(width: Double, height: Double, of view: View?) {}
    func scroll(_ view: View?, toX x: Double, y: Double) {}
    func focus(_ view: View?) {}
    func perform(_ action: String, _ arguments: [JSONValue], on view: View, node: HostView) {}
  }

  final class Nothing: ViewHost { func apply(_ commands: [ViewCommand]) {} }

  static func main() throws {
    let arguments = CommandLine.arguments
    guard arguments.count > 3 else {
      print("usage: live-rows DIST PAGE ROWS [all|demand|layout|frames]")
      exit(64)
    }
    let (dist, path) = (arguments[1], arguments[2])
    let count = Int(arguments[3]) ?? 10_000
    let mode = arguments.count > 4 ? arguments[4] : "all"
    let device = DeviceTraits(width: 390, height: 844, scale: 1)
    let release = try ReleaseFolder.open(dist)
    let page = try release.openPage(path, for: device)
    let measurer = SystemTextMeasurer(fonts: FontSet(library: FontLibrary()), scale: 1)
    let layout = mode == "frames" ? nil : try DeviceLayout(page, for: device, measuredBy: measurer)
    let tree = HostTree(Adapter())
    tree.setScreen(width: 390, height: 844)
    let nothing = Nothing()
    let live = try LivePage(page, host: mode != "layout" && mode != "frames" ? tree : nothing, layout: layout)
    live.makesRowsOnDemand = mode == "demand"
    live.start()
    var rows: [JSONValue] = (0..<count).map {
      .object(["name": .string("Row number \($0)"), "count": .string("\($0 * 37 % 1000) pieces")])
    }
    report("opened", since: processorTime())
    var began = processorTime()
    live.setData(.object(["rows": .array(rows)]))
    report("rows", since: began)
    guard let table = (0..<live.nodeCount).first(where: { live.makesRows(of: $0) }) else { return }
    print("nodes \(live.nodeCount) views \(tree.count) shown \(tree.shownCount)")
    let row = live.children(of: table)[min(5, count - 1)]
    let label = live.children(of: row)[0]
    for length in ["Other words", "Words"] {
      began = processorTime()
      for step in 0..<10 {
        live.setText(step.isMultiple(of: 2) ? length : "Some words that are longer", of: label)
        live.flush()
      }
      report("text", since: began, times: 10)
    }
    began = processorTime()
    for step in 0..<3 {
      rows[7] = .object(["name": .string("Changed \(step)"), "count": .string("1")])
      live.setData(.object(["rows": .array(rows)]))
    }
    report("data with one other row", since: began, times: 3)
    began = processorTime()
    var y = 0.0
    for _ in 0..<200 {
      y += 300
      tree.scrolled(table, x: 0, y: y)
      live.handle(.scroll(node: table, x: 0, y: y))
    }
    report("scrolling by 300 px", since: began, times: 200)
    print("nodes \(live.nodeCount) views \(tree.count) shown \(tree.shownCount)")
    if let failure = layout?.failure { print("failure: \(failure)") }
  }

  static func processorTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  static func report(_ stage: String, since began: Double, times: Double = 1) {
    let time = (processorTime() - began) / times * 1000
    var resident = 0.0
    var peak = 0.0
    for line in (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8))?.split(separator: "\n") ?? [] {
      let words = line.split(separator: "\t")
      func kilobytes() -> Double { Double(words[1].split(separator: " ")[0]) ?? 0 }
      if line.hasPrefix("VmRSS") { resident = kilobytes() / 1024 }
      if line.hasPrefix("VmHWM") { peak = kilobytes() / 1024 }
    }
    print(String(format: "%@: %.2f ms, %.1f MB resident, %.1f MB at most", stage, time, resident, peak))
  }
}
