import Foundation
import Testing

/// Causes that `hybrid diff` names, where several things were edited or several sheets are there.
@Suite struct DiffCauseTests {
  private static let head =
    "<!DOCTYPE html><html lang=en><meta name=viewport content=width=device-width><title>t</title>"

  private func diff(_ scratch: Scratch, _ arguments: String...) throws -> String {
    let run = try Command.start(["diff", "old", "new"] + arguments, in: scratch.url).finish()
    #expect(run.status == 0, "\(run.errors)")
    return run.output
  }

  /// The lines that name causes.
  private func causes(_ output: String) -> [String] {
    output.split(separator: "\n\n").dropFirst().compactMap { $0.split(separator: "\n").first.map(String.init) }
      .filter { !$0.hasPrefix("files: ") }
  }

  /// A page whose attributes changed in the same commit as a sheet: each keeps its own effects.
  @Test func anAttributeIsNotBlamedForASheet() throws {
    let scratch = try Scratch()
    let text = "<p class=a>One two three.<p class=a>Four five six.<a class=link href=x.html>More</a>"
    for side in ["old", "new"] {
      try scratch.write("\(side)/x.html", Self.head + "<p>x")
      try scratch.write(
        "\(side)/a.css",
        side == "old"
          ? ".a { padding: 4px }\n.link { padding: 1px }\n" : ".a { padding: 12px }\n.link { padding: 7px }\n")
    }
    try scratch.write("old/index.html", Self.head + "<link rel=stylesheet href=a.css><body data-build=1>" + text)
    try scratch.write(
      "new/index.html",
      Self.head + "<link rel=stylesheet href=a.css><body data-build=2>"
        + text.replacing("class=link", with: "class=link title=Soon"))
    let found = causes(try diff(scratch))
    #expect(found.contains(".a (2): padding 4px → 12px (a.css:1)"), "\(found)")
    #expect(found.contains(".link: padding 1px → 7px (a.css:2)"), "\(found)")
    #expect(found.contains("body: data-build 1 → 2"), "\(found)")
    #expect(found.contains(".link: title none → Soon"), "\(found)")
    #expect(found.count == 4, "\(found)")
  }

  /// A class that went is still why its rules select no longer, although a sheet was edited elsewhere.
  @Test func aClassKeepsWhatItsRulesSaid() throws {
    let scratch = try Scratch()
    for side in ["old", "new"] {
      try scratch.write("\(side)/a.css", ".b { margin: 9px }\n.c { color: \(side == "old" ? "red" : "blue") }\n")
    }
    try scratch.write("old/index.html", Self.head + "<link rel=stylesheet href=a.css><p class=b>One<p class=c>Two")
    try scratch.write("new/index.html", Self.head + "<link rel=stylesheet href=a.css><p>One<p class=c>Two")
    let found = causes(try diff(scratch))
    #expect(found.contains { $0.hasPrefix(".b: class b → none, margin") }, "\(found)")
    #expect(found.contains(".c: color rgb(255, 0, 0) → rgb(0, 0, 255) (a.css:2)"), "\(found)")
    #expect(found.count == 2, "\(found)")
  }

  /// A place is in a sheet that the page uses, through imports and below folders.
  @Test func sheetsThatNoPageUsesAreNotNamed() throws {
    let scratch = try Scratch()
    for side in ["old", "new"] {
      let size = side == "old" ? "4px" : "12px"
      try scratch.write("\(side)/css/a-unused.css", "/* first by name */\n.a { padding: \(size) }\n")
      try scratch.write("\(side)/css/main.css", "@import url(\"parts/used.css\");\n")
      try scratch.write("\(side)/css/parts/used.css", "\n\n.a { padding: \(size) }\n")
      try scratch.write(
        "\(side)/sub/index.html", Self.head + "<link rel='stylesheet' href='../css/main.css?v=1'><p class=a>One")
    }
    let found = causes(try diff(scratch))
    #expect(found == [".a: padding 4px → 12px (css/parts/used.css:3)"], "\(found)")
  }

  @Test func excerptsShowTheDifference() throws {
    let scratch = try Scratch()
    let text =
      "The harbour gets its market back after many years in which nothing but gulls and a few tourists came to see the quay"
    try scratch.write("old/index.html", Self.head + "<p>\(text) in spring.")
    try scratch.write("new/index.html", Self.head + "<p>\(text) in autumn.")
    let output = try diff(scratch)
    #expect(
      output.contains("text of p: “…to see the quay in spring.” → “…to see the quay in autumn.”\n"), "\(output)")
    let markdown = try diff(scratch, "--format", "markdown")
    #expect(markdown.contains("quay in spring.") && markdown.contains("quay in autumn."), "\(markdown)")
  }

  /// A commit's filters run where those of the site are trusted and the same, and not otherwise.
  @Test func commitsWithFilters() throws {
    guard FileManager.default.isExecutableFile(atPath: "/usr/bin/git") else { return }
    let scratch = try Scratch()
    let settings = ["HOME": scratch.path, "XDG_CONFIG_HOME": scratch.path + "/settings"]
    func git(_ arguments: String...) throws {
      let process = try Command.start(
        ["-c", "user.name=a", "-c", "user.email=a@example.com", "-c", "commit.gpgsign=false"] + arguments,
        in: scratch.url, environment: settings, program: URL(fileURLWithPath: "/usr/bin/git"))
      #expect(process.finish().status == 0)
    }
    func hybrid(_ arguments: String...) throws -> Command {
      try Command.start(arguments, in: scratch.url, environment: settings).finish()
    }
    try scratch.write("site/hybrid.json", #"{ "filters": { "*.css": "./filter.sh" }, "exclude": ["*.sh"] }"#)
    try scratch.write("site/filter.sh", "#!/bin/sh\nsed s/small/4px/\n")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: scratch.path + "/site/filter.sh")
    try scratch.write("site/a.css", "p { padding: small }\n")
    try scratch.write("site/index.html", Self.head + "<link rel=stylesheet href=a.css><p>One")
    try git("init", "-q")
    try git("add", ".")
    try git("commit", "-q", "-m", "one")
    try scratch.write("site/a.css", "p { padding: small; margin: 2px }\n")
    try git("commit", "-q", "-a", "-m", "two")
    let untrusted = try hybrid("diff", "--git", "HEAD~1", "HEAD", "--root", "site")
    #expect(untrusted.status == 78 && untrusted.errors.contains("error[HYB0270]"), "\(untrusted.errors)")
    #expect(try hybrid("trust", "site").status == 0)
    let trusted = try hybrid("diff", "--git", "HEAD~1", "HEAD", "--root", "site")
    #expect(trusted.status == 0, "\(trusted.errors)")
    #expect(trusted.output.contains("margin"), "\(trusted.output)")
    // Another program in the commit is nobody's.
    try scratch.write("site/filter.sh", "#!/bin/sh\ntouch ran; cat\n")
    try git("commit", "-q", "-a", "-m", "three")
    let changed = try hybrid("diff", "--git", "HEAD~1", "HEAD", "--root", "site")
    #expect(changed.status == 78, "\(changed.errors)")
    let allowed = try hybrid("diff", "--git", "HEAD~1", "HEAD", "--root", "site", "--allow-filters")
    #expect(allowed.status == 0, "\(allowed.errors)")
  }
}
