import Foundation
import Manifest

/// How long each page took in an earlier build: what shards are balanced by.
///
/// All shards of a build must see the same file, or none: a merge reports where they did not.
struct ShardCosts {
  /// Microseconds by site path.
  var pages: [String: Int] = [:]
  /// The hash of the file's bytes.
  private(set) var digest = ContentHash(of: [])

  private static let mark = "hybrid costs 1"

  /// The costs that the last whole build or merge left; none where the file is missing or damaged.
  init(_ options: BuildOptions) {
    guard let bytes = try? SiteFile.read(".hybrid/costs", in: options.root, limit: 1 << 28) else { return }
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    guard lines.first ?? "" == Self.mark else { return }
    for line in lines.dropFirst() {
      guard let space = line.firstIndex(of: " "), let cost = Int(line[..<space]), cost >= 0, cost < 1 << 40 else {
        continue
      }
      pages[String(line[line.index(after: space)...])] = cost
    }
    digest = ContentHash(of: bytes)
  }

  /// Keeps the costs of a whole build, where it has a place for them. Small differences from build to build do not count:
  /// costs are kept to two digits.
  static func save(_ pages: [PageFigures], _ options: BuildOptions) {
    guard let folder = try? FolderLocation(path: options.root + "/.hybrid", root: options.root).open(makes: false)
    else {
      return
    }
    var text = mark + "\n"
    for page in pages.sorted(by: { $0.path < $1.path }) where page.cost > 0 && !page.path.contains("\n") {
      text += "\(rounded(page.cost)) \(page.path)\n"
    }
    let temporary = ".tmp-\(getpid())-\(UInt32.random(in: 0 ... .max))-costs"
    try? folder.replace("costs", with: Array(text.utf8), temporary: temporary)
  }

  private static func rounded(_ cost: Int) -> Int {
    var unit = 1
    while cost / unit >= 100 { unit *= 10 }
    return cost / unit * unit
  }
}
