import Foundation
import Testing

/// `hybrid init` in folders as people have them.
@Suite struct InitVerbTests {
  private static let page =
    "<!DOCTYPE html><html lang=en><meta name=viewport content='width=device-width'><title>t</title>"
    + "<style>body { font-family: sans-serif }</style><p>x</p>"

  private func configuration(_ scratch: Scratch, _ folder: String = "") throws -> [String: Any] {
    let file = scratch.url.appendingPathComponent(folder + "hybrid.json")
    return try #require(try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any])
  }

  private func text(_ scratch: Scratch, _ path: String) throws -> String {
    try String(contentsOf: scratch.url.appendingPathComponent(path), encoding: .utf8)
  }

  @Test func aFolderOfPages() throws {
    let scratch = try Scratch()
    try scratch.write("my app/index.html", Self.page)
    try scratch.write("my app/about/index.html", Self.page)
    let run = try Command.run("init", "my app", in: scratch.url)
    #expect(run.status == 0 && run.errors == "", "\(run.errors)")
    #expect(
      run.output == """
        found 2 pages
        wrote my app/hybrid.json; my app/.gitignore leaves out /dist/, /.hybrid/
        Next: hybrid build my app

        """)
    #expect(
      try text(scratch, "my app/hybrid.json") == """
        {
          "name": "my-app",
          "viewports": [
            {
              "width": 375,
              "height": 667,
              "scale": 2
            },
            {
              "width": 390,
              "height": 844,
              "scale": 3
            },
            {
              "width": 768,
              "height": 1024,
              "scale": 2
            }
          ]
        }

        """)
    #expect(try text(scratch, "my app/.gitignore") == "/dist/\n/.hybrid/\n")
    #expect(try Command.run("build", "my app", in: scratch.url).status == 0)
    // The release is no reason to take the folder for another one.
    try FileManager.default.removeItem(at: scratch.url.appendingPathComponent("my app/hybrid.json"))
    let again = try Command.run("init", in: scratch.url.appendingPathComponent("my app"))
    #expect(again.output == "found 2 pages\nwrote hybrid.json\nNext: hybrid build\n", "\(again.output)")
  }

  /// A tool's configuration in its own language, its output, and the build of it without a further option.
  @Test func aFolderWithVite() throws {
    let scratch = try Scratch()
    try scratch.write(
      "vite.config.ts",
      "import { defineConfig } from 'vite'\n// base: '/wrong/'\nexport default defineConfig({ base: \"/app/\", build: { outDir: './out' } })\n"
    )
    try scratch.write("index.html", Self.page)
    try scratch.write(".gitignore", "node_modules\nrelease")
    let run = try Command.run("init", in: scratch.url)
    #expect(
      run.output == """
        found Vite (vite.config.ts), which writes out: no page yet; the base is /app/ (vite.config.ts)
        wrote hybrid.json; .gitignore leaves out /.hybrid/, /out/.hybrid/
        Next: npx vite build && hybrid build

        """, "\(run.output)\(run.errors)")
    #expect(try text(scratch, ".gitignore") == "node_modules\nrelease\n/.hybrid/\n/out/.hybrid/\n")
    let known = try configuration(scratch)
    #expect(known["siteFolder"] as? String == "out" && known["base"] as? String == "/app/")
    let early = try Command.run("build", in: scratch.url)
    #expect(early.status == 78)
    #expect(
      early.errors.hasPrefix("hybrid.json:3:17: error[HYB0210]: the folder `out` of the pages is missing\n"),
      "\(early.errors)")
    #expect(early.errors.contains("help: build the site with its own tool first, or correct siteFolder\n"))
    try scratch.write(
      "out/index.html", Self.page.replacing("<p>", with: "<link rel=stylesheet href=/app/assets/a.css><p>"))
    try scratch.write("out/assets/a.css", "p { color: red }")
    let build = try Command.run("build", in: scratch.url)
    #expect(build.status == 0 && !build.errors.contains("HYB01"), "\(build.errors)")
    #expect(FileManager.default.fileExists(atPath: scratch.path + "/release/latest.json"))
    #expect(!FileManager.default.fileExists(atPath: scratch.path + "/out/dist"))
    // All verbs find the pages.
    #expect(try Command.run("check", in: scratch.url).status == 0)
    let style = try Command.run("inspect", "style", "index.html", "--selector", "p", in: scratch.url)
    #expect(style.output.contains("color: rgb(255, 0, 0);"), "\(style.errors)")
    #expect(try Command.run("routes", "list", in: scratch.url).output.contains("index.html"))
    let diff = try Command.run("diff", "release", ".", in: scratch.url)
    #expect(
      diff.output == "release → .: 1 page compared, nothing differs for a reader\n", "\(diff.output)\(diff.errors)")
    let clean = try Command.run("clean", in: scratch.url)
    #expect(clean.status == 0 && clean.output.contains("removed release\n"), "\(clean.output)\(clean.errors)")
  }

  @Test(arguments: [
    (
      "hugo.toml", "baseURL = 'https://www.example.com/blog/' # the address\n", "Hugo", "public",
      "https://www.example.com/blog/"
    ),
    (
      "config.yaml", "title: x\nbaseURL: https://example.org/\npublishDir: html\n", "Hugo", "html",
      "https://example.org/"
    ),
    ("_config.yml", "title: x\nbaseurl: \"/notes\"\n", "Jekyll", "_site", "/notes/"),
    (
      ".eleventy.js", "module.exports = () => ({ pathPrefix: '/docs', dir: { output: 'built' } })\n", "Eleventy",
      "built", "/docs/"
    ),
    ("astro.config.mjs", "export default { base: `/a` }\n", "Astro", "dist", "/a/"),
    (
      "docusaurus.config.js", "module.exports = { url: 'https://x.example', baseUrl: '/guide/' }\n", "Docusaurus",
      "build", "/guide/"
    ),
  ])
  func tools(_ file: String, _ setting: String, _ tool: String, _ output: String, _ base: String) throws {
    let scratch = try Scratch()
    try scratch.write(file, setting)
    let run = try Command.run("init", in: scratch.url)
    #expect(
      run.output.hasPrefix(
        "found \(tool) (\(file)), which writes \(output): no page yet; the base is \(base) (\(file))\n"),
      "\(run.output)\(run.errors)")
    let known = try configuration(scratch)
    #expect(known["siteFolder"] as? String == output && known["base"] as? String == base)
  }

  /// What only running a file would answer is a note, not a guess.
  /// A project without a configuration file of its tool: the package says which it is, the build script and the pages what it writes.
  @Test func aPackageNamesTheTool() throws {
    let scratch = try Scratch()
    try scratch.write(
      "package.json",
      #"{ "scripts": { "dev": "vite", "build": "tsc && vite build" }, "devDependencies": { "vite": "^7.0.0" } }"#)
    try scratch.write("index.html", Self.page)
    try scratch.write(
      "dist/index.html", Self.page.replacing("<p>", with: "<link rel=stylesheet href=/sub/assets/a.css><p>"))
    try scratch.write("dist/assets/a.css", "p { color: red }")
    let run = try Command.run("init", in: scratch.url)
    #expect(
      run.output.hasPrefix(
        "found Vite (package.json), which writes dist: 1 page; the base is /sub/ (dist/index.html)\n"),
      "\(run.output)\(run.errors)")
    let known = try configuration(scratch)
    #expect(known["siteFolder"] as? String == "dist" && known["base"] as? String == "/sub/")
    let build = try Command.run("build", in: scratch.url)
    #expect(build.status == 0 && !build.errors.contains("HYB0130"), "\(build.errors)")
    // Options of the script count.
    let other = try Scratch()
    try other.write(
      "package.json",
      #"{ "scripts": { "build": "vite build --base=/app/ --outDir public_html" }, "dependencies": { "vite": "7" } }"#)
    try other.write("index.html", Self.page)
    let found = try Command.run("init", in: other.url)
    #expect(
      found.output.hasPrefix(
        "found Vite (package.json), which writes public_html: no page yet; the base is /app/ (package.json)\n"),
      "\(found.output)\(found.errors)")
  }

  @Test func computedSettingsAreNotes() throws {
    let scratch = try Scratch()
    try scratch.write(
      "vite.config.js", "export default { base: process.env.BASE ?? '/', build: { outDir: '../web' } }\n")
    let run = try Command.run("init", in: scratch.url)
    #expect(
      run.output.contains("note: vite.config.js computes the base: set `base` where it is not /\n"), "\(run.output)")
    #expect(run.output.contains("note: vite.config.js writes to `../web`, which is not a folder inside of this one"))
    let known = try configuration(scratch)
    #expect(known["siteFolder"] as? String == "dist" && known["base"] == nil)
    let other = try Scratch()
    try other.write("next.config.js", "module.exports = {}\n")
    #expect(
      try Command.run("init", in: other.url).output.contains(
        "note: Next.js writes pages only with `output: \"export\"` in next.config.js\n"))
  }

  /// The output of a tool that is not known, below a path of the host.
  @Test func anOutputUnderABase() throws {
    let scratch = try Scratch()
    try scratch.write("package.json", "{}")
    try scratch.write(
      "build/index.html",
      "<!DOCTYPE html><title>t</title><link rel=stylesheet href=/blog/css/a.css><a href=/blog/>x</a>")
    try scratch.write("build/css/a.css", "p { color: red }")
    let run = try Command.run("init", in: scratch.url)
    #expect(
      run.output.hasPrefix("found the output of a tool in build: 1 page; the base is /blog/ (build/index.html)\n"),
      "\(run.output)\(run.errors)")
    #expect(run.output.hasSuffix("Next: hybrid build\n"))
  }

  @Test func nothingIsOverwritten() throws {
    let scratch = try Scratch()
    try scratch.write("site/index.html", Self.page)
    try scratch.write("site/hybrid.yml", "name: mine\n")
    let run = try Command.run("init", "site", in: scratch.url)
    #expect(run.status == 73)
    #expect(
      run.errors == """
        hybrid: site/hybrid.yml exists already, so that nothing was written
        help: `hybrid check site` reads it

        """)
    #expect(!FileManager.default.fileExists(atPath: scratch.path + "/site/.gitignore"))
    try scratch.write("empty/readme.txt", "x")
    let empty = try Command.run("init", "empty", in: scratch.url)
    #expect(empty.status == 66)
    #expect(
      empty.errors == """
        hybrid: empty has no page and no tool that hybrid knows
        help: `hybrid new DIR` makes a site from a template; a page ends in .html

        """)
    let missing = try Command.run("init", "nowhere", in: scratch.url)
    #expect(missing.status == 66 && missing.errors.hasPrefix("hybrid: nowhere: no such folder\n"))
    // A link would write elsewhere.
    try scratch.write("linked/index.html", Self.page)
    try FileManager.default.createSymbolicLink(
      atPath: scratch.path + "/linked/.gitignore", withDestinationPath: scratch.path + "/outside")
    #expect(try Command.run("init", "linked", in: scratch.url).status == 73)
    #expect(!FileManager.default.fileExists(atPath: scratch.path + "/outside"))
  }

  /// A checkout cannot have a folder elsewhere published.
  @Test func siteFolderStaysInside() throws {
    let scratch = try Scratch()
    try scratch.write("secret/index.html", Self.page)
    try scratch.write("site/hybrid.json", #"{ "siteFolder": "dist" }"#)
    try FileManager.default.createSymbolicLink(
      atPath: scratch.path + "/site/dist", withDestinationPath: scratch.path + "/secret")
    for arguments in [["build", "site"], ["check", "site"], ["inspect", "dom", "index.html", "--root", "site"]] {
      let run = try Command.start(arguments, in: scratch.url).finish()
      #expect(run.status == 78, "\(arguments): \(run.output)")
      #expect(run.errors.contains("error[HYB0265]: siteFolder `dist` leads out of site"), "\(run.errors)")
    }
    try scratch.write("up/hybrid.json", #"{ "siteFolder": "../secret" }"#)
    let up = try Command.run("check", "up", in: scratch.url)
    #expect(up.status == 78 && up.errors.contains("error[HYB0205]"), "\(up.errors)")
  }
}
