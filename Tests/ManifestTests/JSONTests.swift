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

  /// Of any length, and only as they are written.
  @Test func base64OfURLsIsReadAsItIsWritten() {
    for count in 0..<70 {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ 250) }
      let text = Base64.encodeURL(bytes)
      let other = Base64.encode(bytes).replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
      #expect(text == other)
      #expect(Base64.decodeURL(text) == bytes)
      #expect(Base64.decodeURL(text + "=") == nil)
      // A digit more is a byte more, bits that stand for nothing, or no byte at all.
      if count % 3 == 0 { #expect(Base64.decodeURL(text + "A") == nil) }
      if count % 3 == 1 { #expect(Base64.decodeURL(text + "B") == nil) }
    }
    for text in ["A", "AB", "AAB", "A A", "A+A", "A/A", "AAA=", "\u{E4}A"] {
      #expect(Base64.decodeURL(text) == nil, "\(text)")
    }
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
