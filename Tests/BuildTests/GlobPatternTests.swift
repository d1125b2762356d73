import Testing

@testable import Build

@Suite struct GlobPatternTests {
  /// Pattern, paths that it matches, paths that it does not.
  static let cases: [(String, [String], [String])] = [
    ("*.psd", ["a.psd", "x/y/a.psd", ".psd"], ["a.psd2", "a.psd/b"]),
    ("/a.txt", ["a.txt"], ["x/a.txt"]),
    ("docs/*.md", ["docs/a.md"], ["x/docs/a.md", "docs/x/a.md"]),
    ("**/temp", ["temp", "a/temp", "a/b/temp"], ["temps", "a/tempx", "xtemp"]),
    ("a/**", ["a/b", "a/b/c"], ["a", "b/a/c", "ab"]),
    ("a/**/b", ["a/b", "a/x/b", "a/x/y/b"], ["a/xb", "ab", "a/b/c"]),
    ("file?.txt", ["file1.txt", "fileé.txt"], ["file.txt", "file10.txt", "file/.txt"]),
    ("[a-c]x[!0-9]", ["axz", "cxa"], ["dxz", "ax1"]),
    ("[]a]", ["]", "a"], ["b"]),
    ("[abc", ["[abc"], ["a"]),
    ("\\*.txt", ["*.txt"], ["a.txt"]),
    ("\\#a", ["#a"], ["a"]),
    ("a\\ ", ["a "], ["a"]),
    ("a*b*c*d*e*f*g*h", ["abcdefgh"], [String(repeating: "a", count: 5_000)]),
  ]

  @Test(arguments: cases) func matching(_ pattern: String, _ matching: [String], _ others: [String]) throws {
    let glob = try #require(GlobPattern(line: pattern))
    #expect(matching.filter { !glob.matches($0) } == [])
    #expect(others.filter { glob.matches($0) } == [])
  }

  /// Many patterns at once match what each of them matches.
  @Test func listsMatchAsTheirPatternsDo() throws {
    var random = SystemRandomNumberGenerator()
    func text(_ signs: [String], _ count: Int) -> String {
      (0..<count).map { _ in signs.randomElement(using: &random) ?? "" }.joined()
    }
    let signs = ["a", "b", "é", "/", "*", "?", "**/", "/**", "[ab]", "[!aé]", "[é-ü]", "\\*", "!"]
    for _ in 0..<300 {
      let lines = (0..<Int.random(in: 1...40, using: &random)).map { _ in
        text(signs, .random(in: 1...12, using: &random))
      }
      let patterns = lines.compactMap(GlobPattern.init(line:))
      let list = GlobList(patterns)
      for _ in 0..<30 {
        let path = text(["a", "b", "é", "*", "a/", "é/"], .random(in: 1...9, using: &random))
        for isFolder in [false, true] {
          let expected = patterns.last { $0.matches(path, isFolder: isFolder) }
          #expect(list.lastMatch(path, isFolder: isFolder) == expected, "\(lines) \(path)")
        }
      }
    }
  }

  /// A place in the patterns is a bit: two thousand of them take far less than two thousand times one.
  @Test func manyPatternsOverLongNames() {
    let rules = IgnoreRules(
      patterns: IgnoreRules.patterns(in: String(repeating: "*a*a*a*a*a*a*a*a*a*a*a*a*b\n", count: 2_000)))
    let name = String(repeating: "a", count: 230)
    let clock = ContinuousClock()
    var ignored = 0
    let time = clock.measure {
      for number in 0..<100 where rules.isIgnoredByPatterns("\(name)\(number)", isFolder: false) { ignored += 1 }
    }
    let one = GlobPattern.patterns("*a*a*a*a*a*a*a*a*a*a*a*a*b")
    let single = clock.measure {
      for number in 0..<100 where GlobPattern.anyMatches(one, "\(name)\(number)") { ignored += 1 }
    }
    #expect(ignored == 0)
    #expect(time < single * 400, "\(time), \(single) for one of 2,000")
  }

  @Test func linesWithoutPatterns() {
    #expect(["", "  ", "# note", "/", "!"].map { GlobPattern(line: $0) == nil } == [true, true, true, true, true])
  }

  @Test func foldersAndNegation() throws {
    let folder = try #require(GlobPattern(line: "drafts/"))
    #expect(folder.matches("a/drafts", isFolder: true))
    #expect(!folder.matches("a/drafts"))
    var rules = IgnoreRules()
    rules.patterns = IgnoreRules.patterns(in: "*.log\r\n!keep.log\n# note\n/build/\n")
    #expect(rules.ignores("x/a.log", name: "a.log", isFolder: false))
    #expect(!rules.ignores("x/keep.log", name: "keep.log", isFolder: false))
    #expect(rules.ignores("build", name: "build", isFolder: true))
    #expect(!rules.ignores("x/build", name: "build", isFolder: true))
    #expect(rules.ignores(".git", name: ".git", isFolder: true))
    #expect(rules.ignores("a/node_modules", name: "node_modules", isFolder: true))
  }

  @Test func choicesInConfigurationGlobs() {
    let patterns = GlobPattern.patterns("img/*.{png,jpg}")
    #expect(GlobPattern.anyMatches(patterns, "img/a.png"))
    #expect(GlobPattern.anyMatches(patterns, "img/a.jpg"))
    #expect(!GlobPattern.anyMatches(patterns, "img/a.gif"))
    #expect(GlobPattern.anyMatches(GlobPattern.patterns("media"), "media/x/y.mp4"))
  }

  @Test(arguments: [
    ("[aaa", "`[` is closed"), ("a/[", "`[` is closed"), ("[]", "`[` is closed"), ("{[ab,c]}", "`[` is closed"),
    ("*.{png,jpg", "`{` is closed"), ("a}{b", "`{` is closed"), ("a\\", "does not end in"),
    ("[z-a]", "ranges that ascend"),
    ("", "such as drafts/**"), ("/", "such as drafts/**"), ("{a,}", "such as drafts/**"),
    (String(repeating: "{a,b}", count: 9), "at most 256 patterns"),
    (String(repeating: "a", count: 8193), "8192 characters"),
    (String(repeating: "{a}", count: 100_000), "8192 characters"), (String(repeating: "{", count: 100_000), "8192"),
    (String(repeating: "{,}", count: 100_000), "at most 256 patterns"),
  ])
  func globsThatCannotMatch(glob: String, expected: String) {
    #expect(GlobPattern.fault(in: glob)?.contains(expected) == true, "\(GlobPattern.fault(in: glob) ?? "none")")
    #expect(GlobPattern.patterns(glob).isEmpty)
  }

  @Test(arguments: [
    ("\\[aaa", "[aaa"), ("\\{a", "{a"), ("[\\]]", "]"), ("[]]", "]"), ("a}", "a}"), ("{a,b}/{c,d}", "b/c"),
    ("[!]]", "x"),
    ("[\\{]", "{"), ("x{,y}", "x"),
  ])
  func globsWithSignsMatch(glob: String, path: String) {
    #expect(GlobPattern.anyMatches(GlobPattern.patterns(glob), path), "\(GlobPattern.fault(in: glob) ?? "sound")")
  }
}
