import Foundation
import Testing

#if canImport(Glibc)
  import Glibc
#endif

/// What a stranger's checkout brings: links, special files, caches. Nothing outside of it is read, written or removed.
@Suite struct HostileCheckoutTests {
  private static let page = "<!DOCTYPE html><html lang=en><title>t</title><p>x"

  /// A site, and beside it a folder that is nobody's business, with names that a cache and a release could have.
  private func checkout() throws -> Scratch {
    let scratch = try Scratch()
    try scratch.write("site/index.html", Self.page)
    let key = String(repeating: "ab", count: 32)
    for path in ["letter.txt", key, "ab/\(key)", "entries/ab/\(key)", "cache/entries/ab/\(key)"] {
      let file = try scratch.write("home/" + path, "HYBCACHE of mine")
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSince1970: 1)], ofItemAtPath: file.path)
    }
    let asset = "a.\(String(repeating: "A", count: 43)).zip"
    try scratch.write("home/\(asset)", "mine")
    return scratch
  }

  private func link(_ scratch: Scratch, _ path: String, to target: String) throws {
    let file = scratch.url.appendingPathComponent(path)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(atPath: file.path, withDestinationPath: target)
  }

  @Test(arguments: [
    (".hybrid", "../home"), (".hybrid/cache", "../../home"), (".hybrid/cache/entries", "../../../home"),
    (".hybrid/cache/entries/ab", "../../../../home/ab"),
  ])
  func noLinkInACacheIsFollowed(_ path: String, _ target: String) throws {
    let scratch = try checkout()
    try link(scratch, "site/" + path, to: target)
    let home = scratch.url.appendingPathComponent("home")
    let before = Scratch.contents(home)
    for arguments in [
      ["check", "site"], ["build", "site"], ["build", "site", "--shard", "1/1"], ["cache", "verify", "site"],
      ["cache", "gc", "site", "--max-size", "0"], ["cache", "gc", "site", "--max-age", "0"],
    ] {
      let isShard = arguments.contains("--shard")
      let options = isShard ? [] : ["--cache-dir", "site/.hybrid/cache"]
      let run = try Command.start(
        arguments + options, in: scratch.url, environment: ["HYBRID_CACHE_SIZE": "1B"]
      ).finish()
      #expect([0, 65, 73].contains(run.status), "\(arguments): \(run.status) \(run.errors)")
      #expect(Scratch.contents(home) == before, "\(arguments)")
    }
    _ = try Command.run("clean", "site", in: scratch.url)
    #expect(Scratch.contents(home) == before)
  }

  /// Eight links in each of twelve folders, each to the next one: 8^12 files, none of which leads out or back.
  @Test func linksThatMultiplyAreBounded() throws {
    let scratch = try Scratch()
    try scratch.write("site/index.html", Self.page)
    try scratch.write("site/x/13/file.txt", "x")
    for folder in 1...12 {
      for number in 0..<8 { try link(scratch, "site/x/\(folder)/l\(number)", to: "../\(folder + 1)") }
    }
    let run = try Command.run("check", "site", "--no-cache", in: scratch.url)
    #expect(run.status == 1, "\(run.errors)")
    #expect(run.errors.contains("error[HYB0105]: symbolic links lead to more than 50000 files and folders"))
    // Few links to one folder are followed.
    for folder in 2...12 {
      try FileManager.default.removeItem(at: scratch.url.appendingPathComponent("site/x/\(folder)"))
    }
    try scratch.write("site/x/2/file.txt", "x")
    let few = try Command.run("check", "site", "--no-cache", in: scratch.url)
    #expect(few.status == 0, "\(few.errors)")
  }

  /// A link's own name does not ship what its target's name keeps back.
  @Test(arguments: [".git/config", ".env", "drafts/plan.txt", ".git"])
  func noLinkShipsWhatIsLeftOut(_ target: String) throws {
    let scratch = try checkout()
    try scratch.write("site/.hybridignore", "drafts/\n")
    for path in [".git/config", ".env", "drafts/plan.txt"] {
      try scratch.write("site/" + path, "hunter2")
    }
    try link(scratch, "site/logo.txt", to: target)
    let run = try Command.run("build", "site", in: scratch.url)
    // The drafts' folder and `.git` are left out as a whole.
    let part = target.split(separator: "/")[0]
    #expect(
      run.status == 1
        && run.errors.contains(
          "the symbolic link leads to `\(part)`, which is not part of the site"),
      "\(run.errors)")
  }

  /// Reports and pictures are not written through links that came with the checkout.
  @Test(arguments: [
    ["build", "--report"], ["build", "--timings"], ["inspect", "layout", "index.html", "--svg"],
    ["picture", "index.html", "-o"], ["routes", "graph", "-o"], ["fonts", "capture", "x.ttf", "-o"],
  ])
  func noOutputIsWrittenThroughALink(_ verb: [String]) throws {
    let scratch = try checkout()
    let ending = verb.last == "--svg" ? "svg" : "png"
    for (name, target) in [("out.\(ending)", "../home/file.\(ending)"), ("folder", "../home")] {
      try link(scratch, "site/" + name, to: target)
    }
    try scratch.write("home/file.\(ending)", "mine")
    try scratch.write("site/.hybridignore", "out.*\nfolder\n")
    let home = scratch.url.appendingPathComponent("home")
    let before = Scratch.contents(home)
    for file in ["out.\(ending)", "folder/file.\(ending)"] {
      let run = try Command.start(verb + [file], in: scratch.url.appendingPathComponent("site")).finish()
      #expect(run.status == 73 && run.errors.contains("is a symbolic link, which is not followed"), "\(run.errors)")
    }
    #expect(Scratch.contents(home) == before)
  }

  /// A tree of a commit can have one name twice, as a link and as a folder: nothing of the folder is written through the link.
  @Test(.enabled(if: Command.hasGit, "git is not installed"), arguments: ["link", "file"])
  func noCommitIsWrittenThroughALink(_ kind: String) throws {
    let scratch = try checkout()
    let site = scratch.url.appendingPathComponent("site")
    func git(_ arguments: String...) throws -> String {
      let run = try Command.start(
        ["-c", "user.name=a", "-c", "user.email=a@example.com", "-c", "commit.gpgsign=false"] + arguments,
        in: site, environment: ["HOME": scratch.path], program: URL(fileURLWithPath: "/usr/bin/git")
      ).finish()
      #expect(run.status == 0, "\(run.errors)")
      return run.output.trimmingCharacters(in: .whitespacesAndNewlines)
    }
    /// Writes an object of git; its name.
    func object(_ type: String, _ bytes: [UInt8]) throws -> String {
      let file = scratch.url.appendingPathComponent("object")
      try Data(bytes).write(to: file)
      return try git("hash-object", "-t", type, "-w", "--literally", file.path)
    }
    func tree(_ entries: [(mode: String, name: String, hash: String)]) throws -> String {
      let bytes = entries.flatMap { entry in
        let digits = Array(entry.hash)
        return Array("\(entry.mode) \(entry.name)\0".utf8)
          + stride(from: 0, to: digits.count, by: 2).compactMap { UInt8(String(digits[$0...($0 + 1)]), radix: 16) }
      }
      return try object("tree", bytes)
    }
    _ = try git("init", "-q")
    let target = try object("blob", Array((scratch.path + "/home").utf8))
    let planted = try tree([(kind == "link" ? "120000" : "100644", "planted", try object("blob", Array("evil".utf8)))])
    let whole = try tree([
      ("120000", "a", target), ("40000", "a", planted),
      ("100644", "index.html", try object("blob", Array(Self.page.utf8))),
    ])
    let commit = try git("commit-tree", whole, "-m", "evil")
    let home = scratch.url.appendingPathComponent("home")
    let before = Scratch.contents(home)
    let run = try Command.run("diff", "--git", commit, commit, "--root", "site", in: scratch.url)
    #expect(run.status == 65 && run.errors.contains("the tree of \(commit) is malformed"), "\(run.errors)")
    #expect(Scratch.contents(home) == before)
    #expect(try FileManager.default.contentsOfDirectory(atPath: home.path).contains("planted") == false)
  }

  /// What a cache did not write is not removed, whatever it is called.
  @Test func nothingButEntriesIsRemoved() throws {
    let scratch = try checkout()
    let name = String(repeating: "cd", count: 32)
    let kept = [
      "entries/cd/notes.txt", "entries/cd/\(name)", "entries/notes/\(name)", "entries/cd/.tmp-1-2-x", "own.txt",
    ]
    for path in kept { try scratch.write("c/" + path, "mine") }
    try scratch.write("c/entries/cd/\(name.dropLast(2))ef", "HYBCACHE")
    let collected = try Command.run("cache", "gc", "site", "--cache-dir", "c", "--max-size", "0", in: scratch.url)
    #expect(collected.output == "removed 1 entry, 8 B\n", "\(collected.output)")
    let verified = try Command.run("cache", "verify", "site", "--cache-dir", "c", in: scratch.url)
    #expect(verified.status == 65 && verified.output == "1 entry, 1 damaged\n", "\(verified.output)")
    #expect(Set(Scratch.contents(scratch.url.appendingPathComponent("c")).keys).isSuperset(of: kept))
  }

  @Test(arguments: ["dist", "dist/packages", "dist/manifests", "dist/expo", "dist/expo/assets", "dist/hotwire"])
  func noLinkInAReleaseIsFollowed(_ path: String) throws {
    let scratch = try checkout()
    try scratch.write("site/hybrid.json", #"{"runtimeVersion":"1"}"#)
    #expect(try Command.run("build", "site", "--emit", "expo", in: scratch.url).status == 0)
    let file = scratch.url.appendingPathComponent("site/" + path)
    try? FileManager.default.removeItem(at: file)
    try link(scratch, "site/" + path, to: scratch.path + "/home")
    let home = scratch.url.appendingPathComponent("home")
    let before = Scratch.contents(home)
    for emitted in ["expo", "hotwire"] {
      let run = try Command.run("build", "site", "--emit", emitted, in: scratch.url)
      #expect(run.status == 73 && run.errors.contains("is a symbolic link, which is not followed"), "\(run.errors)")
    }
    _ = try Command.run("clean", "site", in: scratch.url)
    #expect(Scratch.contents(home) == before)
  }

  /// A configuration that leads out of the site is not read, and nothing of it is printed.
  @Test(arguments: ["hybrid.json", "hybrid.yml", "hybrid.yaml"])
  func noFileOutsideOfTheSiteIsPrinted(_ name: String) throws {
    let scratch = try checkout()
    try scratch.write("secret", "hunter2: [\n\tbroken")
    for target in ["../secret", "/proc/self/environ"] {
      try link(scratch, "site/" + name, to: target)
      for verb in [["build", "site"], ["check", "site"], ["inspect", "dom", "index.html", "--root", "site"]] {
        let run = try Command.start(verb, in: scratch.url, environment: ["HYBRID_SIGN_KEY": "hunter2"]).finish()
        #expect(run.status == 78 || verb[0] == "build" && run.status == 65, "\(verb): \(run.status)")
        #expect(!(run.output + run.errors).contains("hunter2"), "\(run.errors)")
      }
      let named = try Command.run("check", "site", "-c", "site/" + name, in: scratch.url)
      #expect(named.status == 78 && named.errors.contains("error[HYB0265]: \(name) is not read"), "\(named.errors)")
      try FileManager.default.removeItem(atPath: scratch.path + "/site/" + name)
    }
  }

  /// Every kind of file that a build reads: a link out of the site, a pipe, and one of a terabyte.
  @Test(arguments: [
    "hybrid.json", ".hybridignore", "index.html", "app.css", "app.js", "data/x.json", "i18n/en.json", "partials/x.html",
    "vendor/vendor.lock.json", "font.woff2", "picture.png", ".hybrid/costs",
  ])
  func whatIsReadIsAFileOfTheSiteOfABoundedSize(_ path: String) throws {
    for kind in ["link", "pipe", "sparse"] {
      let scratch = try checkout()
      try scratch.write("secret", "hunter2 <p {")
      try scratch.write(
        "site/page.html",
        """
        <!DOCTYPE html><html lang=en><title>t</title><link rel=stylesheet href=app.css><script src=app.js></script>
        <style>@font-face { font-family: f; src: url(font.woff2) } p { font-family: f }</style>
        <include src="partials/x.html"></include><img src=picture.png alt=x><p>{{ data.x }} {{ i18n.x }}
        """)
      let file = scratch.path + "/site/" + path
      try? FileManager.default.removeItem(atPath: file)
      try FileManager.default.createDirectory(
        atPath: (file as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
      switch kind {
      case "link":
        try FileManager.default.createSymbolicLink(atPath: file, withDestinationPath: scratch.path + "/secret")
      case "pipe": #expect(mkfifo(file, 0o600) == 0)
      default:
        #expect(FileManager.default.createFile(atPath: file, contents: nil))
        #expect(truncate(file, 1 << 40) == 0)
      }
      for verb in ["check", "build"] {
        let run = try Command.run(verb, "site", in: scratch.url)
        #expect([0, 1, 78].contains(run.status), "\(kind) \(verb): \(run.status) \(run.errors)")
        #expect(!(run.output + run.errors).contains("hunter2"), "\(kind) \(verb): \(run.errors)")
      }
    }
  }

  /// Results that come with a checkout are refused.
  @Test func aCacheUnderVersionControlIsRefused() throws {
    let scratch = try checkout()
    try scratch.write("site/.hybrid/cache/entries/x", "")
    #expect(try Command.run("build", "site", in: scratch.url).status == 0)
    var index: [UInt8] = Array("DIRC".utf8) + [0, 0, 0, 2, 0, 0, 0, 1]
    let name = Array("site/.hybrid/cache/entries/x".utf8)
    index += [UInt8](repeating: 0, count: 61) + [UInt8(name.count)] + name
    index += [UInt8](repeating: 0, count: 8 - (62 + name.count) % 8)
    try FileManager.default.createDirectory(atPath: scratch.path + "/.git", withIntermediateDirectories: true)
    try Data(index).write(to: scratch.url.appendingPathComponent(".git/index"))
    for verb in ["build", "check"] {
      let refused = try Command.run(verb, "site", in: scratch.url)
      #expect(refused.status == 1)
      #expect(refused.errors.contains("error[HYB0168]: git tracks files of the cache site/.hybrid/cache"))
    }
    try FileManager.default.removeItem(atPath: scratch.path + "/site/.hybrid")
    #expect(try Command.run("build", "site", in: scratch.url).status == 0)
  }
}

/// Whose results a build takes from a cache.
@Suite struct CacheTrustTests {
  private func compiled(
    _ scratch: Scratch, _ key: String? = nil, home: String = "home", _ arguments: [String] = []
  ) throws -> Int {
    var environment = ["XDG_CACHE_HOME": scratch.path + "/" + home]
    if let key { environment["HYBRID_CACHE_KEY"] = key }
    let run = try Command.start(
      ["build", "site", "--timings", "t.json"] + arguments, in: scratch.url, environment: environment
    ).finish()
    #expect(run.status == 0, "\(run.errors)")
    return try String(contentsOf: scratch.url.appendingPathComponent("t.json"), encoding: .utf8)
      .matches(of: #/"cat":"page"/#).count
  }

  private func site() throws -> Scratch {
    let scratch = try Scratch()
    try scratch.write("site/index.html", "<!DOCTYPE html><html lang=en><title>t</title><p>x")
    return scratch
  }

  @Test func theCacheIsTheUsersAndOfEachSite() throws {
    let scratch = try site()
    #expect(try compiled(scratch) == 1)
    #expect(try compiled(scratch) == 0)
    #expect(!FileManager.default.fileExists(atPath: scratch.path + "/site/.hybrid"))
    let sites = scratch.url.appendingPathComponent("home/hybrid/sites").path
    let names = try FileManager.default.contentsOfDirectory(atPath: sites)
    #expect(names.count == 1 && names[0].hasPrefix("site-") && names[0].count == 37, "\(names)")
    let key = scratch.url.appendingPathComponent("home/hybrid/key").path
    let secret = try Data(contentsOf: URL(fileURLWithPath: key))
    #expect(try FileManager.default.attributesOfItem(atPath: key)[.posixPermissions] as? Int == 0o600)
    try FileManager.default.moveItem(atPath: scratch.path + "/site", toPath: scratch.path + "/other")
    try scratch.write("site/index.html", "<!DOCTYPE html><html lang=en><title>t</title><p>y")
    try FileManager.default.removeItem(atPath: scratch.path + "/site")
    try FileManager.default.moveItem(atPath: scratch.path + "/other", toPath: scratch.path + "/site")
    #expect(try compiled(scratch) == 0)
    #expect(try Data(contentsOf: URL(fileURLWithPath: key)) == secret)
    // Whoever could read the key could have made every entry.
    #expect(chmod(key, 0o644) == 0)
    #expect(try compiled(scratch) == 1)
    #expect(try Data(contentsOf: URL(fileURLWithPath: key)) != secret)
  }

  @Test func aFolderInTheKeysPlaceIsAnError() throws {
    let scratch = try site()
    try scratch.write("home/hybrid/key/file", "mine")
    let environment = ["XDG_CACHE_HOME": scratch.path + "/home"]
    for arguments in [["build", "site"], ["check", "site"], ["cache", "verify", "site"]] {
      let run = try Command.start(arguments, in: scratch.url, environment: environment).finish()
      #expect(run.status == 73, "\(arguments): \(run.errors)")
      #expect(run.errors.contains("home/hybrid/key is a folder, where the cache's key file should be"))
    }
    #expect(FileManager.default.fileExists(atPath: scratch.url.appendingPathComponent("home/hybrid/key/file").path))
    #expect(try compiled(scratch, "0123456789abcdef") == 1)
    #expect(
      try Command.start(["check", "site", "--no-cache"], in: scratch.url, environment: environment).finish().status == 0
    )
  }

  @Test func entriesOfAnotherKeyAreMisses() throws {
    let scratch = try site()
    let folder = ["--cache-dir", "cache"]
    let (ours, theirs) = ("0123456789abcdef-ours", "0123456789abcdef-theirs")
    #expect(try compiled(scratch, theirs, folder) == 1)
    #expect(try compiled(scratch, theirs, folder) == 0)
    #expect(try compiled(scratch, ours, folder) == 1)
    // A fresh runner with the key and the saved folder hits.
    #expect(try compiled(scratch, ours, home: "fresh", folder) == 0)
    #expect(try compiled(scratch, nil, home: "fresh", folder) == 1)
    // An empty variable is a secret that a fork's build does not have: the user's key counts.
    #expect(try compiled(scratch, "", home: "fresh", folder) == 0)
    let short = try Command.run(
      "build", "site", "--cache-dir", "cache", in: scratch.url, environment: ["HYBRID_CACHE_KEY": "short"])
    #expect(short.status == 64 && short.errors.contains("at least 16 characters"), "\(short.errors)")
  }

  /// The file of hashes decides which inputs count as unchanged: it is authenticated like the entries.
  @Test func hashesOfAnotherKeyAreNotBelieved() throws {
    let scratch = try site()
    let folder = ["--cache-dir", "cache"]
    let file = scratch.url.appendingPathComponent("site/index.html")
    try FileManager.default.setAttributes([.modificationDate: Date(timeIntervalSince1970: 1)], ofItemAtPath: file.path)
    sleep(3)
    #expect(try compiled(scratch, "0123456789abcdef", folder) == 1)
    let digests = scratch.url.appendingPathComponent("cache/digests")
    var bytes = try Data(contentsOf: digests)
    #expect(bytes.count > 80)
    bytes[bytes.count - 1] ^= 1
    try bytes.write(to: digests)
    let run = try Command.run(
      "build", "site", "--verify-incremental", "--cache-dir", "cache", in: scratch.url,
      environment: ["HYBRID_CACHE_KEY": "0123456789abcdef"])
    #expect(run.status == 0, "\(run.errors)")
  }

  @Test func aTokenOverPlainHTTPIsAWarning() throws {
    let scratch = try site()
    func warns(_ url: String, _ environment: [String: String]) throws -> Bool {
      let run = try Command.run("check", "site", "--remote-cache", url, in: scratch.url, environment: environment)
      return run.errors.contains("warning[HYB9065]")
    }
    #expect(try warns("http://cache.invalid/x", ["HYBRID_REMOTE_CACHE_TOKEN": "t"]))
    #expect(try warns("http://cache.invalid/x", ["HYBRID_REMOTE_CACHE_USER": "u"]))
    #expect(try warns("http://u:p@cache.invalid/x", [:]))
    #expect(try !warns("http://cache.invalid/x", [:]))
    #expect(try !warns("https://cache.invalid/x", ["HYBRID_REMOTE_CACHE_TOKEN": "t"]))
    #expect(try !warns("http://127.0.0.1:9/x", ["HYBRID_REMOTE_CACHE_TOKEN": "t"]))
  }
}
