import Foundation
import Testing

@Suite struct CacheTests {
  private func site() throws -> Scratch {
    let scratch = try Scratch()
    for name in ["a", "b", "c"] {
      try scratch.write(
        "site/\(name).html",
        "<!DOCTYPE html>\n<html lang=en><title>\(name)</title>\n<link rel=stylesheet href=app.css>\n<p>\(name) <a href=a.html>a</a>\n"
      )
    }
    try scratch.write("site/app.css", "p { color: #333; colr: red }\n")
    return scratch
  }

  private func stats(_ scratch: Scratch) throws -> String {
    try Command.run("cache", "stats", "site", "--format", "json", in: scratch.url).output
  }

  /// The pages that a build compiled, by the events of its timeline.
  private func compiled(_ scratch: Scratch, _ arguments: String...) throws -> [String] {
    let command = try Command.start(["build", "site", "--timings", "t.json"] + arguments, in: scratch.url).finish()
    #expect(command.status == 0, "\(command.errors)")
    let data = try Data(contentsOf: scratch.url.appendingPathComponent("t.json"))
    let trace = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    let events = try #require(trace["traceEvents"] as? [[String: Any]])
    return events.filter { $0["cat"] as? String == "page" }.compactMap { $0["name"] as? String }.sorted()
  }

  @Test func aSecondBuildCompilesNothingAndPrintsTheSame() throws {
    let scratch = try site()
    let first = try Command.run("build", "site", in: scratch.url)
    let released = Scratch.contents(scratch.url.appendingPathComponent("site/dist"))
    #expect(try compiled(scratch) == [])
    let second = try Command.run("build", "site", in: scratch.url)
    #expect(second.errors == first.errors)
    #expect(first.errors.contains("app.css:1:18: warning"))
    #expect(Scratch.contents(scratch.url.appendingPathComponent("site/dist")) == released)
    // Another folder has what the first kept, and its release is the same.
    #expect(try compiled(scratch, "-o", "other", "--no-cache") == ["a.html", "b.html", "c.html"])
    #expect(Scratch.contents(scratch.url.appendingPathComponent("other")) == released)
  }

  @Test func onlyWhatDependsOnAChangeIsCompiled() throws {
    let scratch = try site()
    #expect(try compiled(scratch) == ["a.html", "b.html", "c.html"])
    // The others link to it, for which its being there is what counts.
    try scratch.write("site/a.html", "<!DOCTYPE html>\n<html lang=en><title>new</title>\n<p>new\n")
    #expect(try compiled(scratch) == ["a.html"])
    try scratch.write("site/app.css", "p { color: #444 }\n")
    #expect(try compiled(scratch) == ["b.html", "c.html"])
    try scratch.write("site/app.css", "p { color: #333; colr: red }\n")
    #expect(try compiled(scratch) == [])
    try FileManager.default.removeItem(at: scratch.url.appendingPathComponent("site/a.html"))
    #expect(try compiled(scratch) == ["b.html", "c.html"])
    try scratch.write("site/hybrid.json", #"{ "viewports": [{ "width": 320, "height": 480, "scale": 1 }] }"#)
    #expect(try compiled(scratch) == ["b.html", "c.html"])
    let check = try Command.run("build", "site", "--verify-incremental", "-q", in: scratch.url)
    #expect(check.status == 0)
  }

  @Test func damagedEntriesAreMisses() throws {
    let scratch = try site()
    #expect(try Command.run("build", "site", in: scratch.url).status == 0)
    let released = Scratch.contents(scratch.url.appendingPathComponent("site/dist"))
    let entries = try Command.cache(ofSite: scratch.url.appendingPathComponent("site")).appendingPathComponent(
      "entries")
    let names = Scratch.contents(entries).filter { $0.value.count > 1 }.keys.sorted()
    #expect(names.count == 4)
    for (index, name) in names.enumerated() {
      let file = entries.appendingPathComponent(name)
      var data = try Data(contentsOf: file)
      switch index {
      case 0: data = Data()
      case 1: data.removeLast()
      case 2: data[data.count / 2] ^= 1
      default: data = Data(repeating: 0xFF, count: data.count)
      }
      try data.write(to: file)
    }
    let again = try Command.run("build", "site", in: scratch.url)
    #expect(again.status == 0)
    #expect(Scratch.contents(scratch.url.appendingPathComponent("site/dist")) == released)
    try Data("HYBCACHE".utf8).write(to: entries.appendingPathComponent(names[0]))
    let verify = try Command.run("cache", "verify", "site", in: scratch.url)
    #expect(verify.status == 65)
    #expect(verify.output == "4 entries, 1 damaged\n")
    #expect(try Command.run("cache", "verify", "site", in: scratch.url).output == "3 entries, all sound\n")
  }

  /// What was written with another key is neither damaged nor in the way: a build beside it leaves it as it is.
  @Test func entriesOfAnotherKeyStay() throws {
    let scratch = try site()
    let build = ["build", "site", "--cache-dir", "c", "--timings", "t.json"]
    func run(_ arguments: [String], key: String) throws -> Command {
      try Command.start(arguments, in: scratch.url, environment: ["HYBRID_CACHE_KEY": key]).finish()
    }
    let (key, other) = (String(repeating: "a", count: 32), String(repeating: "b", count: 32))
    #expect(try run(build, key: key).status == 0)
    let entries = scratch.url.appendingPathComponent("c/entries")
    let first = Scratch.contents(entries)
    let verify = ["cache", "verify", "site", "--cache-dir", "c"]
    let foreign = try run(verify, key: other)
    #expect(foreign.status == 65 && foreign.output == "4 entries, 4 of another HYBRID_CACHE_KEY\n", "\(foreign)")
    #expect(foreign.errors.contains("none removed") && foreign.errors.contains("set HYBRID_CACHE_KEY to"), "\(foreign)")
    #expect(Scratch.contents(entries) == first)
    // The same pages are compiled and kept beside them.
    #expect(try run(build, key: other).status == 0)
    let both = Scratch.contents(entries)
    #expect(first.allSatisfy { both[$0.key] == $0.value } && both.values.count { $0.count > 1 } == 8)
    let mixed = try run(verify, key: other)
    #expect(mixed.status == 0 && mixed.output == "8 entries, 4 of another HYBRID_CACHE_KEY\n", "\(mixed)")
    // Damage to an entry of one's own is still found, and removed.
    let own = try #require(both.keys.sorted().first { first[$0] == nil && (both[$0]?.count ?? 0) > 1 })
    let file = entries.appendingPathComponent(own)
    var data = try Data(contentsOf: file)
    data[data.count - 1] ^= 1
    try data.write(to: file)
    let damaged = try run(verify, key: other)
    #expect(damaged.status == 65 && damaged.output == "8 entries, 1 damaged, 4 of another HYBRID_CACHE_KEY\n")
    #expect(try run(build, key: key).status == 0)
    let timeline = try Data(contentsOf: scratch.url.appendingPathComponent("t.json"))
    #expect(!String(decoding: timeline, as: UTF8.self).contains(#""cat":"page""#))
  }

  @Test func theOldestEntriesGoFirst() throws {
    let scratch = try site()
    #expect(try Command.run("build", "site", in: scratch.url).status == 0)
    #expect(try stats(scratch).contains(#""entries":4"#))
    let collected = try Command.run("cache", "gc", "site", "--max-size", "0", in: scratch.url)
    #expect(collected.status == 0)
    #expect(collected.output.hasPrefix("removed 4 entries, "))
    #expect(try stats(scratch).contains(#""entries":0"#))
    #expect(try Command.run("cache", "gc", "site", "--max-size", "much", in: scratch.url).status == 64)
    for verb in ["gc", "stats"] {
      let environment = ["HYBRID_CACHE_SIZE": "much"]
      #expect(try Command.run("cache", verb, "site", in: scratch.url, environment: environment).status == 64)
    }
    #expect(try Command.run("cache", "stats", "nowhere", in: scratch.url).status == 66)
  }

  /// Sums of their sizes would end the process.
  @Test func vastFilesCountAsTheLargestEntry() throws {
    let scratch = try site()
    #expect(try Command.run("build", "site", "--cache-dir", "c", in: scratch.url).status == 0)
    let groups = scratch.url.appendingPathComponent("c/entries")
    let group = try #require(try FileManager.default.contentsOfDirectory(atPath: groups.path).sorted().first)
    for number in 0..<3 {
      let name = "\(group)/\(group)" + String(repeating: "0", count: 61) + "\(number)"
      try scratch.write("c/entries/" + name, "HYBCACHE")
      let file = try FileHandle(forWritingTo: groups.appendingPathComponent(name))
      try file.truncate(atOffset: 1 << 40)
      try file.close()
    }
    let options = ["site", "--cache-dir", "c", "--format", "json"]
    let stats = try Command.start(["cache", "stats"] + options, in: scratch.url).finish()
    let read = try #require(try JSONSerialization.jsonObject(with: Data(stats.output.utf8)) as? [String: Any])
    let size = try #require(read["size"] as? Int)
    #expect(read["entries"] as? Int == 7 && size > 3 << 30 && size < 4 << 30)
    let collected = try Command.start(["cache", "gc"] + options + ["--max-size", "0"], in: scratch.url).finish()
    #expect(collected.status == 0 && collected.output.contains(#""removed":7,"#), "\(collected.output)")
  }

  @Test func aCacheThatCannotBeWrittenIsNotAFailure() throws {
    let scratch = try site()
    try scratch.write("file", "no folder")
    let build = try Command.run("build", "site", "--cache-dir", "file/cache", in: scratch.url)
    #expect(build.status == 0)
    #expect(try Command.run("build", "site", "--no-cache", "--cache-dir", "x", in: scratch.url).status == 64)
  }

  @Test func theReportIsOnePage() throws {
    let scratch = try site()
    let build = try Command.run("build", "site", "--report", "report.html", in: scratch.url)
    #expect(build.status == 0)
    let report = try String(contentsOf: scratch.url.appendingPathComponent("report.html"), encoding: .utf8)
    #expect(report.contains("<td>b.html</td>"))
    #expect(report.contains("Largest pages"))
    #expect(!report.contains("http"))
    // What was found is reported all the same.
    try scratch.write("site/c.html", "<!DOCTYPE html><title>c</title><img src=none.png alt=x>")
    let refused = try Command.run("build", "site", "--report", "no/where.html", in: scratch.url)
    #expect(refused.status == 73)
    #expect(refused.errors.contains("c.html:1:") && refused.output.contains(" packages, "), "\(refused.errors)")
  }
}

@Suite struct ShardTests {
  @Test(arguments: [1, 2, 3, 8]) func mergedShardsAreAnUnshardedBuild(count: Int) throws {
    let scratch = try Scratch()
    for number in 0..<6 {
      try scratch.write("site/\(number).html", "<!DOCTYPE html><html lang=en><title>\(number)</title><p>\(number)")
    }
    try scratch.write("site/app.css", "p { color: #333 }\n")
    try scratch.write("site/hybrid.json", #"{ "name": "shards", "budgets": { "page": "1B" } }"#)
    let whole = try Command.run("build", "site", "--no-cache", "-o", "whole", in: scratch.url)
    #expect(whole.status == 3)
    var arguments = ["merge", "-o", "merged"]
    for index in 1...count {
      let shard = "shard-\(index)"
      let build = try Command.run(
        "build", "site", "--no-cache", "--shard", "\(index)/\(count)", "-o", shard, in: scratch.url)
      #expect(build.status == 0)
      arguments.insert(shard, at: 1)
    }
    let merge = try Command.start(arguments, in: scratch.url).finish()
    #expect(merge.status == 3)
    #expect(merge.errors == whole.errors)
    let merged = Scratch.contents(scratch.url.appendingPathComponent("merged"))
    #expect(merged == Scratch.contents(scratch.url.appendingPathComponent("whole")))
  }

  /// A workspace is kept from run to run, the folders of shards are in the site, and the release is signed by the merge.
  @Test func shardsAreBuiltAgainInPlace() throws {
    let scratch = try Scratch()
    try scratch.write("a.html", "<!DOCTYPE html><html lang=en><title>a</title><p>a")
    try scratch.write("b.html", "<!DOCTYPE html><html lang=en><title>b</title><p>b")
    for _ in 0..<2 {
      for index in 1...2 {
        let build = try Command.run(
          "build", "--no-cache", "--shard", "\(index)/2", "-o", "shards/\(index)", in: scratch.url)
        #expect(build.status == 0, "\(build.errors)")
        #expect(build.output.contains("→ shard \(index)/2 in "), "\(build.output)")
      }
    }
    let merge = try Command.run("merge", "shards/1", "shards/2", "-o", "dist", "--emit", "hotwire", in: scratch.url)
    #expect(merge.status == 0, "\(merge.errors)")
    #expect(FileManager.default.fileExists(atPath: scratch.path + "/dist/hotwire/ios_v1.json"))
    for option in [["--sequence", "4"], ["--emit", "hotwire"], ["--expires", "30d"], ["--keep", "9"]] {
      let refused = try Command.start(["build", "--shard", "1/2"] + option, in: scratch.url).finish()
      #expect(refused.status == 64)
      let named = option[0] == "--emit" ? "--emit hotwire" : option[0]
      #expect(refused.errors.contains("\(named) is for the whole release: give it to `hybrid merge`"))
    }
  }

  @Test func aMissingDoubledOrForeignShardIsNamed() throws {
    let scratch = try Scratch()
    try scratch.write("site/a.html", "<!DOCTYPE html><html lang=en><title>a</title><p>a")
    for shard in ["1/3", "2/3", "1/2"] {
      let name = shard.replacing("/", with: "-of-")
      let build = try Command.run("build", "site", "--no-cache", "--shard", shard, "-o", name, in: scratch.url)
      #expect(build.status == 0)
    }
    let missing = try Command.run("merge", "1-of-3", "2-of-3", in: scratch.url)
    #expect(missing.status == 65)
    #expect(missing.errors == "hybrid: shard 3/3 is missing\nhelp: build and name all 3\n")
    let doubled = try Command.run("merge", "1-of-3", "2-of-3", "1-of-3", in: scratch.url)
    #expect(doubled.status == 65)
    #expect(doubled.errors.hasPrefix("hybrid: shard 1/3 is there twice: 1-of-3 and 1-of-3\n"))
    let mixed = try Command.run("merge", "1-of-2", "2-of-3", in: scratch.url)
    #expect(mixed.status == 65)
    #expect(mixed.errors.hasPrefix("hybrid: 1-of-2 is shard 1/2, and 2-of-3 is shard 2/3\n"))
    try scratch.write("site/a.html", "<!DOCTYPE html><html lang=en><title>b</title><p>b")
    _ = try Command.run("build", "site", "--no-cache", "--shard", "2/2", "-o", "2-of-2", in: scratch.url)
    let changed = try Command.run("merge", "1-of-2", "2-of-2", in: scratch.url)
    #expect(changed.status == 65)
    #expect(changed.errors.contains("different sources"))
    // What an option changes in pages is in all of them or in none.
    _ = try Command.run("build", "site", "--no-cache", "--shard", "2/2", "-o", "2-of-2", "--minify", in: scratch.url)
    _ = try Command.run("build", "site", "--no-cache", "--shard", "1/2", "-o", "1-of-2", in: scratch.url)
    let minified = try Command.run("merge", "1-of-2", "2-of-2", in: scratch.url)
    #expect(minified.status == 65)
    #expect(minified.errors.contains("different sources, fonts, options or versions of hybrid"))
    let file = scratch.url.appendingPathComponent("1-of-3/shard.bin")
    var data = try Data(contentsOf: file)
    data[data.count - 1] ^= 1
    try data.write(to: file)
    let damaged = try Command.run("merge", "1-of-3", in: scratch.url)
    #expect(damaged.status == 65)
    #expect(damaged.errors.hasPrefix("hybrid: 1-of-3/shard.bin is damaged"))
    #expect(try Command.run("merge", "nowhere", in: scratch.url).status == 66)
    #expect(try Command.run("build", "site", "--shard", "4/3", in: scratch.url).status == 64)
    let foreign = try Command.run("build", "site", "--shard", "1/1", "-o", "site", in: scratch.url)
    #expect(foreign.status == 73)
    #expect(foreign.errors.contains("it holds `a.html` and no shard"))
    #expect(!FileManager.default.fileExists(atPath: scratch.url.appendingPathComponent("dist").path))
  }
}
