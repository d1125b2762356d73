import ArgumentParser
import Build
import Foundation

/// `hybrid cache`: looks after the results that builds keep.
struct CacheVerb: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cache", abstract: "Show what the cache holds, free space in it, or check it.",
    discussion: """
      Builds keep their results in the user's cache folder (~/.cache/hybrid, or hybrid in XDG_CACHE_HOME), each site's \
      apart, up to 1 GB or what HYBRID_CACHE_SIZE says. They may be removed at any time.
      """, subcommands: [Stats.self, Collect.self, Verify.self])

  /// Where the cache is.
  struct Options: ParsableArguments {
    @Argument(help: ArgumentHelp("The site's folder.", valueName: "root"), completion: .directory)
    var root = "."

    @Option(help: ArgumentHelp("The cache; default: the site's own in the user's cache folder.", valueName: "folder"))
    var cacheDir: String?

    @Option(help: "Output format: text or json.")
    var format: AnswerFormat = .text

    func validate() throws { try CacheOptions.validateCacheSize() }

    /// The cache of the site.
    func folder() throws -> CacheFolder {
      try SiteInput.require(root)
      let site = BuildOptions(root: root).root
      guard let path = cacheDir ?? UserCache.folder(ofSite: site) else {
        throw CommandFailure(
          .noInput, "there is no cache folder: neither XDG_CACHE_HOME nor HOME is set",
          help: "name it with `--cache-dir`"
        )
      }
      return CacheFolder(path: path, root: site)
    }
  }

  /// `hybrid cache stats`.
  struct Stats: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Show how much the cache holds.")
    @OptionGroup var options: Options

    func run() throws {
      let folder = try options.folder()
      let statistics = folder.statistics
      if options.format == .json {
        var members: [(key: String, value: JSONText)] = [
          ("path", .string(folder.path)), ("entries", .integer(statistics.entries)),
          ("size", .integer(statistics.size)),
          ("capacity", .integer(statistics.capacity)),
        ]
        if let oldest = statistics.oldest { members.append(("oldest", .integer(Int(oldest)))) }
        return Terminal.answer(JSONText.object(members).compact + "\n")
      }
      let entries = statistics.entries == 1 ? "1 entry" : "\(statistics.entries) entries"
      Terminal.answer(
        "\(folder.path): \(entries), \(ByteSize.text(statistics.size)) of \(ByteSize.text(statistics.capacity))\n")
    }
  }

  /// `hybrid cache gc`.
  struct Collect: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "gc", abstract: "Remove the entries that were not used for the longest time.")
    @OptionGroup var options: Options

    @Option(help: ArgumentHelp("The size to keep, such as 500MB; default: the cache's capacity.", valueName: "size"))
    var maxSize: String?

    @Option(help: ArgumentHelp("Remove entries that were not used for this many days.", valueName: "days"))
    var maxAge: Int?

    func validate() throws {
      if let maxSize, ByteSize.parse(maxSize) == nil {
        throw ValidationError("`--max-size` must be a size such as 500MB, not `\(maxSize)`.")
      }
      if let maxAge, maxAge < 0 || maxAge > 100_000 { throw ValidationError("`--max-age` must be 0 or more days.") }
    }

    func run() throws {
      let removed = try options.folder().collect(
        capacity: maxSize.flatMap(ByteSize.parse), age: maxAge.map { Double($0) * 86_400 })
      if options.format == .json {
        let answer: JSONText = ["removed": .integer(removed.entries), "size": .integer(removed.size)]
        return Terminal.answer(answer.compact + "\n")
      }
      let entries = removed.entries == 1 ? "1 entry" : "\(removed.entries) entries"
      Terminal.answer("removed \(entries), \(ByteSize.text(removed.size))\n")
    }
  }

  /// `hybrid cache verify`.
  struct Verify: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Read every entry and remove damaged ones.",
      discussion: """
        A damaged entry is never used, checked or not. Entries that were written with another HYBRID_CACHE_KEY stay. Exit \
        status 65 where an entry was damaged, or all were written with another key.
        """)
    @OptionGroup var options: Options

    func run() throws {
      // Without the key every entry would look like one of another hand.
      try CacheOptions.requireKey()
      let answer = try options.folder().verify()
      if options.format == .json {
        let text: JSONText = [
          "entries": .integer(answer.entries), "damaged": .array(answer.damaged.map { .string($0) }),
          "foreign": .integer(answer.foreign),
        ]
        Terminal.answer(text.compact + "\n")
      } else {
        for path in answer.damaged { Terminal.report("\(OutputText.terminal(path)): damaged, removed\n") }
        Terminal.answer(Self.text(answer) + "\n")
      }
      if answer.foreign > 0, answer.foreign == answer.entries {
        throw CommandFailure(
          .unsound, "no entry was written with this key: none was checked, and none removed",
          help: "set HYBRID_CACHE_KEY to the key of the builds that filled the cache")
      }
      if !answer.damaged.isEmpty { try ExitStatus.unsound.exit() }
    }

    private static func text(_ answer: (entries: Int, damaged: [String], foreign: Int)) -> String {
      let entries = answer.entries == 1 ? "1 entry" : "\(answer.entries) entries"
      let damaged = answer.damaged.isEmpty ? [] : ["\(answer.damaged.count) damaged"]
      let foreign = answer.foreign == 0 ? [] : ["\(answer.foreign) of another HYBRID_CACHE_KEY"]
      let parts = damaged + foreign
      return "\(entries), " + (parts.isEmpty ? "all sound" : parts.joined(separator: ", "))
    }
  }
}
