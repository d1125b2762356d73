import Compiler
import Foundation

/// What a run of the build was asked for, beside the configuration.
public struct BuildOptions: Sendable {
  /// Where the site was looked for.
  public let place: SitePlace
  /// The site's folder.
  public var root: String
  /// The configuration's path, relative to the current folder; `nil` for the one at the root.
  public var configurationFile: String?
  /// The folder of the release.
  public var outputFolder: String
  /// How many pages are compiled at once.
  public var jobs: Int
  /// The most pages whose compressed files stay in memory until they are published; those of larger sites are set aside in a
  /// file. Small pages take about 14 kB each.
  public var pagesInMemory = 500
  /// The most bytes of source that these pages have together: what is known of pages with many links takes seven times as much,
  /// beside the page that is compiled.
  public var sourceInMemory = 8 << 20
  /// `--sequence`, which wins over the configuration's.
  public var sequence: Int?
  /// Of how many releases files are kept.
  public var keep = 3
  /// Who signs the release, and what the signed part says.
  public var signing = ReleaseSigning()
  /// What is written for Expo Updates clients, or `nil` for nothing.
  public var expo: ExpoOptions?
  /// `--emit hotwire`: path configurations of Hotwire Native are written beside the release.
  public var emitsHotwire = false
  /// `--emit measures`: the release has a package with what its text was measured with.
  public var emitsMeasures = false
  /// `--emit applinks`: the files by which platforms know that links belong to the app are written beside the release.
  public var emitsApplicationLinks = false
  /// `--emit web`: the pages, a service worker and a web app manifest are written beside the release, with the client's
  /// modules from this folder; `nil` for none of it.
  public var webClientFolder: String?
  /// Where results are kept from run to run; `nil` for nowhere.
  public var cacheFolder: String?
  /// The cache that checkouts share over HTTP, or `nil`.
  public var remoteCache: RemoteCacheOptions?
  /// The part of the site that is built, for a merge with the others; `nil` for all of it.
  public var shard: Shard?
  /// Entries of packages are made as small as they can be, however long that takes.
  public var isSmallest = false
  /// The files of every page are read back before anything is published. Otherwise those that this build made are read back of some
  /// pages only, and those of the cache and of shards of all.
  public var verifiesEveryPage = SampledCheck.isOfEveryPage
  /// Rules of style sheets that no page uses are reported; pages are then compiled whatever the cache has.
  public var findsUnusedRules = false
  /// What keeps readers with assistive technology from pages is reported, whatever the configuration says.
  public var checksAccessibility = false
  /// What goes wrong with layouts between the viewports is reported.
  public var checksLayout = false
  /// `--minify`: pages and style sheets are written shorter, whatever the configuration says.
  public var minifies = false
  /// `--allow-filters`: the configuration's programs run whoever wrote it.
  public var allowsFilters = false
  /// The folder whose trust counts for filters, where the site is a copy of one of its commits; `nil` for the site's own.
  public var trustedRoot: String?
  /// What was done when is kept for ``SiteBuild/timeline``.
  public var keepsTimings = false
  /// Warnings end the build with exit status 2, and nothing is published.
  public var warningsAsErrors = false

  /// The options of a build that nothing was said about.
  public init(root: String = ".", configurationFile: String? = nil, outputFolder: String? = nil, jobs: Int? = nil) {
    let place = SitePlace(root: root, configurationFile: configurationFile)
    self.place = place
    self.root = place.root
    self.configurationFile = place.configurationFile
    self.outputFolder = outputFolder ?? place.outputFolder
    self.jobs = jobs ?? ProcessInfo.processInfo.activeProcessorCount
  }
}
