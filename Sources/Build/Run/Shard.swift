import Manifest

/// A share of a site's pages and assets: number `index` of `count`.
public struct Shard: Hashable, Sendable {
  /// 1 to `count`.
  public var index: Int
  /// 1 or more.
  public var count: Int

  /// The largest number of shards.
  public static let maximumCount = 10_000

  /// A shard written `2/8`; `nil` for anything else.
  public init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let index = Int(parts[0]), let count = Int(parts[1]), count >= 1,
      count <= Self.maximumCount, index >= 1, index <= count
    else { return nil }
    self.index = index
    self.count = count
  }

  /// The pages and assets of the share: the costly ones are dealt out first, each to the share that has least so far;
  /// those whose cost is not known go by the hash of their paths.
  func share(of site: Site, costs: ShardCosts) -> Site {
    var loads = [Int](repeating: 0, count: count)
    var homes: [String: Int] = [:]
    let known = site.pages.compactMap { page in costs.pages[page.path].map { (path: page.path, cost: $0) } }
    for page in known.sorted(by: { ($1.cost, $0.path) < ($0.cost, $1.path) }) {
      // Of equal loads the first, so that every shard deals alike.
      let home = loads.indices.min { (loads[$0], $0) < (loads[$1], $1) } ?? 0
      homes[page.path] = home
      loads[home] += max(1, page.cost)
    }
    func isOwn(_ file: Site.File) -> Bool { (homes[file.path] ?? place(of: file.path)) == index - 1 }
    var share = site
    share.pages = site.pages.filter(isOwn)
    share.assets = site.assets.filter(isOwn)
    return share
  }

  private func place(of path: String) -> Int {
    let digest = ContentHash(of: Array(path.utf8)).digest
    return Int(digest[..<7].reduce(0) { $0 << 8 | UInt64($1) } % UInt64(count))
  }
}
