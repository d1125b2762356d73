import References
import Testing

/// `data:` URLs (RFC 2397) as browsers read them.
@Suite struct DataURLTests {
  @Test(arguments: [
    ("data:text/css,p%20%7b%7D", "text/css p {}"), ("DATA:Text/CSS;charset=utf-8;base64,cHt9", "text/css p{}"),
    ("data:;base64, c H\tt 9 ", " p{}"), ("data:,", " "), ("data:text/css;base64,cHt9==", "text/css p{}"),
    ("data:text/css;base64,c-_9", "none"), ("data:text/css", "none"), ("text/css,p", "none"),
    (" data:image/png,%zz%4", "image/png %zz%4"), ("data:,a%23b#c", " a#b"),
    ("data:image/svg+xml,<rect fill='#ccc'/>", "image/svg+xml <rect fill='"),
  ])
  func urls(url: String, expected: String) {
    let read = DataURL(url).map { "\($0.mediaType) \(String(decoding: $0.bytes, as: UTF8.self))" }
    #expect((read ?? "none") == expected)
  }
}
