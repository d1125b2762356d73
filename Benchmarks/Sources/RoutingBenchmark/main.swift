import Routing

// Compiles patterns into a table and matches URLs against it, beside a scan of the same patterns one by one. One line of
// JSON for each number of patterns.

/// Patterns as sites have them: sections, items by number, items by name, parts of items.
func patterns(_ count: Int) -> [String] {
  (0..<count).map { index in
    switch index % 4 {
    case 0: "/section\(index)/list"
    case 1: "/section\(index)/{id:int}"
    case 2: "/section\(index)/{name}/edit"
    default: "/section\(index)/{name}/items/{item:int}?tab={tab?}"
    }
  }
}

func urls(_ count: Int) -> [String] {
  (0..<1_000).map { step in
    let index = (step * 7_919) % count
    switch index % 4 {
    case 0: return "/section\(index)/list"
    case 1: return "/section\(index)/42"
    case 2: return "/section\(index)/ada/edit"
    default: return "/section\(index)/ada/items/7"
    }
  }
}

/// The median of nine runs, in nanoseconds for each repetition.
func time(_ repetitions: Int, _ work: () -> Void) -> Double {
  let clock = ContinuousClock()
  let times = (0..<9).map { _ in
    let (seconds, attoseconds) = clock.measure(work).components
    return (Double(seconds) * 1e9 + Double(attoseconds) / 1e9) / Double(repetitions)
  }
  return times.sorted()[4]
}

for count in [10, 100, 1_000, 10_000] {
  let texts = patterns(count)
  var table = try RouteTable([])
  let compile = time(1) {
    // The patterns are valid and distinct by construction.
    table = try! RouteTable(texts.map { try! RoutePattern($0) })
  }
  let wanted = urls(count)
  var found = 0
  let match = time(wanted.count * 10) {
    for _ in 0..<10 { for url in wanted where table.match(url) != nil { found += 1 } }
  }
  precondition(found == 90 * wanted.count)
  let single = try texts.map { try RouteTable([RoutePattern($0)]) }
  let sample = wanted.prefix(count > 1_000 ? 20 : 200)
  let scan = time(sample.count) {
    for url in sample { precondition(single.contains { $0.match(url) != nil }) }
  }
  let milliseconds = Double(Int(compile / 1e4)) / 100
  print(
    #"{"patterns": \#(count), "compileMilliseconds": \#(milliseconds), "matchNanoseconds": \#(Int(match)), "#
      + #""scanNanoseconds": \#(Int(scan))}"#)
}
