import Foundation
import Testing

@Suite struct BuildVerbTests {
  private let page =
    "<!DOCTYPE html>\n<html lang=en><title>Hello</title>\n<link rel=stylesheet href=app.css>\n<p>Hello</p>\n"

  private func site() throws -> Scratch {
    let scratch = try Scratch()
    try scratch.write("site/index.html", page)
    try scratch.write("site/app.css", "p { color: #333 }\n")
    return scratch
  }

  /// The last line says where a build wrote and what came from caches.
  @Test func endsWithWhatCameFromTheCache() throws {
    let scratch = try site()
    try scratch.write("site/about.html", page)
    func last(_ arguments: String...) throws -> String? {
      let build = try Command.start(["build", "site"] + arguments, in: scratch.url).finish()
      return build.output.split(separator: "\n").last.map(String.init)
    }
    #expect(try last("--no-cache") == "written to site/dist")
    #expect(try last("-o", "out") == "written to out; nothing from the cache")
    try scratch.write("site/about.html", page.replacing("<title>", with: "<title>x"))
    #expect(try last("-o", "out") == "written to out; from the cache: 1 of 2 pages")
    #expect(try last("-q") == nil)
    #expect(try last("--shard", "1/1") == "written to site/.hybrid/shards/1-of-1; from the cache: 2 of 2 pages")
    let json = try Command.run("build", "site", "-o", "out", "--format", "json", in: scratch.url).output
    #expect(
      json.contains(
        #""folder":"out","fromCache":{"pages":{"found":2,"all":2},"images":{"found":0,"all":0},"filtered":{"found":0,"all":0}}"#
      ), "\(json)")
  }

  /// A run of the painting order with more nodes than a signed byte counts, beside a node that is painted before it.
  @Test func longRunsOfThePaintingOrderAreSound() throws {
    let scratch = try Scratch()
    for count in [100, 200, 300] {
      try scratch.write(
        "site/\(count).html",
        "<!DOCTYPE html><html lang=en><title>x</title>" + String(repeating: "<p>x", count: count)
          + "<div style='position: relative; z-index: -1'>behind</div>")
    }
    let build = try Command.run("build", "site", "--verify", in: scratch.url)
    #expect(build.status == 0, "\(build.errors)")
    #expect(try Command.run("verify", "site/dist", in: scratch.url).output == "site/dist: sound\n")
  }

  @Test func publishesAndPrintsTheSizes() throws {
    let scratch = try site()
    let build = try Command.run("build", "site", in: scratch.url)
    #expect(build.status == 0)
    #expect(build.errors == "")
    let lines = build.output.split(separator: "\n")
    #expect(lines.count == 2 && lines.last == "written to site/dist; nothing from the cache", "\(build.output)")
    #expect(lines[0].contains(#/^1 page, 3 viewports, 2 files → 4 packages, \d+(\.\d)? kB in \d+\.\d\d s$/#))
    let files = Scratch.contents(scratch.url.appendingPathComponent("site/dist")).keys
    #expect(files.contains("latest.json"))
    #expect(files.contains("manifest.json"))
    #expect(files.filter { $0.hasPrefix("packages/") && $0.hasSuffix(".zip") }.count == 4)
    let verify = try Command.run("verify", "site/dist", in: scratch.url)
    #expect(verify.status == 0)
    #expect(verify.output == "site/dist: sound\n")
  }

  @Test func theSameBytesWhateverTheFolderJobsAndLocale() throws {
    let first = try Scratch()
    let second = try Scratch()
    let news = Command.repository.appendingPathComponent("Tests/Fixtures/Sites/news")
    try FileManager.default.copyItem(at: news, to: first.url.appendingPathComponent("one"))
    try FileManager.default.copyItem(at: news, to: second.url.appendingPathComponent("another folder"))
    for folder in ["one/dist"] { try? FileManager.default.removeItem(at: first.url.appendingPathComponent(folder)) }
    try? FileManager.default.removeItem(at: second.url.appendingPathComponent("another folder/dist"))
    let one = try Command.run("build", "one", "-j1", in: first.url)
    let another = try Command.run(
      "build", ".", "--jobs", "2", in: second.url.appendingPathComponent("another folder"),
      environment: ["LANG": "tr_TR.UTF-8", "TZ": "Asia/Kathmandu"])
    #expect(one.status == 0)
    #expect(another.status == 0)
    let left = Scratch.contents(first.url.appendingPathComponent("one/dist"))
    let right = Scratch.contents(second.url.appendingPathComponent("another folder/dist"))
    #expect(left.keys.sorted() == right.keys.sorted())
    #expect(left == right)
    // And once more over the first: nothing changes.
    #expect(try Command.run("build", "one", "-j2", in: first.url).status == 0)
    #expect(Scratch.contents(first.url.appendingPathComponent("one/dist")) == left)
  }

  /// An answer that is cut short is not a success.
  @Test func whatCannotBeAnsweredIsAFailure() throws {
    let scratch = try site()
    for verb in ["build site", "inspect layout index.html --root site --format json", "check site"] {
      let run = try Command.start(
        ["-c", "'\(Command.executable.path)' \(verb) > /dev/full"], in: scratch.url,
        program: URL(fileURLWithPath: "/bin/sh")
      ).finish()
      #expect(run.status == 73, "\(verb)")
      #expect(run.errors.hasSuffix("hybrid: the answer cannot be written to stdout: No space left on device\n"))
    }
  }

  /// A sheet of many megabytes is refused before it is parsed.
  @Test func styleSheetsHaveALimit() throws {
    let scratch = try site()
    try scratch.write("site/app.css", String(repeating: "p { color: red }\n", count: 500_000))
    let build = try Command.run("build", "site", in: scratch.url)
    #expect(build.status == 1)
    #expect(build.errors.contains("app.css:1:1: error[HYB0119]: the style sheet has more than 8 MB"))
  }

  /// Browsers read pages with control characters; files of other kinds are not pages, and say where that shows.
  @Test func controlCharactersAreParseErrors() throws {
    let scratch = try Scratch()
    try scratch.write(
      "site/index.html", "<!DOCTYPE html><html lang=en><title>t</title>\n<p>a\u{1}b\u{7F}<p>\u{0}c")
    try scratch.write("site/token.html", "<html html-identify=Token><body>\n<label>a\u{1}\u{0}b</label></body></html>")
    let check = try Command.run("check", "site", in: scratch.url)
    #expect(check.status == 0, "\(check.errors)")
    for line in [
      "index.html:2:5: note[HYB1007]", "index.html:2:7: note[HYB1007]", "index.html:2:11: note[HYB1045]",
      "token.html:2:9: note[HYB1007]", "token.html:2:10: note[HYB1045]",
    ] { #expect(check.errors.contains(line), "\(check.errors)") }
    let build = try Command.run("build", "site", in: scratch.url)
    #expect(build.status == 0, "\(build.errors)")
    for text in ["%PDF-1.7\n%\u{1}", "GIF89a\u{1}\u{0}", String(repeating: "<p>x\u{0}\u{0}", count: 5)] {
      try scratch.write("site/index.html", text)
      let refused = try Command.run("check", "site", in: scratch.url)
      #expect(refused.status == 1)
      let offset = text.utf8.firstIndex { $0 < 0x09 } ?? text.endIndex
      let line = text[..<offset].count { $0 == "\n" } + 1
      let column = text[..<offset].split(separator: "\n", omittingEmptySubsequences: false).last?.count ?? 0
      // The notes on the other page come before the error.
      let error = "\nindex.html:\(line):\(column + 1): error[HYB0110]: "
      #expect("\n\(refused.errors)".contains(error), "\(refused.errors)")
    }
  }

  @Test func errorsLeaveThePreviousReleaseUntouched() throws {
    let scratch = try site()
    #expect(try Command.run("build", "site", in: scratch.url).status == 0)
    let before = Scratch.contents(scratch.url.appendingPathComponent("site/dist"))
    try scratch.write("site/bad.html", "%PDF-1.7\n\u{0}")
    let build = try Command.run("build", "site", in: scratch.url)
    #expect(build.status == 1)
    #expect(build.output == "")
    #expect(
      build.errors == """
        bad.html:2:1: error[HYB0110]: the page is not text: it has a NUL here
        help: give the file another ending, or list it in .hybridignore
        1 error
        Nothing was published: the sources have errors.

        """)
    #expect(Scratch.contents(scratch.url.appendingPathComponent("site/dist")) == before)
  }

  @Test func warningsCountWhereTheyAreMadeTo() throws {
    let scratch = try site()
    try scratch.write("site/empty.html")
    let tolerant = try Command.run("build", "site", in: scratch.url)
    #expect(tolerant.status == 0)
    #expect(tolerant.errors.contains("empty.html:1:1: warning[HYB0112]: the page is empty\n"))
    let before = Scratch.contents(scratch.url.appendingPathComponent("site/dist"))
    try scratch.write("site/app.css", "p { color: #444 }\n")
    let strict = try Command.run("build", "site", "--warnings-as-errors", in: scratch.url)
    #expect(strict.status == 2)
    #expect(Scratch.contents(scratch.url.appendingPathComponent("site/dist")) == before)
  }

  @Test func badConfiguration() throws {
    let scratch = try site()
    try scratch.write("site/hybrid.yml", "viewport: 390x844\n")
    let build = try Command.run("build", "site", in: scratch.url)
    #expect(build.status == 78)
    #expect(
      build.errors == """
        hybrid.yml:1:1: error[HYB0203]: unknown key `viewport`
          viewport: 390x844
          ^~~~~~~~
        help: did you mean `viewports`?
        1 error
        Nothing was published.

        """)
    try scratch.write("site/hybrid.json", "{}")
    #expect(try Command.run("build", "site", in: scratch.url).status == 78)
    #expect(try Command.run("build", "site", "-c", "site/hybrid.json", in: scratch.url).status == 0)
    #expect(try Command.run("build", "site", "-c", "nope.json", in: scratch.url).status == 66)
  }

  @Test func configurationOfFilesThatAreNotThere() throws {
    let scratch = try site()
    try scratch.write("site/broken.ttf", "x")
    try scratch.write(
      "site/hybrid.yml",
      """
      fonts:
        Inter: fonts/inter.woff2
        Other: broken.ttf
      routes:
        - pattern: /home
          page: indx.html
        - pattern: /style
          page: app.css

      """)
    let build = try Command.run("build", "site", in: scratch.url)
    #expect(build.status == 78)
    #expect(
      build.errors == """
        hybrid.yml:3:10: warning[HYB3002]: the font file `broken.ttf` cannot be read: not a TrueType, OpenType, WOFF or WOFF2 \
        font
            Other: broken.ttf
                   ^~~~~~~~~~
        hybrid.yml:2:10: error[HYB0210]: the font file `fonts/inter.woff2` of `Inter` is not in the site
            Inter: fonts/inter.woff2
                   ^~~~~~~~~~~~~~~~~
        help: paths count from the site's root
        hybrid.yml:6:11: error[HYB0210]: the page `indx.html` of a route is not in the site
              page: indx.html
                    ^~~~~~~~~
        help: did you mean `index.html`?
        hybrid.yml:8:11: error[HYB0210]: `app.css` is not a page
              page: app.css
                    ^~~~~~~
        help: a page ends in .html, .htm or .xhtml
        3 errors, 1 warning
        Nothing was published.

        """)
    #expect(try Command.run("check", "site", in: scratch.url).status == 78)
  }

  @Test func usageAndMissingInput() throws {
    let scratch = try site()
    let usage = try Command.run("build", "--jbos", "2", in: scratch.url)
    #expect(usage.status == 64)
    #expect(usage.errors.hasPrefix("Error: Unknown option '--jbos'"))
    #expect(try Command.run("build", "-j0", in: scratch.url).status == 64)
    let missing = try Command.run("build", "nope", in: scratch.url)
    #expect(missing.status == 66)
    #expect(
      missing.errors == "hybrid: nope: no such folder\nhelp: name the site's folder, as in `hybrid build ./site`\n")
    let unnamed = try Command.run("build", "", in: scratch.url)
    #expect(unnamed.status == 66 && unnamed.errors.hasPrefix("hybrid: the folder has no name\nhelp: "))
    let file = try Command.run("build", "site/index.html", in: scratch.url)
    #expect(file.status == 66)
    let empty = try Scratch()
    let none = try Command.run("build", in: empty.url)
    #expect(none.status == 1)
    #expect(none.errors.hasPrefix("error[HYB0101]: the site has no pages\n"))
  }

  @Test func foldersThatCannotBeWritten() throws {
    let scratch = try site()
    try scratch.write("mine/notes.txt", "precious")
    let foreign = try Command.run("build", "site", "-o", "mine", in: scratch.url)
    #expect(foreign.status == 73)
    #expect(foreign.errors.contains("error[HYB0118]: mine was not made by hybrid"))
    #expect(Scratch.contents(scratch.url.appendingPathComponent("mine")).keys.sorted() == ["notes.txt"])
    let clean = try Command.run("clean", "site", "-o", "mine", in: scratch.url)
    #expect(clean.status == 73)
    #expect(Scratch.contents(scratch.url.appendingPathComponent("mine")).keys.sorted() == ["notes.txt"])
    let file = try Command.run("build", "site", "-o", "mine/notes.txt", in: scratch.url)
    #expect(file.status == 73)
    let system = try Command.run("build", "site", "-o", "/proc/hybrid", in: scratch.url)
    #expect(system.status == 73)
  }

  /// A limit on the size of files is what a full disk looks like to the publisher.
  @Test func aFullDisk() throws {
    let scratch = try site()
    #expect(try Command.run("build", "site", in: scratch.url).status == 0)
    let dist = scratch.url.appendingPathComponent("site/dist")
    let before = Scratch.contents(dist)
    try scratch.write("site/large.bin", (0..<40_000).map { String($0 &* 2_654_435_761 % 1_000_003) }.joined())
    let script = "trap '' XFSZ; ulimit -f 16; exec \(Command.executable.path) build site"
    let full = try Command.start(["-c", script], in: scratch.url, program: URL(fileURLWithPath: "/bin/sh")).finish()
    #expect(full.status == 73)
    #expect(full.errors.contains("error[HYB0117]"))
    #expect(full.errors.contains("help: make room and build again; the previous release is whole"))
    let after = Scratch.contents(dist)
    #expect(after["latest.json"] == before["latest.json"])
    #expect(try Command.run("verify", "site/dist", in: scratch.url).status == 0)
    #expect(try Command.run("build", "site", in: scratch.url).status == 0)
    #expect(try Command.run("verify", "site/dist", in: scratch.url).status == 0)
  }

  @Test func cleanRemovesWhatWasMade() throws {
    let scratch = try site()
    #expect(try Command.run("build", "site", in: scratch.url).status == 0)
    try scratch.write("site/.hybrid/costs", "hybrid costs 1\n")
    let cache = try Command.cache(ofSite: scratch.url.appendingPathComponent("site")).path
    #expect(FileManager.default.fileExists(atPath: cache))
    let clean = try Command.run("clean", "site", in: scratch.url)
    #expect(clean.status == 0)
    #expect(clean.output == "removed site/dist\nremoved site/.hybrid\nremoved \(cache)\n")
    #expect(!FileManager.default.fileExists(atPath: cache))
    #expect(!FileManager.default.fileExists(atPath: scratch.url.appendingPathComponent("site/dist").path))
    #expect(try Command.run("clean", "site", in: scratch.url).output == "")
  }

  @Test func packagesBudgetsAndSequence() throws {
    let scratch = try site()
    try scratch.write("site/media/film.txt", "film")
    try scratch.write(
      "site/hybrid.json",
      """
      {"viewports": [{"width": 320, "height": 568, "scale": 2}], "budgets": {"total": 10},
       "packages": [{"name": "media", "include": ["media"], "load": "onDemand"}]}
      """)
    let build = try Command.run("build", "site", "--sequence", "41", "--format", "json", in: scratch.url)
    #expect(build.status == 3)
    #expect(build.errors.contains("hybrid.json:1:81: warning[HYB0115]: the packages have"))
    #expect(build.errors.contains("\"budgets\": {\"total\": 10},\n" + String(repeating: " ", count: 82) + "^~\n"))
    #expect(build.output.hasPrefix(#"{"pages":1,"viewports":1,"files":3,"packages":[{"name":"base","#))
    let manifest = try Data(contentsOf: scratch.url.appendingPathComponent("site/dist/manifest.json"))
    let text = String(decoding: manifest, as: UTF8.self)
    #expect(text.contains(#""sequence":41"#))
    #expect(text.contains(#""load":"onDemand","name":"media""#))
  }

  @Test func diagnosticsForMachines() throws {
    let scratch = try Scratch()
    try scratch.write("site/index.html", page)
    try scratch.write("site/app.css", "p{}")
    try scratch.write("site/a,b.html")
    let json = try Command.run("build", "site", "--diagnostics", "json", in: scratch.url)
    #expect(
      json.errors == """
        {"code":"HYB0112","severity":"warning","message":"the page is empty","file":"a,b.html","line":1,"column":1,\
        "endLine":1,"endColumn":1,"help":"fill it or remove it","notes":[]}

        """)
    let github = try Command.run("build", "site", "--diagnostics", "github", in: scratch.url)
    #expect(
      github.errors == """
        ::warning file=site/a%2Cb.html,line=1,endLine=1,col=1,endColumn=1,title=HYB0112::the page is empty%0Ahelp: fill it \
        or remove it

        """)
    let sarif = try Command.run("build", "site", "--diagnostics", "sarif", in: scratch.url)
    let report = try JSONSerialization.jsonObject(with: Data(sarif.errors.utf8)) as? [String: Any]
    #expect(report?["version"] as? String == "2.1.0")
    let run = (report?["runs"] as? [[String: Any]])?.first
    #expect((run?["results"] as? [[String: Any]])?.first?["ruleId"] as? String == "HYB0112")
  }

  @Test func colors() throws {
    let scratch = try Scratch()
    try scratch.write("index.html")
    let always = try Command.run("build", ".", "--color", "always", in: scratch.url)
    #expect(always.errors.contains("\u{1B}[33;1mwarning[HYB0112]:\u{1B}[0m"))
    let auto = try Command.run("build", ".", in: scratch.url)
    #expect(!auto.errors.contains("\u{1B}"))
  }

  /// Whatever moment a build is killed at, the release before it is whole, and the next build succeeds.
  @Test(arguments: [1, 3, 8, 20]) func killed(_ milliseconds: Int) throws {
    try Kill.check(rounds: 3, step: milliseconds * 1_000)
  }

  @Test func interrupted() throws {
    let scratch = try site()
    let watch = try Command.start(["watch", "site"], in: scratch.url)
    watch.wait(for: "packages")
    kill(watch.process.processIdentifier, SIGINT)
    let command = watch.finish()
    #expect(command.status == 130)
  }
}

/// Builds that are killed.
enum Kill {
  static func check(rounds: Int, step: Int) throws {
    let scratch = try Scratch()
    try FileManager.default.copyItem(
      at: Command.repository.appendingPathComponent("Tests/Fixtures/Sites/news"),
      to: scratch.url.appendingPathComponent("site"))
    try? FileManager.default.removeItem(at: scratch.url.appendingPathComponent("site/dist"))
    #expect(try Command.run("build", "site", in: scratch.url).status == 0)
    for round in 0..<rounds {
      try scratch.write("site/round.html", "<!DOCTYPE html><title>\(round)</title><p>\(round)")
      let build = try Command.start(["build", "site"], in: scratch.url)
      usleep(UInt32(step * (round + 1)))
      kill(build.process.processIdentifier, SIGKILL)
      _ = build.finish()
      let verify = try Command.run("verify", "site/dist", in: scratch.url)
      #expect(verify.status == 0, "round \(round): \(verify.errors)")
    }
    #expect(try Command.run("build", "site", in: scratch.url).status == 0)
    #expect(try Command.run("verify", "site/dist", in: scratch.url).status == 0)
  }
}

/// The long form, which `make soak` runs.
@Suite(.enabled(if: ProcessInfo.processInfo.environment["HYBRID_SOAK"] == "1", "the long form: `make soak` runs it"))
struct SoakTests {
  @Test func killedAtEveryMoment() throws {
    for step in stride(from: 500, through: 20_000, by: 500) { try Kill.check(rounds: 10, step: step) }
  }
}
