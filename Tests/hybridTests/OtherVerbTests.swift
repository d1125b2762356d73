import Foundation
import Testing

@Suite struct OtherVerbTests {
  @Test(arguments: ["tabs", "form", "feed", "blog"]) func templatesBuildWithoutAWarning(_ name: String) throws {
    let scratch = try Scratch()
    let new = try Command.run("new", "app", "--template", name, in: scratch.url)
    #expect(new.status == 0)
    #expect(new.output.hasSuffix("Next: hybrid build app\n"))
    let build = try Command.run("build", "app", "--warnings-as-errors", in: scratch.url)
    #expect(build.status == 0)
    #expect(build.errors == "")
    #expect(try Command.run("verify", "app/dist", in: scratch.url).status == 0)
    let again = try Command.run("new", "app", "--template", name, in: scratch.url)
    #expect(again.status == 73)
  }

  @Test func fontsAreCaptured() throws {
    let scratch = try Scratch()
    let fonts = try #require(FileManager.default.enumerator(atPath: "/usr/share/fonts"))
    let font = try #require(fonts.compactMap { $0 as? String }.first { $0.hasSuffix("/LiberationSans-Regular.ttf") })
    let capture = ["fonts", "capture", "/usr/share/fonts/" + font, "-o", "sans.metrics", "--family", "Brand"]
    let made = try Command.start(capture, in: scratch.url).finish()
    #expect(made.status == 0 && made.errors == "")
    let text = try String(contentsOf: scratch.url.appendingPathComponent("sans.metrics"), encoding: .utf8)
    #expect(made.output == "sans.metrics: \(text.utf8.count) bytes\n")
    #expect(text.hasPrefix("hybrid-font-metrics 1\nfamily Brand\nunits-per-em 2048\nascent 1854\ndescent 434\n"))
    // Text is as wide by the metrics as by the font.
    try scratch.write("site/index.html", "<!doctype html><p style='font: 20px Brand; width: max-content'>AVATAR Type")
    try scratch.write("site/hybrid.json", #"{"fonts": {"Brand": "f.metrics"}}"#)
    try scratch.write("site/f.metrics", text)
    try scratch.write(
      "own/index.html", "<!doctype html><p style='font: 20px Liberation Sans; width: max-content'>AVATAR Type")
    func layout(_ root: String) throws -> String {
      try Command.run("inspect", "layout", "index.html", "--root", root, "--viewport", "390x844@3", in: scratch.url)
        .output
    }
    #expect(try layout("site").contains("AVATAR Type"))
    #expect(try layout("site") == layout("own"))
    try scratch.write("no.ttf", "no font")
    let wrong = try Command.run("fonts", "capture", "no.ttf", "-o", "no.metrics", in: scratch.url)
    #expect(wrong.status == 65)
    #expect(wrong.errors.hasPrefix("hybrid: no.ttf: not a TrueType, OpenType, WOFF or WOFF2 font\n"))
    // What browsers refuse is not a font here either.
    var damaged = try Data(contentsOf: URL(fileURLWithPath: "/usr/share/fonts/" + font))
    damaged.removeLast(damaged.count / 2)
    try damaged.write(to: scratch.url.appendingPathComponent("half.ttf"))
    let half = try Command.run("fonts", "capture", "half.ttf", "-o", "half.metrics", in: scratch.url)
    #expect(half.status == 65 && half.errors.contains("ends outside the file"), "\(half.errors)")
    #expect(try Command.run("fonts", "capture", "missing.ttf", "-o", "x", in: scratch.url).status == 66)
    #expect(try Command.run("fonts", "capture", "no.ttf", "-o", "x", "--face", "-1", in: scratch.url).status == 64)
  }

  @Test func familiesMeasuredHereAreReportedOnce() throws {
    let scratch = try Scratch()
    try scratch.write("site/app.css", "p { font: 20px/1 Brand, serif }\n")
    for page in ["index", "a", "b"] {
      try scratch.write(
        "site/\(page).html",
        "<!doctype html><meta name=viewport content='width=device-width'><title>t</title><link rel=stylesheet href=app.css>"
          + "<p>Text <b>bold</b>")
    }
    let warned = try Command.run("build", "site", "-q", in: scratch.url)
    #expect(warned.status == 0)
    #expect(warned.errors.components(separatedBy: "HYB3001").count == 2)
    #expect(
      warned.errors.hasPrefix(
        "app.css:1:18: warning[HYB3001]: text in `Brand` is measured with a stand-in font\n"
          + "  p { font: 20px/1 Brand, serif }\n"))
    #expect(try Command.run("build", "site", "--warnings-as-errors", in: scratch.url).status == 2)
    // Two faces of a family; the file is not part of a package.
    let fonts = try #require(FileManager.default.enumerator(atPath: "/usr/share/fonts"))
    let found = fonts.compactMap { $0 as? String }.filter {
      $0.hasSuffix("/LiberationSans-Regular.ttf") || $0.hasSuffix("/LiberationSans-Bold.ttf")
    }
    let files = found.sorted().map { "/usr/share/fonts/" + $0 }
    let made = try Command.start(
      ["fonts", "capture"] + files + ["-o", "site/brand.metrics", "--characters", "U+20-7E"], in: scratch.url
    ).finish()
    #expect(made.status == 0 && made.errors == "")
    try scratch.write("site/hybrid.json", #"{"fonts": {"Brand": "brand.metrics"}}"#)
    let quiet = try Command.run("build", "site", "--warnings-as-errors", in: scratch.url)
    #expect(quiet.status == 0 && quiet.errors == "")
    #expect(quiet.output.hasPrefix("3 pages, 3 viewports, 4 files"))
    let bad = try Command.run("fonts", "capture", files[0], "-o", "x", "--characters", "letters", in: scratch.url)
    #expect(bad.status == 64 && bad.errors.contains("`--characters` `letters` is not a list of ranges"))
    #expect(try Command.run("fonts", "capture", files[0], "-o", "x", "--weight", "0", in: scratch.url).status == 64)
  }

  @Test func templatesByNameAndPlace() throws {
    let scratch = try Scratch()
    #expect(try Command.run("new", "--list", in: scratch.url).output == "blog\nfeed\nform\ntabs\n")
    let wrong = try Command.run("new", "app", "--template", "tab", in: scratch.url)
    #expect(wrong.status == 66)
    #expect(
      wrong.errors == """
        hybrid: there is no template `tab`
        help: did you mean `tabs`? templates: blog, feed, form, tabs

        """)
    try scratch.write("own/mini/index.html", "<p>mini")
    let own = try Command.run(
      "new", "app", "--template", "mini", in: scratch.url, environment: ["HYBRID_TEMPLATES": scratch.path + "/own"])
    #expect(own.status == 0)
    // As an installation has it: bin/hybrid and share/hybrid/templates.
    try FileManager.default.createDirectory(
      at: scratch.url.appendingPathComponent("prefix/bin"), withIntermediateDirectories: true)
    try FileManager.default.copyItem(
      at: Command.executable, to: scratch.url.appendingPathComponent("prefix/bin/hybrid"))
    try scratch.write("prefix/share/hybrid/templates/installed/index.html", "<p>installed")
    let installed = try Command.start(
      ["new", "--list"], in: scratch.url, program: scratch.url.appendingPathComponent("prefix/bin/hybrid")
    ).finish()
    #expect(installed.output == "installed\n")
  }

  @Test func theExampleBuildsWithoutAWarning() throws {
    let scratch = try Scratch()
    let build = try Command.run("build", "examples/news", "-o", scratch.path + "/dist", "--warnings-as-errors")
    #expect(build.status == 0)
    #expect(build.errors == "")
    #expect(build.timeless.hasPrefix("22 pages, 2 viewports, 31 files → 7 packages, "))
  }

  @Test func explain() throws {
    let one = try Command.run("explain", "hyb0118")
    #expect(one.status == 0)
    #expect(
      one.output == """
        HYB0118 (error): The output folder holds other files

        The folder exists, is not empty and was not made by hybrid, so nothing in it is
        changed: publishing and cleaning remove old files. Choose another folder with
        `--out-dir`, or empty it yourself.

        The commands run in a folder with a site (`site`), its signed release (`dist`)
        and the key (`release.pem`).

        Wrong:

            mkdir letters
            touch letters/ada.txt
            hybrid build site -o letters

        Right:

            hybrid build site -o out

        """)
    #expect(try Command.run("explain").output.contains("HYB0101  error    The site has no pages\n"))
    #expect(try Command.run("explain", "HYB9999").status == 66)
    // The HTML standard's names of parse errors are codes too.
    let named = try Command.run("explain", "Duplicate-Attribute")
    #expect(
      named.output == """
        HYB1009 (note): duplicate-attribute

        An element has an attribute of this name already. Browsers keep the first and
        drop the others. Remove one of them.

        Wrong:

            <p class="a" class="b">Text</p>

        Right:

            <p class="a b">Text</p>

        """)
    let near = try Command.run("explain", "duplicate-atribute")
    #expect(near.status == 66)
    #expect(near.errors.contains("did you mean `duplicate-attribute`?"), "\(near.errors)")
  }

  @Test func check() throws {
    let scratch = try Scratch()
    try scratch.write("index.html", "<!DOCTYPE html><html lang=en><title>t</title><p>x")
    let check = try Command.run("check", in: scratch.url)
    #expect(check.status == 0)
    #expect(check.timeless.hasPrefix("1 page, 3 viewports, 1 file checked in T"))
    #expect(!FileManager.default.fileExists(atPath: scratch.url.appendingPathComponent("dist").path))
  }

  @Test func verifyNamesFaults() throws {
    let scratch = try Scratch()
    try scratch.write("index.html", "<!DOCTYPE html><html lang=en><title>t</title><p>x")
    #expect(try Command.run("build", in: scratch.url).status == 0)
    let packages = scratch.url.appendingPathComponent("dist/packages")
    let base = try #require(
      FileManager.default.contentsOfDirectory(atPath: packages.path).first {
        $0.hasPrefix("base.") && $0.hasSuffix(".zip")
      })
    var bytes = try Data(contentsOf: packages.appendingPathComponent(base))
    bytes[bytes.count / 2] ^= 0xFF
    try bytes.write(to: packages.appendingPathComponent(base))
    let verify = try Command.run("verify", in: scratch.url)
    #expect(verify.status == 65)
    #expect(verify.errors.contains("packages/\(base)"))
    let json = try Command.run("verify", "--format", "json", in: scratch.url)
    #expect(json.output.hasPrefix(#"{"faults":[{"kind":"#))
    #expect(try Command.run("verify", "nope", in: scratch.url).status == 66)
  }

  @Test func inspect() throws {
    let scratch = try Scratch()
    try scratch.write(
      "index.html",
      "<!DOCTYPE html><html lang=en><title>t</title><style>body{margin:0}#a{width:50px;height:20px;color:red}</style><div id=a></div>"
    )
    let layout = try Command.run(
      "inspect", "layout", "index.html", "--viewport", "320x480@2", "--format", "json", "--svg", "page.svg",
      in: scratch.url)
    #expect(layout.status == 0)
    #expect(
      layout.output == """
        {"viewport":{"width":320,"height":480,"scale":2},"nodes":[\
        {"path":"html","tag":"html","x":0,"y":0,"w":320,"h":20,"lines":[]},\
        {"path":"html>body","tag":"body","x":0,"y":0,"w":320,"h":20,"lines":[]},\
        {"path":"html>body>div:nth-child(1)","tag":"div","id":"a","x":0,"y":0,"w":50,"h":20,"lines":[]}],"paintOrder":[0,1,2]}

        """)
    let picture = try String(contentsOf: scratch.url.appendingPathComponent("page.svg"), encoding: .utf8)
    #expect(picture.hasPrefix("<svg xmlns="))
    let style = try Command.run(
      "inspect", "style", "index.html", "--viewport", "320x480@2", "--selector", "#a", "--format", "json",
      in: scratch.url)
    #expect(style.output.hasPrefix(#"[{"path":"html>body>div:nth-child(1)","style":{"#))
    #expect(style.output.contains(#""color":"rgb(255, 0, 0)""#))
    let tree = try Command.run("inspect", "dom", "index.html", in: scratch.url)
    #expect(tree.output.hasPrefix("| <!DOCTYPE html>\n| <html>\n"))
    #expect(
      try Command.run("inspect", "page", "index.html", in: scratch.url).output.hasPrefix("page index.html web “t”"))
    let missing = try Command.run("inspect", "dom", "indx.html", in: scratch.url)
    #expect(missing.status == 66)
    #expect(missing.errors == "hybrid: indx.html: no such page in .\nhelp: did you mean `index.html`?\n")
    #expect(try Command.run("inspect", "layout", "index.html", "--viewport", "wide", in: scratch.url).status == 64)
  }

  @Test func watch() throws {
    let scratch = try Scratch()
    let page = "<!DOCTYPE html><html lang=en><title>t</title><link rel=stylesheet href=a.css><p>x"
    try scratch.write("index.html", page)
    try scratch.write("other.html", "<!DOCTYPE html><html lang=en><title>o</title><p>x")
    try scratch.write("a.css", "p{color:red}")
    let watch = try Command.start(["watch"], in: scratch.url)
    defer { kill(watch.process.processIdentifier, SIGKILL) }
    watch.wait(for: "2 pages, 3 viewports, 3 files → 4 packages")
    // A stylesheet affects the pages that use it.
    try scratch.write("a.css", "p{color:green}")
    watch.wait(for: "a.css → 1 of 2 pages, 4 packages")
    // An editor saves by renaming.
    try scratch.write("index.html~new", page + "y")
    try FileManager.default.removeItem(at: scratch.url.appendingPathComponent("index.html"))
    try FileManager.default.moveItem(
      at: scratch.url.appendingPathComponent("index.html~new"), to: scratch.url.appendingPathComponent("index.html"))
    watch.wait(for: "index.html")
    // A new folder with a page in it.
    try scratch.write("new/deep/page.html", "<!DOCTYPE html><html lang=en><title>n</title><p>x")
    watch.wait(for: "of 3 pages, 4 packages")
    // An error is shown and does not end it; the release stays.
    let before = Scratch.contents(scratch.url.appendingPathComponent("dist"))["latest.json"]
    try scratch.write("bad.html", "%PDF-\u{0}b")
    // The file of an editor that is gone again may have been an error before: this one has a name.
    watch.wait(for: "bad.html:1:6: error[HYB0110]")
    watch.wait(for: "1 error, the last release stays")
    #expect(Scratch.contents(scratch.url.appendingPathComponent("dist"))["latest.json"] == before)
    try FileManager.default.removeItem(at: scratch.url.appendingPathComponent("bad.html"))
    watch.wait(for: "bad.html → 0 of 3 pages, 4 packages")
    try scratch.write("hybrid.yml", "name: [\n")
    watch.wait(for: "the configuration has errors; the last release stays")
    try scratch.write("hybrid.yml", "name: watched\n")
    watch.wait(for: "hybrid.yml →")
    try FileManager.default.removeItem(at: scratch.url.appendingPathComponent("new"))
    watch.wait(for: "of 2 pages, 4 packages, ")
    #expect(watch.process.isRunning)
    // Only answers go to stdout, and a watch has none.
    #expect(watch.outputSoFar == "")
  }
}
