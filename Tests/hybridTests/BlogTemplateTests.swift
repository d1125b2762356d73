import Foundation
import Testing

/// The template `blog` as people change it: without posts, and with posts that say less.
@Suite struct BlogTemplateTests {
  private func blog() throws -> Scratch {
    let scratch = try Scratch()
    let new = try Command.run(
      "new", "blog", "--template", "blog", in: scratch.url,
      environment: ["HYBRID_TEMPLATES": Command.repository.appendingPathComponent("templates").path])
    #expect(new.status == 0, "\(new.errors)")
    return scratch
  }

  private func index(_ scratch: Scratch) throws -> String {
    let run = try Command.run("inspect", "dom", "index.html", "--root", "blog", "--format", "xhtml", in: scratch.url)
    #expect(run.status == 0, "\(run.errors)")
    return run.output
  }

  @Test func withoutPosts() throws {
    let scratch = try blog()
    try FileManager.default.removeItem(at: scratch.url.appendingPathComponent("blog/posts"))
    let build = try Command.run("build", "blog", "--warnings-as-errors", in: scratch.url)
    #expect(build.status == 0 && build.errors == "", "\(build.errors)")
    #expect(try index(scratch).contains("<p>Nothing is written yet.</p>"))
    // The first post is in the list by itself.
    try scratch.write("blog/posts/one.md", "---\ntitle: One\nlayout: post\n---\n\nText.\n")
    let again = try Command.run("build", "blog", "--warnings-as-errors", in: scratch.url)
    #expect(again.status == 0 && again.errors == "", "\(again.errors)")
    let page = try index(scratch)
    #expect(page.contains(">One</a>") && !page.contains("Nothing is written yet"), "\(page)")
  }

  @Test func postsThatSayLess() throws {
    let scratch = try blog()
    try scratch.write("blog/posts/plain.md", "---\nlayout: post\n---\n\n## A plain post\n\nText.\n")
    let build = try Command.run("build", "blog", "--warnings-as-errors", in: scratch.url)
    #expect(build.status == 0 && build.errors == "", "\(build.errors)")
    let page = try index(scratch)
    #expect(page.contains(">A plain post</a>"), "\(page)")
    let post = try Command.run(
      "inspect", "dom", "posts/plain.html", "--root", "blog", "--format", "xhtml", in: scratch.url)
    #expect(!post.output.contains("<time"), "\(post.output)")
  }

  /// A folder without pages is an empty list; a name near that of another folder is a mistake.
  @Test func collectionsOfOtherNames() throws {
    let scratch = try Scratch()
    let head = "<!DOCTYPE html><html lang=en><meta name=viewport content='width=device-width'><title>t</title>"
    try scratch.write("posts/a.md", "---\ntitle: A\n---\nx\n")
    try scratch.write(
      "index.html",
      head + "<p t:static='note in collections.notes'>{{ note.title }}</p><p>{{ collections.notes.length }}</p>")
    let check = try Command.run("check", in: scratch.url)
    #expect(check.status == 0, "\(check.errors)")
    try scratch.write("index.html", head + "<p t:static='post in collections.post'>{{ post.title }}</p>")
    let wrong = try Command.run("check", in: scratch.url)
    #expect(wrong.status == 1)
    #expect(
      wrong.errors.contains("error[HYB4110]: there is no `collections.post`")
        && wrong.errors.contains("help: did you mean `posts`?"),
      "\(wrong.errors)")
  }

  /// A layout that is missing is an error at the line that names it, however it is written.
  @Test(arguments: ["/nope", "nope", "/layouts/nope.html", "parts/nope.html"])
  func aMissingLayout(_ name: String) throws {
    let scratch = try Scratch()
    try scratch.write("index.md", "---\ntitle: T\nlayout: \(name)\n---\n\nText.\n")
    let check = try Command.run("check", in: scratch.url)
    #expect(check.status == 1, "\(check.errors)")
    #expect(check.errors.contains("error[HYB4101]"), "\(check.errors)")
    #expect(check.errors.hasPrefix("index.md:3:"), "\(check.errors)")
  }

  /// Front matter ends in the first 64 kB of a file.
  @Test func frontMatterHasALimit() throws {
    let scratch = try Scratch()
    let line = String(repeating: "x", count: 99) + "\n"
    try scratch.write("index.html", "<!DOCTYPE html><html lang=en><title>t</title><p>x")
    try scratch.write(
      "a.md", "---\ntitle: T\nnote: |\n" + String(repeating: "  " + line, count: 700) + "---\n\nText.\n")
    let check = try Command.run("check", in: scratch.url)
    #expect(check.status == 1)
    #expect(
      check.errors.contains(
        "a.md:1:1: error[HYB4171]: the front matter has no second line of `---` in the file's first 64 kB\n"),
      "\(check.errors)")
  }
}
