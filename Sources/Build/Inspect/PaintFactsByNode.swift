import CSSValues
import Layout

/// The facts of painting by the node that they are of, as listings and pictures look them up.
struct PaintFactsByNode {
  /// The nodes that make stacking contexts.
  let contexts: Set<StyledTree.Index>
  /// What contents are cut to by `overflow`, in the page's px.
  let clips: [StyledTree.Index: LayoutRect]
  /// What a node is cut to by `clip-path`, in the page's px.
  let clipPaths: [StyledTree.Index: LayoutRect]
  /// The containing blocks of nodes whose parents do not clip them.
  let containers: [StyledTree.Index: StyledTree.Index]
  /// Round corners.
  let corners: [StyledTree.Index: CornerRadii]

  init(_ paint: PaintFacts) {
    contexts = Set(paint.stackingContexts)
    clips = Dictionary(paint.clips.map { ($0.node, $0.rect) }) { first, _ in first }
    clipPaths = Dictionary(paint.clipPaths.map { ($0.node, $0.rect) }) { first, _ in first }
    containers = Dictionary(paint.containers.map { ($0.node, $0.container) }) { first, _ in first }
    corners = Dictionary(paint.corners.map { ($0.node, $0) }) { first, _ in first }
  }
}
