import Diagnostics
import Names

/// How a page wants to be read.
public enum PageDialect: String, Sendable, Hashable, Codable {
  /// HTML as browsers read it.
  case web
  /// Pages for native views, whose `<html>` has an `html-identify` that begins with `Token`.
  case token

  /// The dialect of a page, from its first tag; reads no further than that.
  public static func detect(in source: SourceFile) -> PageDialect {
    let bytes = source.bytes
    return bytes.withUnsafeBufferPointer { input in
      var tokenizer = Tokenizer(input: input, text: bytes)
      while true {
        tokenizer.next()
        switch tokenizer.kind {
        case .comment, .doctype, .characters, .nullCharacter: continue
        case .startTag:
          guard tokenizer.name == .html else { return .web }
          for attribute in tokenizer.attributes where attribute.name == .htmlIdentify {
            let start = Int(attribute.valueStart)
            let value = tokenizer.text[start..<start + Int(attribute.valueLength)]
            return value.starts(with: "Token".utf8) ? .token : .web
          }
          return .web
        case .endTag, .endOfFile: return .web
        }
      }
    }
  }
}
