import Routing

// Compiles patterns into a table and matches URLs against it, beside a scan of the same patterns one by one.

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

/// The fastest of five runs, in nanoseconds for each repetition.
func time(_ repetitions: Int, _ work: () -> Void) -> Double {
  let clock = ContinuousClock()
  var best = Double.infinity
  for _ in 0..<5 {
    let (seconds, attoseconds) = clock.measure(work).components
    best = min(best, (Double(seconds) * 1e9 + Double(attoseconds) / 1e9) / Double(repetitions))
  }
  return best
}

print("patterns  compile ms  match ns  scan ns")
for count in [10, 100, 1_000, 10_000] {
  let texts = patterns(count)
  var table = try RouteTable([])
  let compile = time(1) {
    // The patterns are valid and distinct by construction.
    table = try! RouteTable(texts.map { try! RoutePattern($0) })
  }
  let wanted = urls(count)
  var found = 0
  let match = time(wanted.count) { for url in wanted where table.match(url) != nil { found += 1 } }
  precondition(found == 5 * wanted.count)
  let single = try texts.map { try RouteTable([RoutePattern($0)]) }
  let sample = wanted.prefix(count > 1_000 ? 20 : 200)
  let scan = time(sample.count) {
    for url in sample { precondition(single.contains { $0.match(url) != nil }) }
  }
  func column(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }
  let milliseconds = String(Int(compile / 1e4)).map { String($0) }.joined()
  print(
    column(String(count), 8), column("\(Double(Int(milliseconds) ?? 0) / 100)", 11), column("\(Int(match))", 9),
    column("\(Int(scan))", 8))
}
