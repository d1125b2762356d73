extension PageComparison {
  /// For each new node, the edit of the tree that may be why rules select it otherwise: of an ancestor's or an earlier sibling's
  /// attributes, or of a neighbour that came or went (`:last-child`, `a + b`); the document's viewport or doctype where there is
  /// none.
  func explanations() -> [PageCause.Key?] {
    var explanations = [PageCause.Key?](repeating: nil, count: new.count)
    // Of each node, the edited attributes of its children so far; the last element is that of the roots.
    var earlier = explanations + [nil]
    var previousSibling = [Int?](repeating: nil, count: new.count + 1)
    func key(_ cause: Int?) -> PageCause.Key? { cause.map { causes[$0].key } }
    // Generated boxes came and went by rules, which explain styles themselves.
    func vanishedKey(_ cause: Int?) -> PageCause.Key? { key(cause).flatMap { $0.subject == .vanished ? $0 : nil } }
    for node in 0..<new.count {
      let parent = new.page.parent(node) ?? new.count
      let isRoot = parent == new.count
      var explanation = isRoot ? key(documentCause) : explanations[parent]
      if !isRoot, let edit = edits[parent], causes[edit].key.subject == .attribute { explanation = key(edit) }
      explanation = explanation ?? earlier[parent] ?? vanishedKey(vanishedBefore[node])
      if explanation == nil, let previous = previousSibling[parent] {
        if matching.oldNodes[previous] == nil { explanation = key(edits[previous]) }
        if matching.oldNodes[node] == nil, explanations[previous] == nil { explanations[previous] = key(edits[node]) }
        if vanishedBefore[node] != nil, explanations[previous] == nil {
          explanations[previous] = vanishedKey(vanishedBefore[node])
        }
      }
      explanations[node] = explanation
      if let edit = edits[node], causes[edit].key.subject == .attribute { earlier[parent] = key(edit) }
      if new.names[node].kind != .text { previousSibling[parent] = node }
    }
    for (parent, cause) in vanishedAtEnd {
      guard let last = previousSibling[parent < 0 ? new.count : parent], explanations[last] == nil else { continue }
      explanations[last] = vanishedKey(cause)
    }
    return explanations
  }
}
