import Foundation
import Testing

/// What editors, checkouts and the system's limits do to a watch.
@Suite(.serialized) struct WatchRobustnessTests {
  private func page(_ text: String) -> String {
    "<!DOCTYPE html>\n<html lang=en><title>t</title>\n<link rel=stylesheet href=/css/app.css>\n<p>\(text)</p>\n"
  }

  /// Waits until stderr has a number of lines that end a build.
  private func wait(_ watch: Command.Running, builds: Int, _ location: SourceLocation = #_sourceLocation) {
    let end = Date(timeIntervalSinceNow: 60)
    func count() -> Int { watch.errorsSoFar.split(separator: "\n").count { $0.contains(#/ in \d+\.\d+ m?s/#) } }
    while count() < builds, Date() < end, watch.process.isRunning { usleep(5_000) }
    #expect(count() >= builds, "stderr so far: \(watch.errorsSoFar)", sourceLocation: location)
  }

  /// The release that a watch published is that of a clean build, at the latest after a while.
  private func expectACleanBuild(_ scratch: Scratch, _ location: SourceLocation = #_sourceLocation) throws {
    let clean = try Command.run("build", "site", "-o", "clean", "--no-cache", "-q", in: scratch.url)
    #expect(clean.status == 0, "\(clean.errors)", sourceLocation: location)
    func manifest(_ folder: String) -> Data? {
      FileManager.default.contents(atPath: scratch.path + "/" + folder + "/manifest.json")
    }
    let end = Date(timeIntervalSinceNow: 30)
    while manifest("site/dist") != manifest("clean"), Date() < end { usleep(20_000) }
    #expect(manifest("site/dist") == manifest("clean"), sourceLocation: location)
    try? FileManager.default.removeItem(atPath: scratch.path + "/clean")
  }

  @Test func everyWayOfSavingIsSeen() throws {
    let scratch = try Scratch()
    for number in 0..<20 { try scratch.write("site/pages/\(number).html", page("\(number)")) }
    try scratch.write("site/css/app.css", "p { margin: 1px }\n")
    let watch = try Command.start(["watch", "site"], in: scratch.url)
    defer { watch.process.terminate() }
    wait(watch, builds: 1)
    // A save by rename, as editors do it.
    try scratch.write("site/pages/.3.html.swp", page("by rename"))
    #expect(rename(scratch.path + "/site/pages/.3.html.swp", scratch.path + "/site/pages/3.html") == 0)
    wait(watch, builds: 2)
    #expect(watch.errorsSoFar.contains("pages/3.html → 1 of 20 pages"), "\(watch.errorsSoFar)")
    try expectACleanBuild(scratch)
    // With names that a site may have, and a copy that is taken away again.
    try scratch.write("site/pages/sedXyz", page("by rename of another"))
    try scratch.write("site/pages/4913", "")
    unlink(scratch.path + "/site/pages/4913")
    #expect(rename(scratch.path + "/site/pages/sedXyz", scratch.path + "/site/pages/4.html") == 0)
    try expectACleanBuild(scratch)
    #expect(rename(scratch.path + "/site/pages/5.html", scratch.path + "/site/pages/5.html~") == 0)
    try scratch.write("site/pages/5.html", page("with a backup"))
    unlink(scratch.path + "/site/pages/5.html~")
    try expectACleanBuild(scratch)
    // A checkout: a thousand files at once, among them new folders.
    for number in 0..<15 { try scratch.write("site/pages/\(number).html", page("checkout \(number)")) }
    for number in 0..<1_000 { try scratch.write("site/data/\(number % 20)/\(number).txt", "file \(number)") }
    for number in 0..<5 { try scratch.write("site/new/deep/\(number).html", page("new \(number)")) }
    try expectACleanBuild(scratch)
    // A folder that is deleted and made again is watched as before.
    try FileManager.default.removeItem(atPath: scratch.path + "/site/css")
    watch.wait(for: "HYB0130")
    try scratch.write("site/css/app.css", "p { margin: 2px }\n")
    try expectACleanBuild(scratch)
    try scratch.write("site/css/app.css", "p { margin: 3px }\n")
    try expectACleanBuild(scratch)
    // So is the site's own folder.
    #expect(rename(scratch.path + "/site", scratch.path + "/away") == 0)
    usleep(100_000)
    #expect(rename(scratch.path + "/away", scratch.path + "/site") == 0)
    try scratch.write("site/pages/1.html", page("after it was away"))
    try expectACleanBuild(scratch)
    #expect(watch.process.isRunning)
  }

  /// One file under two names, and one that a link leads to from a folder that is not part of the site's own.
  @Test func filesWithTwoNamesAreSeenUnderBoth() throws {
    let scratch = try Scratch()
    try scratch.write("site/one.html", page("one"))
    try scratch.write("site/css/target.css", "p { margin: 1px }\n")
    try scratch.write("site/.kept/hidden.css", "p { padding: 1px }\n")
    try scratch.write("site/css/first.css", "p { color: red }\n")
    let folder = scratch.path + "/site/css/"
    #expect(symlink("target.css", folder + "app.css") == 0)
    #expect(symlink("../.kept/hidden.css", folder + "linked.css") == 0)
    #expect(link(folder + "first.css", folder + "second.css") == 0)
    try scratch.write(
      "site/two.html",
      "<!DOCTYPE html><html lang=en><title>t</title><link rel=stylesheet href=css/linked.css>"
        + "<link rel=stylesheet href=css/second.css><p>two")
    let watch = try Command.start(["watch", "site"], in: scratch.url)
    defer { watch.process.terminate() }
    wait(watch, builds: 1)
    for (file, text) in [
      ("css/target.css", "p { margin: 50px }\n"), (".kept/hidden.css", "p { padding: 50px }\n"),
    ] {
      try scratch.write("site/" + file, text)
      try expectACleanBuild(scratch)
    }
    // In place, since a save by rename would part the two names.
    let handle = try #require(FileHandle(forWritingAtPath: folder + "first.css"))
    try handle.write(contentsOf: Data("p { margin: 9px }\n".utf8))
    try handle.close()
    try expectACleanBuild(scratch)
  }

  /// A release that somebody removes is published again without a save.
  @Test func aRemovedReleaseComesBack() throws {
    let scratch = try Scratch()
    try scratch.write("site/one.html", page("one"))
    try scratch.write("site/css/app.css", "p { margin: 1px }\n")
    let watch = try Command.start(["watch", "site"], in: scratch.url)
    defer { watch.process.terminate() }
    wait(watch, builds: 1)
    try FileManager.default.removeItem(atPath: scratch.path + "/site/dist")
    try expectACleanBuild(scratch)
    // Nor does one that cannot be written wait for one.
    try FileManager.default.removeItem(atPath: scratch.path + "/site/dist")
    try scratch.write("site/dist", "a file")
    watch.wait(for: "HYB0117")
    try FileManager.default.removeItem(atPath: scratch.path + "/site/dist")
    try expectACleanBuild(scratch)
  }

  /// `unshare` gives a namespace with limits of its own.
  static let canLimit: Bool = {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/unshare")
    process.arguments = ["-Ur", "sh", "-c", "echo 2 > /proc/sys/user/max_inotify_watches"]
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return false }
    process.waitUntilExit()
    return process.terminationStatus == 0
  }()

  @Test(
    .enabled(if: canLimit, "no namespace with limits of its own can be made"),
    arguments: ["max_inotify_watches", "max_inotify_instances"])
  func aReachedLimitIsReportedAndTheSiteLookedThrough(_ limit: String) throws {
    let scratch = try Scratch()
    try scratch.write("site/css/app.css", "p { margin: 1px }\n")
    for folder in ["a", "a/b", "a/b/c"] { try scratch.write("site/\(folder)/i.html", page(folder)) }
    let script = "echo $0 > /proc/sys/user/\(limit); exec \"$1\" watch site"
    let watch = try Command.start(
      ["-Ur", "sh", "-c", script, limit.hasSuffix("watches") ? "2" : "0", Command.executable.path], in: scratch.url,
      program: URL(fileURLWithPath: "/usr/bin/unshare"))
    defer { watch.process.terminate() }
    watch.wait(for: "HYB9003")
    watch.wait(for: "sudo sysctl fs.inotify.")
    wait(watch, builds: 1)
    try scratch.write("site/a/b/c/i.html", page("saved"))
    watch.wait(for: "a/b/c/i.html → 1 of 3 pages")
    try expectACleanBuild(scratch)
  }
}
