import CSSValues
import Shaping

/// Chooses among the faces of a family (CSS Fonts 4, 5.2 "Matching font styles"): stretch first, then slant, then weight.
///
/// Returns the indices of the faces that share the best descriptors: they differ by `unicode-range` and make one composite
/// face, the last declared first.
func matchFaces(_ faces: [FontFaceRule], to request: FontRequest) -> [Int] {
  var remaining = Array(faces.indices)
  func keepBest(_ distance: (FontFaceRule) -> Double) {
    guard let best = remaining.map({ distance(faces[$0]) }).min() else { return }
    remaining.removeAll { distance(faces[$0]) > best }
  }
  keepBest { stretchDistance(request.stretch, $0.stretch) }
  keepBest { slantDistance(request, $0.slant) }
  keepBest { weightDistance(request.weight, $0.weight) }
  return remaining.reversed()
}

/// Step 4.1: narrower faces first for a normal or condensed request, wider ones first for an expanded one.
private func stretchDistance(_ wanted: Double, _ range: ClosedRange<Double>) -> Double {
  if range.contains(wanted) { return 0 }
  if wanted <= 100 {
    return range.upperBound < wanted ? wanted - range.upperBound : 1000 + range.lowerBound - wanted
  }
  return range.lowerBound > wanted ? range.lowerBound - wanted : 1000 + wanted - range.upperBound
}

/// Step 4.2: italic takes italic, then oblique, then normal; oblique takes oblique, then italic; normal takes normal first.
private func slantDistance(_ request: FontRequest, _ slant: FontFaceRule.Slant) -> Double {
  switch (request.slant, slant) {
  case (.normal, .normal), (.italic, .italic): 0
  case (.normal, .oblique(let angles)): angles.contains(0) ? 0 : 1
  case (.normal, .italic): 2
  case (.italic, .oblique), (.oblique, .italic): 1
  case (.italic, .normal), (.oblique, .normal): 2
  case (.oblique, .oblique(let angles)): angles.contains(request.slantAngle) ? 0 : 0.5
  }
}

/// Step 4.3: between 400 and 500 look up to 500 first, then below, then above; below 400 lighter first; above 500 bolder
/// first.
private func weightDistance(_ wanted: Double, _ range: ClosedRange<Double>) -> Double {
  if range.contains(wanted) { return 0 }
  let isAbove = range.lowerBound > wanted
  let distance = isAbove ? range.lowerBound - wanted : wanted - range.upperBound
  if (400...500).contains(wanted) {
    if isAbove { return range.lowerBound <= 500 ? distance : 2000 + distance }
    return 1000 + distance
  }
  if wanted < 400 { return isAbove ? 1000 + distance : distance }
  return isAbove ? distance : 1000 + distance
}
