import Diagnostics
import Files
import Foundation
import Manifest

/// A share of a site, built: what a merge joins with the others.
struct ShardFile {
  /// The file in a shard's folder.
  static let name = "shard.bin"
  private static let magic = Array("HYBSHRD3".utf8)

  /// Whether a folder holds a shard.
  static func isMade(in folder: FolderHandle) -> Bool {
    (try? folder.file(name).read(anyMagic.count, at: 0)) == anyMagic
  }

  /// Shards of every version begin so.
  private static let anyMagic = Array("HYBSHRD".utf8)

  var shard: Shard
  /// The hash of the tool, the configuration and every file of the site: the same in all shards of one build.
  var site: ContentHash
  /// The hash of the costs that the shares were balanced by.
  var costs: ContentHash
  /// The configuration's path and text, or `nil` where there is none.
  var configuration: (path: String, text: [UInt8])?
  /// Every page and asset of the site with its size.
  var pagePaths: [(path: String, size: Int)]
  var assetPaths: [(path: String, size: Int)]
  /// The languages of the site, the default first.
  var languages: [String]
  /// The files that `.hybridignore` asks for.
  var wanted: [String]
  /// Problems of the whole site, and of this share's assets.
  var siteProblems: [Diagnostic]
  var assetProblems: [Diagnostic]
  var pages: [BuiltPage]
  var assets: [PackageFile]

  /// The file's bytes, with a hash that is checked on reading.
  var encoded: [UInt8] {
    var writer = ByteWriter()
    writer.write(shard.index)
    writer.write(shard.count)
    writer.append(site.digest)
    writer.append(costs.digest)
    writer.write(configuration != nil)
    if let configuration {
      writer.write(configuration.path)
      writer.write(configuration.text)
    }
    for paths in [pagePaths, assetPaths] {
      writer.write(paths.count)
      for file in paths {
        writer.write(file.path)
        writer.write(file.size)
      }
    }
    writer.write(languages)
    writer.write(wanted)
    writer.write(siteProblems)
    writer.write(assetProblems)
    writer.write(pages.count)
    for page in pages { writer.write(page) }
    writer.write(assets.count)
    for asset in assets { writer.write(asset) }
    return Self.magic + ContentHash(of: writer.bytes).digest + writer.bytes
  }

  /// Reads what ``encoded`` wrote.
  init(_ bytes: [UInt8]) throws(ByteCodingError) {
    guard bytes.count > 40, bytes.starts(with: Self.magic) else { throw ByteCodingError() }
    let body = Array(bytes[40...])
    guard ContentHash(of: body).digest.elementsEqual(bytes[8..<40]) else { throw ByteCodingError() }
    var reader = ByteReader(body)
    guard let shard = Shard("\(try reader.int())/\(try reader.int())") else { throw ByteCodingError() }
    self.shard = shard
    site = try reader.digest()
    costs = try reader.digest()
    if try reader.bool() { configuration = (try reader.string(), try reader.array()) }
    pagePaths = try Self.paths(&reader)
    assetPaths = try Self.paths(&reader)
    languages = try reader.strings()
    wanted = try reader.strings()
    siteProblems = try reader.diagnostics()
    assetProblems = try reader.diagnostics()
    pages = []
    for _ in 0..<(try reader.count()) { pages.append(try reader.page()) }
    assets = []
    for _ in 0..<(try reader.count()) {
      guard let file = try reader.file() else { throw ByteCodingError() }
      assets.append(file)
    }
    guard reader.isAtEnd else { throw ByteCodingError() }
  }

  private static func paths(_ reader: inout ByteReader) throws(ByteCodingError) -> [(path: String, size: Int)] {
    var paths: [(path: String, size: Int)] = []
    for _ in 0..<(try reader.count()) { paths.append((try reader.string(), try reader.int())) }
    return paths
  }

  init(
    shard: Shard, site: ContentHash, costs: ContentHash, configuration: (path: String, text: [UInt8])?,
    pagePaths: [(path: String, size: Int)], assetPaths: [(path: String, size: Int)], languages: [String],
    wanted: [String],
    siteProblems: [Diagnostic],
    assetProblems: [Diagnostic], pages: [BuiltPage], assets: [PackageFile]
  ) {
    self.shard = shard
    self.site = site
    self.costs = costs
    self.configuration = configuration
    self.pagePaths = pagePaths
    self.assetPaths = assetPaths
    self.languages = languages
    self.wanted = wanted
    self.siteProblems = siteProblems
    self.assetProblems = assetProblems
    self.pages = pages
    self.assets = assets
  }
}
