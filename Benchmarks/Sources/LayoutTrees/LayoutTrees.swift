import CSSValues
import Layout

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Lays the trees out again and again and prints the median CPU time a node, with the sums of the frames as a check.
///
/// CPU time, and not the clock's: what else the machine does must not count.
@main
struct LayoutTrees {
  static func main() {
    let arguments = CommandLine.arguments.dropFirst()
    let runs = arguments.compactMap { Int($0) }.first ?? 21
    let only = arguments.filter { Int($0) == nil }
    for tree in LayoutTree.all where only.isEmpty || only.contains(tree.name) {
      measure(tree, runs: runs)
    }
  }

  private static func measure(_ tree: LayoutTree, runs: Int) {
    var times: [Double] = []
    var nodes = 1
    var sums: [Double] = []
    for _ in 0..<max(1, runs) {
      let fresh = tree.make()
      nodes = fresh.nodes.count
      let start = cpuTime()
      let result = layout(fresh, in: Viewport(width: 10_000, height: 10_000), measuredBy: NoText())
      times.append(cpuTime() - start)
      sums = add(fresh, result)
    }
    times.sort()
    let median = times[times.count / 2] / Double(nodes)
    let least = times[0] / Double(nodes)
    var line = "\(tree.name): \(Int(median.rounded())) ns a node (least \(Int(least.rounded()))), \(nodes) nodes, sums "
    line += sums.map { "\($0)" }.joined(separator: " ")
    if let wanted = tree.sums {
      line += zip(sums, wanted).allSatisfy { abs($0 - $1) < 1 + $1 * 1e-4 } ? " as expected" : " NOT as expected"
    }
    print(line)
  }

  /// The CPU time of this process in ns.
  private static func cpuTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
  }

  /// The sums of all offsets from the parent and of all sizes.
  private static func add(_ tree: StyledTree, _ result: LayoutResult) -> [Double] {
    var sums = [0.0, 0, 0, 0]
    for (index, node) in tree.nodes.enumerated() {
      let rect = result.frames[index].rect
      let parent = node.parent >= 0 ? result.frames[Int(node.parent)].rect : .zero
      sums[0] += rect.x - parent.x
      sums[1] += rect.y - parent.y
      sums[2] += rect.width
      sums[3] += rect.height
    }
    return sums
  }
}

/// The trees hold no text.
private struct NoText: TextMeasurer {
  func metrics(for font: FontStyle) -> FontMetrics { FontMetrics(ascent: 0, descent: 0, size: font.size) }

  func shape(_ paragraph: TextParagraph) -> ShapedParagraph {
    ShapedParagraph(advances: [], flags: [[]], runs: [], hyphenAdvances: [], isLeftToRight: true)
  }

  func reshape(_ range: Range<Int>, of paragraph: TextParagraph) -> [Double] { [] }
}
