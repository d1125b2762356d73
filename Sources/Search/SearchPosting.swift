/// A document that has a term, and how much the term counts in it.
struct SearchPosting {
  var document: Int
  var weight: Int
}
