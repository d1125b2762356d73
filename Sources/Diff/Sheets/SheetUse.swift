/// One use of a style sheet by a page: a `<link>`, a `<style>` element, or an `@import` of a sheet that the page uses.
struct SheetUse: Hashable {
  /// The sheet's path in the release, or that of a ``StyleElement``.
  var path: String
  /// The media query or other condition under which it applies; empty for none.
  var condition: String
  /// The page, or the sheet that imports it.
  var file: String
  /// The line of the tag or rule in ``file``, from 1.
  var line: Int
  /// The index of the importing sheet in the page's list; `nil` for a `<link>` or a `<style>`.
  var importer: Int?
}
