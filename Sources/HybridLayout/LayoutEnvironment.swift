import Layout
import PageFormat

/// What a page's layouts in one viewport share: the variant's say, and the styles as they were computed there.
struct LayoutEnvironment {
  let viewport: LayoutViewport
  /// The variant's number.
  let variant: Int
  /// The variant's styles of nodes, where they are others: -1 is none.
  let overrides: [Int32: Int32]
  /// What layout must know of nodes beyond their styles.
  let facts: [Int32: [PageLayoutFact]]
  /// Styles are only added, so that those of the last layout keep their numbers.
  var styles: StyleComputation

  init(
    _ page: PageReader, _ input: PageLayoutInput, variant number: Int, isBuilt: Bool,
    viewport: LayoutViewport, measurer: any TextMeasurer
  ) throws(PageFormatError) {
    self.viewport = viewport
    variant = number
    let variant = input.variants[number]
    var overrides: [Int32: Int32] = [:]
    for override in variant.overrides { overrides[Int32(override.node)] = Int32(override.style ?? -1) }
    self.overrides = overrides
    var facts: [Int32: [PageLayoutFact]] = [:]
    for row in input.facts { facts[Int32(row.node)] = try page.facts(row) }
    for row in variant.facts { facts[Int32(row.node)] = try page.facts(row) }
    self.facts = facts
    styles = StyleComputation(
      page, viewport: viewport, measurer: measurer, isQuirky: input.isQuirky,
      usesFileValues: isBuilt && (number == 0 || input.isBuiltOnly))
  }
}
