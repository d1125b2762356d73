import CSS

/// The dialect's default styles, in place of HTML's rendering section: every component is a flex container in a column, as
/// Yoga has it.
///
/// Sizes of texts follow the reader's text size, as Dynamic Type has it: the root's is 17 px at the usual size (1.0625 times `medium`),
/// those of components are parts of it.
enum TokenUserAgentSheet {
  static let text = rules + nativeProperties

  /// Native properties belong to the component that has them, not to those inside it.
  private static let nativeProperties = TokenPropertyNames.nativeProperties.map {
    "@property \(TokenPropertyNames.nativePrefix)\($0) { syntax: \"*\"; inherits: false }\n"
  }.joined()

  private static let rules = """
    html { display: block; width: 100%; height: 100%; font: 1.0625rem/1.2 "Helvetica Neue", sans-serif }
    title, style, link, script, meta, head:not(:has(> navigationBar)), head > :not(navigationBar) {
      display: none !important
    }
    head { display: contents }
    [dir="rtl" i] { direction: rtl }
    [dir="ltr" i] { direction: ltr }
    body, body * {
      display: flex; flex-direction: column; position: relative; box-sizing: border-box; flex-shrink: 0;
      min-width: 0; min-height: 0; align-content: flex-start; align-items: stretch; margin: 0; padding: 0;
      border: 0 solid #000
    }
    body { overflow: hidden; min-height: 100% }
    scrollView, table, textArea, webView { overflow: auto }
    label {
      flex-direction: column !important; flex-wrap: nowrap !important; align-items: stretch !important;
      justify-content: center !important; align-content: center !important; white-space: pre-line;
      overflow-wrap: break-word
    }
    label[lines]:not([lines="0"]) { display: -webkit-box; -webkit-box-orient: vertical; overflow: hidden }
    button, navItem { justify-content: center; text-align: center; font-size: calc(15rem / 17); color: light-dark(#0066cc, #409cff) }
    button label, navItem label { text-align: start; font-size: 1rem; color: #000 }
    input, searchBar, textArea { font-size: calc(14rem / 17); white-space: pre }
    input, textArea { justify-content: center; overflow: hidden }
    input { min-height: max(30px, 1.2em) }
    textArea { justify-content: flex-start; white-space: pre-wrap }
    switch { width: 51px; height: 31px }
    segment { height: 32px; min-width: 131px }
    searchBar { height: 56px }
    dots { height: 26px }
    picker { height: 216px }
    table {
      --hybrid-row-height: var(--native-row-height); --hybrid-section-height: var(--native-row-section-height);
      --hybrid-section-margin: var(--native-section-margin)
    }
    tableRow { min-height: 44px }
    tableRow:is([accessoryType="indicator" i], [accessory-type="indicator" i]) { padding-inline-end: 32px }
    tableRow:is([accessoryType="checkmark" i], [accessory-type="checkmark" i]) { padding-inline-end: 40px }
    tableRow:is([accessoryType="detail" i], [accessory-type="detail" i]) { padding-inline-end: 46px }
    tableRow:is([accessoryType="detaildisclosure" i], [accessory-type="detaildisclosure" i]) { padding-inline-end: 64px }
    head > navigationBar {
      display: flex; flex-direction: row; align-items: center; justify-content: flex-end; position: absolute;
      box-sizing: border-box; top: -44px; left: 0; right: 0; height: 44px; padding: 0 16px; border: 0 solid #000
    }
    head > navigationBar * {
      display: flex; flex-direction: column; position: relative; box-sizing: border-box; flex-shrink: 0; min-width: 0;
      min-height: 0; margin: 0 0 0 12px; padding: 0; border: 0 solid #000
    }
    head > navigationBar > navItem[position="left"] { margin: 0 12px 0 0; order: -1 }
    head > navigationBar > navItem[position="left"]:nth-last-child(1 of [position="left"]) { margin-right: auto }

    """
}
