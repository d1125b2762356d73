import CHarfBuzz
import Shaping

extension FontFace {
  /// Whether the face substitutes glyphs under a feature in any script.
  func hasSubstitution(_ feature: StaticString) -> Bool {
    let wanted = openTypeTag(feature)
    let table = openTypeTag("GSUB")
    var count: UInt32 = 0
    let total = hb_ot_layout_table_get_feature_tags(hbFace, table, 0, &count, nil)
    guard total > 0, total <= 4096 else { return false }
    var tags = [UInt32](repeating: 0, count: Int(total))
    count = total
    hb_ot_layout_table_get_feature_tags(hbFace, table, 0, &count, &tags)
    return tags.prefix(Int(count)).contains(wanted)
  }
}
