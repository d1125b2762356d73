import JSONValues
import Testing

@testable import Manifest

struct JSONTests {
  @Test func canonicalTextIsSortedAndUnescaped() throws {
    let text = #" { "b" : [ 1 , -2.5, 1e3, true, null ] , "a/ü" : "x\/\u00e9\n\ud83d\ude00\"" , "A": {} } "#
    let value = try JSONParser.parse(Array(text.utf8))
    #expect(value.canonicalText == #"{"A":{},"a/ü":"x/é\n😀\"","b":[1,-2.5,1000,true,null]}"#)
    #expect(try JSONParser.parse(value.canonicalBytes).canonicalText == value.canonicalText)
  }

  @Test(arguments: [
    "", "{", "[1,]", "{\"a\":1,\"a\":2}", "{\"a\" 1}", "01", "1.", "1e", "-", "+1", "nul", "\"\u{1}\"", "\"\\x\"",
    "\"\\ud800\"", "\"\\ud800\\u0041\"", "\"\\udc00\"", "1 2", "[1", "\"a", "{a:1}", "1e999", "[\"\\u12\"]",
    String(repeating: "[", count: 100_000),
  ])
  func invalidJSONIsRefused(text: String) {
    #expect(throws: JSONError.self) { try JSONParser.parse(Array(text.utf8)) }
  }

  @Test func invalidUTF8IsRefused() {
    #expect(throws: JSONError.self) { try JSONParser.parse([0x22, 0xff, 0x22]) }
  }

  @Test func base64HasOneSpelling() {
    #expect(Base64.encode(Array("foob".utf8)) == "Zm9vYg==")
    #expect(Base64.decode("Zm9vYg==") == Array("foob".utf8))
    #expect(Base64.encodeURL([0xfb, 0xff]) == "-_8")
    for text in ["Zm9vYh==", "Zm9vYg=", "Zm9vYg", "Zm9v Yg==", "Zm9vY===", "-_8="] {
      #expect(Base64.decode(text) == nil)
    }
    #expect(Base64.decodeURL("-_9") == nil)
  }

  @Test func momentsAreReadAndWritten() {
    #expect(Timestamp("1970-01-01T00:00:00Z")?.seconds == 0)
    #expect(Timestamp("2024-02-29")?.description == "2024-02-29T00:00:00Z")
    #expect(Timestamp("2026-11-21T14:30:05+02:00")?.description == "2026-11-21T12:30:05Z")
    #expect(Timestamp("1969-12-31T23:59:59.5Z")?.seconds == -1)
    #expect(Timestamp("2000-03-01T00:00:00Z")?.seconds == 951_868_800)
    for text in ["2023-02-29", "2026-13-01", "2026-1-1", "tomorrow", "2026-11-21T25:00:00Z", "2026-11-21T10:00:00"] {
      #expect(Timestamp(text) == nil, "\(text)")
    }
  }
}
