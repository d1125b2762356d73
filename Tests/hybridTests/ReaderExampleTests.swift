import Foundation
import Testing

/// The clients under `examples/`, which were written from docs/format.md alone.
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
