import Testing

@testable import Build

/// Passwords in URLs are never printed.
struct PasswordTests {
  @Test(arguments: [
    ("https://ada:secret@example.com/", "https://**********@example.com/"),
    ("`//ada:secret@example.com/a.css`: not fetched", "`//**********@example.com/a.css`: not fetched"),
    ("//ada@example.com", "//***@example.com"),
    ("src=//a:b@c/d and (ftp://x@y)", "src=//***@c/d and (ftp://*@y)"),
    // Part of a path, of a comment, of a text.
    ("https://example.com//react@18/", "https://example.com//react@18/"),
    ("// mail ada@example.com", "// mail ada@example.com"),
    ("a//b@c", "a//b@c"), ("ada@example.com", "ada@example.com"),
  ])
  func areReplacedByStars(_ text: String, _ shown: String) { #expect(text.withoutPasswords == shown) }
}
