import CSSValues
import PageFormat

/// What was written in a group so far, in elements with names, for backdrops to show once more.
struct BackdropPieces {
  struct Piece {
    var name: String
    /// Where a backdrop shows something; `nil` for other pieces, which may be anywhere.
    var area: LayoutRect?
    /// How many elements a viewer draws for it.
    var cost: Int
  }

  /// The UTF-8 offset at which the part begins that has no name yet.
  var start = 0
  var pieces: [Piece] = []
  /// What the part without a name costs.
  var restCost = 1

  /// How many elements a viewer draws for everything.
  var cost: Int { pieces.reduce(restCost) { $0 + $1.cost } }
}

/// Backdrop filters (Filter Effects 2, 3): SVG has none, so that what is below is shown again, through filters.
///
/// UNIMPLEMENTED: a browser mirrors what is inside of a box at the box's edges. Here, blurs mix it with what is beside the box.
extension SVGWriter {
  /// How many elements backdrops may make a viewer draw: those on top of others show those again.
  private static let mostCost = 20_000

  mutating func backdrop(_ shape: PaintShape, _ filters: [PaintFilter]) {
    let around = begun.lastIndex { $0.below != nil }
    let inner = Array(begun[(around.map { $0 + 1 } ?? 0)...])
    let matrix = inner.reduce(PaintMatrix.identity) { $1.matrix.map($0.concatenated) ?? $0 }
    guard let inverse = matrix.inverse, !filters.isEmpty else { return }
    var below = around.flatMap { begun[$0].below } ?? self.below
    let reach = filters.reduce(2.0) { $0 + Self.reach($1) } * matrix.meanScale
    let area = matrix.bounds(of: shape.bounds).inset(by: -reach)
    let shown = below.pieces.filter { $0.area.map { !$0.intersection(area).isEmpty } ?? true }
    let cost = shown.reduce(below.restCost) { $0 + $1.cost }
    guard below.cost + cost < Self.mostCost else { return }
    let (clip, filter) = (self.clip(shape), self.filter(filters))
    let (end, begin) = (String(repeating: "</g>\n", count: inner.count), inner.map { $0.tag + "\n" }.joined())

    text += end
    let name = nameRest(of: &below)
    let uses = (shown.map(\.name) + [name]).map { "<use href=\"#\($0)\"/>" }.joined()
    let own = newName()
    text += "<g id=\"\(own)\">\n\(begin)<g clip-path=\"url(#\(clip))\"><g filter=\"url(#\(filter))\">"
    text += "<g transform=\"\(SVGText.matrix(inverse))\">\(uses)</g></g></g>\n\(end)</g>\n"
    below.pieces.append(BackdropPieces.Piece(name: own, area: area, cost: cost))
    below.start = text.utf8.count
    text += begin
    if let around { begun[around].below = below } else { self.below = below }
  }

  /// Puts what was written since the last piece into an element with a name.
  private mutating func nameRest(of below: inout BackdropPieces) -> String {
    let name = newName()
    text.insert(
      contentsOf: "<g id=\"\(name)\">\n", at: text.utf8.index(text.startIndex, offsetBy: below.start))
    text += "</g>\n"
    below.pieces.append(BackdropPieces.Piece(name: name, area: nil, cost: below.restCost))
    below.restCost = 1
    return name
  }

  /// Counts what a group that ended showed several times, with the group around it.
  mutating func countPieces(of ended: BackdropPieces) {
    guard !ended.pieces.isEmpty else { return }
    if let around = begun.lastIndex(where: { $0.below != nil }) {
      begun[around].below?.restCost += ended.cost
    } else {
      below.restCost += ended.cost
    }
  }

  private mutating func newName() -> String {
    pieceCount += 1
    return "b\(pieceCount)"
  }

  /// How far a filter reaches, in px.
  private static func reach(_ filter: PaintFilter) -> Double {
    switch filter {
    case .blur(let deviation): 3 * deviation
    case .dropShadow(let dx, let dy, let deviation, _): 3 * deviation + max(abs(dx), abs(dy))
    case .colorMatrix, .toLinearLight, .fromLinearLight: 0
    }
  }
}
