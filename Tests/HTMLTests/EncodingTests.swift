import Diagnostics
import Testing

@testable import HTML

@Suite struct EncodingTests {
  private func decode(_ head: String, _ bytes: [UInt8]) -> String {
    let decoded = EncodingSniffer.decode(Array(head.utf8) + bytes)
    return "\(decoded.encoding): \(String(decoding: decoded.text.dropFirst(head.utf8.count), as: UTF8.self))"
  }

  @Test func metaCharsetNamesTheEncoding() {
    #expect(decode("<meta charset=gbk>", [0xC4, 0xE3, 0xBA, 0xC3]) == "gbk: 你好")
    #expect(decode("<meta charset=\"GB2312\">", [0xC4, 0xE3]) == "gbk: 你")
    #expect(decode("<meta charset=gb18030>", [0x81, 0x30, 0x81, 0x30, 0x95, 0x32, 0x82, 0x36]) == "gb18030: \u{80}𠀀")
    #expect(decode("<meta charset=big5>", [0xA7, 0x41, 0xA6, 0x6E]) == "big5: 你好")
    #expect(decode("<meta charset=Shift_JIS>", [0x93, 0xFA, 0x96, 0x7B, 0xB1]) == "shift_jis: 日本ｱ")
    #expect(decode("<meta charset=euc-jp>", [0xC6, 0xFC, 0xCB, 0xDC]) == "euc-jp: 日本")
    #expect(decode("<meta charset=euc-kr>", [0xC7, 0xD1, 0xB1, 0xB9]) == "euc-kr: 한국")
    #expect(decode("<meta charset=iso-2022-jp>", [0x1B, 0x24, 0x42, 0x46, 0x7C, 0x1B, 0x28, 0x42]) == "iso-2022-jp: 日")
    #expect(decode("<meta charset=latin1>", [0x80, 0xE9, 0x81]) == "windows-1252: €é\u{81}")
    #expect(decode("<meta charset=iso-8859-2>", [0xB1, 0xE8]) == "iso-8859-2: ąč")
    #expect(decode("<meta charset=windows-1251>", [0xCF, 0xF0]) == "windows-1251: Пр")
    #expect(decode("<meta charset=koi8-u>", [0xAE, 0xC1]) == "koi8-u: ўа")
    #expect(decode("<meta charset=x-user-defined>", [0xE9]) == "windows-1252: é")
    #expect(decode("<meta charset=utf-16>", Array("é".utf8)) == "utf-8: é")
    #expect(decode("<meta charset=nonsense>", Array("é".utf8)) == "utf-8: é")
  }

  @Test func prescanFollowsTheStandard() {
    let pragma = "<meta http-equiv=Content-Type content='text/html; charset=gbk'>"
    #expect(decode(pragma, [0xC4, 0xE3]) == "gbk: 你")
    #expect(decode("<meta content='text/html; charset=gbk'>", Array("é".utf8)) == "utf-8: é")
    #expect(decode("<!-- <meta charset=gbk> -->", Array("é".utf8)) == "utf-8: é")
    #expect(decode("<!--><meta charset=gbk>", [0xC4, 0xE3]) == "gbk: 你")
    #expect(decode("<p title='<meta charset=gbk>'>", Array("é".utf8)) == "utf-8: é")
    #expect(decode("<?xml version='1.0' encoding='gbk'?>", [0xC4, 0xE3]) == "gbk: 你")
  }

  /// Changing the encoding while parsing (HTML, 13.2.3.5): markup that is not a `<meta>` element declares nothing.
  @Test func lateDeclarationsAreFoundInTheTree() {
    let space = String(repeating: " ", count: 1_100)
    #expect(decode(space + "<meta charset=gbk>", [0xC4, 0xE3]) == "gbk: 你")
    #expect(decode(space + "<p><META HTTP-EQUIV=content-type CONTENT='a; charset=GBK'>", [0xC4, 0xE3]) == "gbk: 你")
    #expect(decode(space + "<script>'<meta charset=gbk>'</script>", Array("é".utf8)) == "utf-8: é")
    #expect(decode("<meta charset=utf-8>" + space + "<meta charset=gbk>", Array("é".utf8)) == "utf-8: é")
    #expect(problems(space + "é\n<meta charset=gbk>", []) == ["2:1 HYB1104"])
    #expect(problems(space + "\n<meta charset=gbk>", []) == [])
  }

  /// The places and codes of what decoding reports a source.
  private func problems(_ head: String, _ bytes: [UInt8]) -> [String] {
    var diagnostics = DiagnosticSink()
    let decoded = EncodingSniffer.decode(Array(head.utf8) + bytes)
    decoded.report(in: SourceFile(path: "page.html", bytes: decoded.text), to: &diagnostics)
    return diagnostics.diagnostics.map { "\($0.location?.line ?? 0):\($0.location?.column ?? 0) \($0.code.name)" }
  }

  /// What is not a character becomes U+FFFD as the Encoding standard has it: one for the longest beginning of a character, and
  /// ASCII behind the beginning of a pair stays.
  @Test func undecodableBytesBecomeReplacementCharacters() {
    #expect(decode("", [0x61, 0xE2, 0x82, 0x41, 0xF0, 0x9F, 0x98, 0xFF, 0xC3]) == "utf-8: a�A���")
    #expect(decode("", [0xED, 0xA0, 0x80, 0xF4, 0x90, 0xC0, 0xAF]) == "utf-8: �������")
    #expect(decode("<meta charset=shift_jis>", [0x81, 0x20, 0xFD, 0x93, 0xFA, 0x85, 0x40]) == "shift_jis: � �日�@")
    #expect(decode("<meta charset=gbk>", [0xFF, 0xC4, 0xE3, 0x81, 0x20]) == "gbk: �你� ")
    #expect(decode("<meta charset=gbk>", [0x80, 0x81, 0x80, 0x80, 0x81, 0x30, 0x81, 0x30]) == "gbk: €亐€\u{80}")
    #expect(decode("<meta charset=big5>", [0xFF, 0xA7, 0x41, 0x81, 0x20]) == "big5: �你� ")
    #expect(decode("<meta charset=euc-kr>", [0xFF, 0xC7, 0xD1, 0x81, 0x20]) == "euc-kr: �한� ")
    #expect(decode("<meta charset=euc-jp>", [0xFF, 0xC6, 0xFC, 0xA1, 0x20]) == "euc-jp: �日� ")
    #expect(decode("<meta charset=windows-1253>", [0xE1, 0xAA, 0xD2]) == "windows-1253: α��")
    #expect(problems("<p>\nna", [0xEF, 0x76, 0x65, 0x0A, 0xE9]) == ["2:3 HYB1065"])
    #expect(problems("<meta charset=gbk>\n", [0xC4, 0xE3, 0xFF, 0xFF]) == ["2:2 HYB1065"])
    #expect(problems("<meta charset=shift_jis>\n", [0x93, 0xFA, 0xFF]) == ["2:2 HYB1065"])
    #expect(problems("<meta charset=koi8-r>", [0xE9, 0xFF]) == [])
  }

  /// FNV-1a of a text in UTF-8.
  private func digest(_ encoding: String, _ bytes: [UInt8]) -> String {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in TextEncoding(label: encoding)?.decode(bytes) ?? [] { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return String(hash, radix: 16)
  }

  /// Every pair of every multi-byte encoding is what browsers make of it: the digests are those of what Chromium's
  /// `TextDecoder` gives, except for EUC-JP's first character and Big5's four pairs of two characters, which are the standard's.
  @Test func indexesAreTheStandards() {
    func lines(
      _ leads: ClosedRange<UInt8>, _ trails: ClosedRange<UInt8>, _ head: [UInt8] = [], _ end: [UInt8] = []
    ) -> [UInt8] {
      var result: [UInt8] = []
      for lead in leads {
        for trail in trails {
          result += head
          result.append(lead)
          result.append(trail)
          result += end
          result.append(0x0A)
        }
      }
      return result
    }
    let pairs = lines(0x81...0xFE, 0x30...0xFF)
    #expect(digest("big5", pairs) == "ba200bf09d3a69c")
    #expect(digest("euc-kr", pairs) == "eecbb51584a7dc38")
    #expect(digest("euc-jp", pairs) == "34e8d0857997db25")
    #expect(digest("shift_jis", pairs) == "5a3eb460ec54f383")
    #expect(digest("gb18030", pairs) == "b661d8fe51073e62")
    #expect(digest("gbk", pairs) == "b661d8fe51073e62")
    #expect(digest("euc-jp", lines(0xA1...0xFE, 0xA1...0xFE, [0x8F])) == "31f2f93bfe4a587b")
    let japanese = lines(0x21...0x7E, 0x21...0x7E, [0x1B, 0x24, 0x42], [0x1B, 0x28, 0x42])
    #expect(digest("iso-2022-jp", japanese) == "96bef7c9019cb9c2")
    var fours: [UInt8] = []
    for pointer in 0..<39_420 {
      fours.append(UInt8(0x81 + pointer / 12_600))
      fours.append(UInt8(0x30 + pointer / 1_260 % 10))
      fours.append(UInt8(0x81 + pointer / 10 % 126))
      fours.append(UInt8(0x30 + pointer % 10))
      fours.append(0x0A)
    }
    #expect(digest("gb18030", fours) == "808206e3eb997900")
  }

  /// What is not a character, beyond pairs: the standard's decoders read again what may begin one.
  @Test func brokenSequencesAreReadAgain() {
    func text(_ encoding: String, _ bytes: [UInt8]) -> String {
      let decoded = TextEncoding(label: encoding)?.decoding(bytes)
      return "\(String(decoding: decoded?.text ?? [], as: UTF8.self)) \(decoded?.replacements ?? -1)"
    }
    #expect(text("gb18030", [0x81, 0x30, 0x41]) == "�0A 1")
    #expect(text("gb18030", [0x81, 0x30, 0x81, 0x41]) == "�0丄 1")
    #expect(text("gb18030", [0x81, 0x30, 0x81]) == "� 1")
    #expect(text("gb18030", [0x84, 0x31, 0xA5, 0x30, 0x41]) == "�A 1")
    #expect(text("gb18030", [0xE3, 0x32, 0x9A, 0x35, 0xE3, 0x32, 0x9A, 0x36]) == "\u{10FFFF}� 1")
    #expect(text("gb18030", [0x80, 0x81]) == "€� 1")
    #expect(text("big5", [0x88, 0x62, 0x88, 0xA5, 0x87]) == "Ê\u{304}ê\u{30C}� 1")
    #expect(text("shift_jis", [0x80, 0xA0, 0xFD, 0xF0, 0x40, 0x81]) == "\u{80}��\u{E000}� 3")
    #expect(text("euc-jp", [0x80, 0x8E, 0xB1, 0x8E, 0x41, 0x8F, 0xB0, 0xA1, 0x8F, 0xB0, 0x41, 0xA4]) == "�ｱ�A丂�A� 4")
    #expect(
      text("iso-2022-jp", [0x41, 0x0E, 0x1B, 0x28, 0x4A, 0x5C, 0x7E, 0x1B, 0x28, 0x49, 0x31, 0x80]) == "A�¥‾ｱ� 2")
    #expect(text("iso-2022-jp", [0x1B, 0x24, 0x42, 0x1B, 0x28, 0x42, 0x41, 0x1B, 0x24, 0x21]) == "�A�$! 2")
    #expect(text("iso-2022-jp", [0x1B, 0x24, 0x42, 0x46, 0x1B, 0x28, 0x42, 0x46]) == "�F 1")
  }

  @Test func byteOrderMarksWin() {
    func text(_ bytes: [UInt8]) -> String {
      let decoded = EncodingSniffer.decode(bytes)
      return "\(decoded.encoding): \(String(decoding: decoded.text, as: UTF8.self))"
    }
    #expect(text([0xEF, 0xBB, 0xBF] + Array("<meta charset=gbk>é".utf8)) == "utf-8: <meta charset=gbk>é")
    #expect(text([0xFF, 0xFE, 0x3D, 0xD8, 0x00, 0xDE, 0x41, 0x00]) == "utf-16le: 😀A")
    #expect(text([0xFE, 0xFF, 0xD8, 0x3D, 0xDE, 0x00, 0x00, 0x41, 0x00]) == "utf-16be: 😀A\u{FFFD}")
    #expect(text([0x61, 0xFF, 0x62]) == "utf-8: a\u{FFFD}b")
    #expect(text([]) == "utf-8: ")
  }

  @Test func styleSheetsFallBackToTheDocument() {
    func decode(_ head: String, _ bytes: [UInt8], _ document: String? = nil) -> String {
      EncodingSniffer.decodeStyleSheet(Array(head.utf8) + bytes, documentEncoding: document).encoding
    }
    #expect(decode("@charset \"gbk\";", [0xC4, 0xE3]) == "gbk")
    #expect(decode("@charset 'gbk';", []) == "utf-8")
    #expect(decode("@charset \"utf-16\";", []) == "utf-8")
    #expect(decode("a{}", [], "big5") == "big5")
    #expect(decode("@charset \"gbk\";", [], "big5") == "gbk")
  }

  /// Every label is lower case and names one encoding; every single-byte index has 128 entries.
  @Test func tablesAreWhole() {
    #expect(TextEncoding(label: " UTF8\n")?.name == "utf-8")
    #expect(TextEncoding(label: "hz-gb-2312")?.name == "replacement")
    #expect(TextEncoding(label: "") == nil)
    #expect(TextEncoding.singleByteIndexes.count == 28)
    for (name, digits) in TextEncoding.singleByteIndexes {
      #expect(digits.utf8CodeUnitCount == 512, "\(name)")
      #expect(TextEncoding(label: name)?.name == name)
    }
  }

  /// A page that was in another encoding says so no more when it is written.
  @Test func polyglotMarkupSaysThatItIsUTF8() {
    var diagnostics = DiagnosticSink()
    let page = Array("<!DOCTYPE html><meta charset=gbk><p>".utf8) + [0xC4, 0xE3]
    let source = SourceFile(path: "page.html", bytes: EncodingSniffer.decode(page).text)
    let markup = HTMLParser.parse(source, diagnostics: &diagnostics).xhtml(.polyglot)
    #expect(markup.starts(with: [0xEF, 0xBB, 0xBF]))
    #expect(String(decoding: EncodingSniffer.decode(markup).text, as: UTF8.self).contains("<p>你</p>"))
    let utf8 = SourceFile(path: "page.html", text: "<!DOCTYPE html><meta charset=utf-8><p>é")
    #expect(HTMLParser.parse(utf8, diagnostics: &diagnostics).xhtml(.polyglot).first == 0x3C)
  }
}
