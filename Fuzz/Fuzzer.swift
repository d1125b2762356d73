import Diagnostics
import HTML

// libFuzzer's entry for the markup parsers. It is not part of an ordinary build: `HYBRID_FUZZ=1` adds the target, and
//
//     HYBRID_FUZZ=1 swift build --product fuzzer --scratch-path .build-fuzz \
//       -Xswiftc -sanitize=fuzzer -Xswiftc -use-ld=lld
//     SWIFT_BACKTRACE=enable=no .build-fuzz/debug/fuzzer -max_total_time=600 -timeout=10 CORPUS
//
// builds and runs it.

@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
  _ count: UnsafeMutablePointer<Int32>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ test: @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32
) -> Int32

@main
struct Fuzzer {
  static func main() {
    var count = CommandLine.argc
    var arguments = CommandLine.unsafeArgv
    _ = runDriver(&count, &arguments) { bytes, count in
      Fuzzer.check(Array(UnsafeBufferPointer(start: bytes, count: count)))
      return 0
    }
  }

  /// Reads the input by every parser; whatever comes out must be writable as markup that reads back the same.
  static func check(_ bytes: [UInt8]) {
    let source = SourceFile(path: "page.html", bytes: bytes)
    var diagnostics = DiagnosticSink()
    var documents = [HTMLParser.parse(source, diagnostics: &diagnostics)]
    documents.append(HTMLParser.parseFragment(source, context: "table", diagnostics: &diagnostics).document)
    if let token = TokenParser.parse(source, diagnostics: &diagnostics) { documents.append(token) }
    if let document = XMLDocumentParser.parse(source, diagnostics: &diagnostics) { _ = document.dump() }
    _ = EncodingSniffer.decode(bytes)
    for document in documents {
      for form in [MarkupForm.xml, .polyglot] {
        if let difference = document.difference(fromWellFormed: document.xhtml(form), form) { fatalError(difference) }
      }
    }
  }
}
