// How large an index of words is, and how long it takes to answer: `search-index [PAGES [WORDS]]`, 10,000 pages of 300 words.
// The words follow Zipf's law, as those of languages do; the same arguments make the same pages.
import Foundation
#if canImport(Search)
  import Search
#endif

/// Random numbers that are the same on every machine.
struct Generator {
  var state: UInt64

  mutating func next() -> Double {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Double(state >> 11) / Double(1 << 53)
  }
}

let arguments = CommandLine.arguments.dropFirst().compactMap { Int($0) }
let pageCount = arguments.first ?? 10_000
let wordCount = arguments.dropFirst().first ?? 300
let syllables = ["ka", "lo", "mi", "ter", "ven", "sa", "ru", "ne", "do", "fal", "gri", "po", "shu", "ber", "wa", "tin"]

/// The word of a rank: the more common, the shorter.
func word(_ rank: Int) -> String {
  var text = ""
  var rest = rank + 1
  while rest > 0 {
    text += syllables[rest % syllables.count]
    rest /= syllables.count
  }
  return text
}

// Three million words of English have about so many distinct ones.
let vocabulary = (0..<60_000).map(word)
/// A rank by Zipf's law with an exponent of 1, over the vocabulary.
func rank(_ generator: inout Generator) -> Int {
  min(vocabulary.count - 1, Int(exp(generator.next() * log(Double(vocabulary.count)))) - 1)
}

var textSize = 0
var documents: [SearchDocument] = []
let start = ContinuousClock.now
for page in 0..<pageCount {
  var generator = Generator(state: UInt64(page) &* 7919 &+ 17)
  let words = (0..<wordCount).map { _ in vocabulary[rank(&generator)] }
  let text = words.joined(separator: " ")
  textSize += text.utf8.count
  documents.append(
    SearchDocument(
      title: words.prefix(4).joined(separator: " "), description: "",
      headings: [words.suffix(3).joined(separator: " ")], text: text, language: "en", record: page * 10..<page * 10 + 10
    ))
}
let cut = ContinuousClock.now
let bytes = SearchIndexWriter.encode(documents, recordsSize: pageCount * 10)
let written = ContinuousClock.now
print("\(pageCount) pages, \(textSize) bytes of text")
print("words counted in \(cut - start), index written in \(written - cut)")
print("index: \(bytes.count) bytes, \(bytes.count * 1000 / max(1, textSize)) ‰ of the text")

let index = try SearchIndex(bytes)
print("\(index.termCount) terms; opened in \(ContinuousClock().measure { _ = try? SearchIndex(bytes) })")
try index.validate()
let questions = [
  word(0), word(20), word(3_000), "\(word(30)) \(word(800))", "\(word(5)) \(word(9)) \(word(60)) ka", "ka", "s",
  "tinter",
]
for question in questions {
  // Processor time: what else runs on the machine does not count.
  var times: [Double] = []
  var count = 0
  for _ in 0..<21 {
    let start = clock()
    count = try index.matches(SearchQuery(question)).count
    times.append(Double(clock() - start) / Double(CLOCKS_PER_SEC) * 1_000)
  }
  times.sort()
  print("“\(question)”: \(count) answers in \(times[10]) ms, at most \(times[20]) ms")
}
