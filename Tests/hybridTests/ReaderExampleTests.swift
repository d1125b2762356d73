import Foundation
import Testing

/// The clients under `examples/`, which were written from nothing but docs/reference/format.md.
@Suite(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/python3"), "python3 is not installed"))
struct ReaderExampleTests {
  private let page =
    "<!DOCTYPE html><html lang=en><title>t</title><style>body{margin:0}p{margin:0;width:100px;height:20px}</style><p>"

  private func python(_ arguments: [String], in folder: URL) throws -> Command {
    let script = Command.repository.appendingPathComponent("examples/" + arguments[0]).path
    return try Command.start(
      [script] + arguments.dropFirst(), in: folder, program: URL(fileURLWithPath: "/usr/bin/python3")
    ).finish()
  }

  @Test func readerPrintsFrames() throws {
    let scratch = try Scratch()
    try scratch.write("site/hybrid.json", #"{"viewports":[{"width":320,"height":480,"scale":2}]}"#)
    try scratch.write("site/index.html", page)
    try scratch.write("site/sub/other.html", page + "<div style='width:10px;height:5px'></div>")
    #expect(try Command.run("build", "site", "-o", "d", in: scratch.url).status == 0)
    let list = try python(["reader.py", "d"], in: scratch.url)
    #expect(list.output == "index.html\nsub/other.html\nviewports: 320x480@2\n" && list.errors == "")
    let frames = try python(["reader.py", "d", "sub/other.html"], in: scratch.url)
    #expect(
      frames.output == """
        sub/other.html: t, 320x480@2
        html 0 0 320 25
          head no box
            title no box
              text no box
            style no box
          body 0 0 320 25
            p 0 0 100 20
            div 0 20 10 5

        """)
    #expect(try python(["reader.py", "d", "gone.html"], in: scratch.url).status == 1)
  }

  @Test func readerPassesOverTextMeasures() throws {
    let scratch = try Scratch()
    try scratch.write("site/hybrid.json", #"{"viewports":[{"width":320,"height":480,"scale":2}]}"#)
    try scratch.write("site/index.html", page)
    #expect(try Command.run("build", "site", "-o", "d", "--emit", "measures", in: scratch.url).status == 0)
    let list = try python(["reader.py", "d"], in: scratch.url)
    #expect(list.output == "index.html\nviewports: 320x480@2\n" && list.errors == "")
  }

  @Test func readerChecksSignaturesRootsHashesAndArchives() throws {
    let scratch = try Scratch()
    try scratch.write("site/hybrid.json", #"{"viewports":[{"width":320,"height":480,"scale":2}]}"#)
    try scratch.write("site/index.html", page)
    for name in ["a", "b", "thief"] { _ = try Command.run("keygen", "-o", name, "-q", in: scratch.url) }
    _ = try Command.run("roots", "add", "d", "--key", "a.pub", "--sign-key", "a", in: scratch.url)
    _ = try Command.run("roots", "add", "d", "--key", "b.pub", "--sign-key", "a", "--sign-key", "b", in: scratch.url)
    _ = try Command.run("roots", "add", "other", "--key", "thief.pub", "--sign-key", "thief", in: scratch.url)
    #expect(try Command.run("build", "site", "-o", "d", "--sign-key", "b", in: scratch.url).errors == "")
    func reader(_ arguments: String...) throws -> Command { try python(["reader.py"] + arguments, in: scratch.url) }
    let sound = try reader("--root", "d/roots/1.root.json", "d")
    #expect(sound.status == 0 && sound.output == "index.html\nviewports: 320x480@2\n", "\(sound)")
    let foreign = try reader("--root", "other/roots/1.root.json", "d")
    #expect(foreign.status == 1 && foreign.errors == "roots/2.root.json: 0 of 1 signatures by keys of root 1\n")
    // Signed by a key that was withdrawn, by a thief, by nobody.
    for key in ["a", "thief", nil] {
      try scratch.publishIgnoringRoots("site", to: "d", signedBy: key)
      let refused = try reader("d")
      #expect(refused.status == 1 && refused.errors == "latest.json: 0 of 1 signatures by keys of root 2\n")
    }
    #expect(try Command.run("build", "site", "-o", "d", "--sign-key", "b", in: scratch.url).status == 0)
    // A bit of each file that the page needs, and each file cut short.
    let folder = scratch.path + "/d/"
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder).filter {
      $0 == "latest.json" || $0.hasSuffix(".root.json") || $0.hasPrefix("packages/") || $0.hasPrefix("manifests/")
    }
    #expect(names.count == 8)
    for name in names {
      let bytes = try Data(contentsOf: URL(fileURLWithPath: folder + name))
      for damaged in [bytes.dropLast(), Data(bytes.map { $0 ^ ($0 == bytes[bytes.count / 2] ? 1 : 0) })] {
        try damaged.write(to: URL(fileURLWithPath: folder + name))
        let refused = try reader("d", "index.html")
        #expect(refused.status == 1 && !refused.errors.contains("Traceback"), "\(name): \(refused.errors)")
      }
      try bytes.write(to: URL(fileURLWithPath: folder + name))
    }
    #expect(try reader("d", "index.html").status == 0)
  }

  @Test func patchesAreAppliedByAnotherImplementation() throws {
    let scratch = try Scratch()
    try scratch.write("site/hybrid.json", #"{"viewports":[{"width":320,"height":480,"scale":2}]}"#)
    try scratch.write("site/index.html", page + "one")
    try scratch.write("site/list.txt", (0..<200).map { "line \($0) of a list\n" }.joined())
    #expect(try Command.run("build", "site", "-o", "a", in: scratch.url).status == 0)
    try scratch.write("site/index.html", page + "another paragraph")
    try scratch.write("site/list.txt", (0..<200).map { "line \($0 % 7 == 0 ? $0 + 1 : $0) of a list\n" }.joined())
    try scratch.write("site/new.html", page + "new")
    #expect(try Command.run("build", "site", "-o", "b", "--sequence", "2", in: scratch.url).status == 0)
    #expect(try Command.run("delta", "a", "b", in: scratch.url).status == 0)
    let applied = try python(["patch.py", "a", "b"], in: scratch.url)
    #expect(applied.status == 0 && applied.errors == "")
    let lines = applied.output.split(separator: "\n")
    #expect(lines.count == 2 && lines.allSatisfy { $0.hasSuffix(" bytes, right") })
  }
}
