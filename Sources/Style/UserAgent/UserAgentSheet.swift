/// The user agent's style sheet: what the HTML standard's rendering section (15.3) asks for, with Chromium's values where
/// they are more precise (margins of headings, form controls).
enum UserAgentSheet {
  /// The rules of every document.
  static let standard = """
    @namespace "http://www.w3.org/1999/xhtml";
    @namespace svg "http://www.w3.org/2000/svg";
    @namespace math "http://www.w3.org/1998/Math/MathML";
    @namespace any "";

    /* 15.3.1 Hidden elements */
    area, base, basefont, datalist, head, link, meta, noembed, noframes, param, rp, script, style, template, title {
      display: none;
    }
    input[type=hidden i] { display: none !important; }
    embed[hidden] { display: inline; height: 0; width: 0; }
    [hidden]:not([hidden=until-found i]) { display: none; }
    [hidden=until-found i]:not(embed) { content-visibility: hidden; }
    dialog:not([open]) { display: none; }
    [popover]:not(:popover-open):not(dialog[open]) { display: none; }

    /* 15.3.2 The page */
    html { display: block; }
    :root { view-transition-name: root; }
    body { display: block; margin: 8px; }

    /* 15.3.3 Flow content */
    address, blockquote, center, dialog, div, figure, figcaption, footer, form, header, hr, legend, listing, main, p,
    plaintext, pre, search, xmp, article, aside, h1, h2, h3, h4, h5, h6, hgroup, nav, section, dir, dd, dl, dt, menu,
    ol, ul, fieldset, details, summary, optgroup, option, frameset, frame, layer {
      display: block;
    }
    address, blockquote, center, div, figure, figcaption, footer, form, header, hr, legend, listing, main, p,
    plaintext, pre, search, summary, xmp, article, aside, h1, h2, h3, h4, h5, h6, hgroup, nav, section, table, caption,
    colgroup, col, thead, tbody, tfoot, tr, td, th, dir, dd, dl, dt, menu, ol, ul, li, bdi, output {
      unicode-bidi: isolate;
    }
    [dir=rtl i] { direction: rtl; }
    [dir=ltr i] { direction: ltr; }
    [dir=ltr i], [dir=rtl i], [dir=auto i] { unicode-bidi: isolate; }
    bdo, bdo[dir] { unicode-bidi: isolate-override; }
    textarea[dir=auto i], pre[dir=auto i] { unicode-bidi: plaintext; }

    blockquote { margin-block: 1em; margin-inline: 40px; }
    figure { margin-block: 1em; margin-inline: 40px; }
    p { margin-block: 1em; }
    dl { margin-block: 1em; }
    center { text-align: -webkit-center; }
    hr { overflow: hidden; border: 1px inset; margin-block: 0.5em; margin-inline: auto; color: gray; }
    pre, listing, plaintext, xmp { font-family: monospace; white-space: pre; margin-block: 1em; }
    listing, plaintext, xmp { font-family: monospace; }
    textarea { white-space-collapse: preserve; }
    pre[wrap] { white-space: pre-wrap; }
    nobr { white-space: nowrap; }
    wbr { text-wrap-mode: wrap; }
    dialog {
      position: absolute; inset-inline-start: 0; inset-inline-end: 0; width: fit-content; height: fit-content;
      margin: auto; border: solid; padding: 1em; background-color: Canvas; color: CanvasText;
    }
    dialog:modal { position: fixed; overflow: auto; inset-block: 0; max-width: calc(100% - 6px - 2em);
      max-height: calc(100% - 6px - 2em); user-select: text; visibility: visible; overlay: auto; }
    [popover] { position: fixed; inset: 0; width: fit-content; height: fit-content; margin: auto; border: solid;
      padding: 0.25em; overflow: auto; color: CanvasText; background-color: Canvas; }
    ::backdrop { position: fixed; inset: 0; background-color: rgba(0, 0, 0, 0.1); }
    details > summary:first-of-type { display: list-item; counter-increment: list-item 0;
      list-style: disclosure-closed inside; }
    details[open] > summary:first-of-type { list-style-type: disclosure-open; }
    details::details-content { display: block; content-visibility: hidden; }
    details[open]::details-content { content-visibility: visible; }

    /* 15.3.4 Phrasing content */
    cite, dfn, em, i, var, address { font-style: italic; }
    b, strong { font-weight: bolder; }
    code, kbd, samp, tt { font-family: monospace; }
    big { font-size: larger; }
    small { font-size: smaller; }
    sub, sup { font-size: smaller; }
    sub { vertical-align: sub; }
    sup { vertical-align: super; }
    ruby { display: ruby; text-indent: 0; }
    rt { display: ruby-text; text-indent: 0; line-height: normal; text-emphasis: none; font-size: 50%;
      text-align: start; text-decoration: none; white-space: nowrap; }
    ruby > rt { text-align: start; }
    rb { display: inline; }
    mark { background-color: Mark; color: MarkText; }
    abbr[title], acronym[title] { text-decoration: underline dotted; }
    ins, u { text-decoration: underline; }
    del, s, strike { text-decoration: line-through; }
    q::before { content: open-quote; }
    q::after { content: close-quote; }
    a:any-link { color: LinkText; text-decoration: underline; cursor: pointer; }
    svg|a:any-link { cursor: pointer; }
    area:any-link { cursor: pointer; }

    /* 15.3.6 Sections and headings */
    h1 { display: block; font-size: 2em; margin-block: 0.67em; font-weight: bold; }
    h2 { display: block; font-size: 1.5em; margin-block: 0.83em; font-weight: bold; }
    h3 { display: block; font-size: 1.17em; margin-block: 1em; font-weight: bold; }
    h4 { display: block; margin-block: 1.33em; font-weight: bold; }
    h5 { display: block; font-size: 0.83em; margin-block: 1.67em; font-weight: bold; }
    h6 { display: block; font-size: 0.67em; margin-block: 2.33em; font-weight: bold; }

    /* 15.3.7 Lists */
    dir, menu, ol, ul { margin-block: 1em; padding-inline-start: 40px; }
    dd { margin-inline-start: 40px; }
    :is(dir, menu, ol, ul, dl) :is(dir, menu, ol, ul, dl) { margin-block: 0; }
    dl dl { margin-block: 0; }
    ol { list-style-type: decimal; }
    ul, menu, dir { list-style-type: disc; }
    :is(dir, menu, ol, ul) :is(dir, menu, ul) { list-style-type: circle; }
    :is(dir, menu, ol, ul) :is(dir, menu, ol, ul) :is(dir, menu, ul) { list-style-type: square; }
    li { display: list-item; text-align: match-parent; }
    ::marker { unicode-bidi: isolate; font-variant-numeric: tabular-nums; text-transform: none; text-indent: 0; }

    /* 15.3.8 Tables */
    table { display: table; border-spacing: 2px; border-collapse: separate; box-sizing: border-box;
      text-indent: 0; }
    caption { display: table-caption; text-align: -webkit-center; }
    colgroup { display: table-column-group; }
    colgroup[hidden] { display: table-column-group; visibility: collapse; }
    col { display: table-column; }
    col[hidden] { display: table-column; visibility: collapse; }
    thead { display: table-header-group; vertical-align: middle; border-color: inherit; }
    tbody { display: table-row-group; vertical-align: middle; border-color: inherit; }
    tfoot { display: table-footer-group; vertical-align: middle; border-color: inherit; }
    table > tr { vertical-align: middle; }
    tr { display: table-row; vertical-align: inherit; border-color: inherit; }
    td, th { display: table-cell; vertical-align: inherit; padding: 1px; }
    th { font-weight: bold; }
    :is(thead, tbody, tfoot, tr)[hidden] { visibility: collapse; }

    /* 15.4 Replaced elements */
    audio:not([controls]) { display: none !important; }
    audio { width: 300px; height: 54px; }
    video { object-fit: contain; }
    img, video, canvas, embed, iframe, object { overflow: clip; overflow-clip-margin: content-box; }
    iframe { border: 2px inset; }
    img:is([sizes="auto" i], [sizes^="auto," i]) { contain: size !important; contain-intrinsic-size: 300px 150px; }
    marquee { display: inline-block; text-align: initial; overflow: hidden !important; width: -webkit-fill-available; }
    marquee:not([direction=up i], [direction=down i]) { text-wrap-mode: nowrap; }
    slot { display: contents; }
    frameset, frame { border-color: inherit; }
    map { display: inline; }
    noscript { display: inline; }

    /* 15.3.10, 15.5 Form controls */
    form { margin-block-end: 0; }
    fieldset { margin-inline: 2px; padding-block: 0.35em 0.625em; padding-inline: 0.75em; border: 2px groove ThreeDFace;
      min-inline-size: min-content; }
    legend { padding-inline: 2px; border: none; }
    input, textarea, select, button {
      margin: 0; font: 13.333333px Arial; text-rendering: auto; color: FieldText; letter-spacing: normal;
      word-spacing: normal; line-height: normal; text-transform: none; text-indent: 0; text-shadow: none;
      display: inline-block; text-align: start;
    }
    input, select, button { display: inline-block; }
    input { appearance: auto; padding: 1px 2px; background-color: Field; border: 2px inset light-dark(#767676, #858585);
      cursor: text; }
    textarea { font-family: monospace; appearance: auto; -webkit-rtl-ordering: logical; resize: both; cursor: text; padding: 2px;
      background-color: Field; border: 1px solid light-dark(#767676, #858585);
      white-space: pre-wrap; overflow-wrap: break-word; column-count: initial !important; overflow: auto; }
    input:not([type=image i]):not([type=range i]):not([type=checkbox i]):not([type=radio i]) {
      overflow: clip !important; overflow-clip-margin: 0 !important; }
    input[type=search i] { appearance: auto; box-sizing: border-box; }
    input:is([type=checkbox i], [type=radio i]) { appearance: auto; margin: 3px; padding: initial;
      background-color: initial; border: initial; cursor: default; box-sizing: border-box; }
    input[type=radio i] { margin: 3px 3px 0px 5px; }
    input[type=checkbox i] { margin: 3px 3px 3px 4px; }
    input[type=range i] { appearance: auto; padding: initial; border: initial; margin: 2px; color: #9d968e; cursor: default; }
    input[type=hidden i] { appearance: none; padding: initial; background-color: initial; border: initial; cursor: default; }
    input[type=password i] { -webkit-text-security: disc !important; }
    input[type=image i] { appearance: none; overflow: clip; overflow-clip-margin: content-box; padding: initial; background-color: initial; border: initial; cursor: pointer; display: inline-block; }
    input[type=file i] { appearance: none; padding: initial; background-color: initial; border: initial; text-overflow: ellipsis; white-space: pre; align-items: baseline; text-align: start !important; cursor: default;
      color: inherit; }
    input[type=color i] { appearance: auto; inline-size: 50px; block-size: 27px; padding-block: 1px; padding-inline: 2px;
      background-color: ButtonFace; border: 1px solid ButtonBorder; cursor: default; box-sizing: border-box;
      color: ButtonText; }
    input:is([type=date i], [type=datetime-local i], [type=month i], [type=time i], [type=week i]) {
      font-family: monospace; cursor: default; padding: 0;
      padding-inline-start: 1px; }
    input:is([type=button i], [type=submit i], [type=reset i]), button {
      appearance: auto; text-align: center; cursor: default; padding-block: 1px;
      padding-inline: 6px; border: 2px outset ButtonBorder; box-sizing: border-box; background-color: ButtonFace;
      color: ButtonText;
    }
    input:is([type=button i], [type=submit i], [type=reset i]) { white-space: pre; user-select: none; }
    input:is([type=button i], [type=submit i], [type=reset i]):disabled, button:disabled {
      color: light-dark(rgba(16, 16, 16, 0.3), rgba(255, 255, 255, 0.3)); border-color: light-dark(rgba(118, 118, 118, 0.3), rgba(195, 195, 195, 0.3));
      background-color: light-dark(rgba(239, 239, 239, 0.3), rgba(19, 1, 1, 0.3)); }
    input:disabled, textarea:disabled { cursor: default; background-color: light-dark(rgba(239, 239, 239, 0.3), rgba(59, 59, 59, 0.3));
      color: light-dark(rgb(84, 84, 84), rgb(170, 170, 170)); border-color: rgba(118, 118, 118, 0.3); }
    input:is([type=checkbox i], [type=radio i], [type=range i], [type=image i], [type=file i], [type=hidden i]):disabled {
      background-color: initial; }
    input[type=range i]:disabled { color: #c5c5c5; }
    input[type=color i]:disabled { color: light-dark(rgba(16, 16, 16, 0.3), rgba(255, 255, 255, 0.3)); }
    select { appearance: auto; box-sizing: border-box; align-items: center; border: 1px solid light-dark(#767676, #858585);
      border-radius: 0; white-space: pre; -webkit-rtl-ordering: logical; color: FieldText; background-color: ButtonFace;
      cursor: default; }
    select:not([multiple]):not([size]), select[size="1"]:not([multiple]), select[size="0"]:not([multiple]) {
      overflow: clip !important; overflow-clip-margin: content-box !important; }
    select:where([multiple], [size]:not([size="0"]):not([size="1"])) { appearance: auto; align-items: flex-start;
      border: 1px solid light-dark(#767676, #858585); border-radius: 2px; vertical-align: text-bottom; white-space: nowrap;
      background-color: Field; overflow-x: hidden; overflow-y: scroll; display: inline-block; }
    select:disabled { opacity: 0.7; color: light-dark(graytext, #aaaaaa); border-color: rgba(118, 118, 118, 0.3); }
    optgroup { font-weight: bolder; display: block; white-space: normal; }
    option { font-weight: normal; display: block; min-block-size: 1.2em; padding-block: 0 1px; padding-inline: 2px;
      white-space: nowrap; }
    option:disabled, optgroup:disabled { color: light-dark(graytext, #aaaaaa); }
    select option { min-block-size: max(24px, 1.2em); min-inline-size: 24px; gap: 0.5em; align-items: center; }
    select:not([multiple]):is(:not([size]), [size="0"], [size="1"]) option:disabled { color: inherit; }
    select hr { margin-block: 0.5em; white-space: normal; }
    select:is([multiple], [size]:not([size="0"]):not([size="1"])) option { min-block-size: 1.2em; min-inline-size: auto;
      gap: normal; align-items: normal; }
    select:is([multiple], [size]:not([size="0"]):not([size="1"])) optgroup { white-space: nowrap; }
    select:is([multiple], [size]:not([size="0"]):not([size="1"])) optgroup > option { padding-inline-start: 20px; }
    select:is([multiple], [size]:not([size="0"]):not([size="1"])) hr { border-style: none; margin-block: 0.5em 0;
      margin-inline: 0; }
    ::placeholder { color: #757575; opacity: 1; text-overflow: inherit; line-height: initial; white-space: pre;
      overflow-wrap: normal; overflow: hidden; -webkit-text-security: none; pointer-events: none !important; display: block; }
    textarea::placeholder { white-space: pre-wrap; overflow-wrap: break-word; overflow: visible; }
    ::file-selector-button { appearance: auto; align-items: flex-start; text-align: center; cursor: default; padding-block: 1px;
      padding-inline: 6px; border: 2px outset ButtonBorder; box-sizing: border-box; background-color: ButtonFace;
      color: ButtonText; font: 13.333333px Arial; letter-spacing: normal; word-spacing: normal; line-height: normal;
      text-transform: none; text-indent: 0; text-shadow: none; display: inline-block; margin: 0; margin-inline-end: 4px;
      white-space: pre; }
    output { display: inline; }
    progress { appearance: auto; box-sizing: border-box; display: inline-block; block-size: 1em; inline-size: 10em;
      vertical-align: -0.2em; }
    meter { appearance: auto; box-sizing: border-box; display: inline-block; block-size: 1em; inline-size: 5em;
      vertical-align: -0.2em; }
    input[type=range i]::-webkit-slider-runnable-track { display: block; box-sizing: border-box; }
    input[type=range i]::-webkit-slider-thumb { appearance: auto; display: block; box-sizing: border-box; }
    progress::-webkit-progress-bar { display: block; box-sizing: border-box; background-color: gray; }
    progress::-webkit-progress-value { display: block; box-sizing: border-box; background-color: green; }
    meter::-webkit-meter-bar { display: block; box-sizing: border-box;
      background-image: linear-gradient(#ddd, #eee 20%, #ccc 45%, #ccc 55%, #ddd); }
    meter::-webkit-meter-optimum-value { display: block; box-sizing: border-box;
      background-image: linear-gradient(#ad7, #cea 20%, #7a3 45%, #7a3 55%, #ad7); }
    meter::-webkit-meter-suboptimum-value { display: block; box-sizing: border-box;
      background-image: linear-gradient(#fe7, #ffc 20%, #db3 45%, #db3 55%, #fe7); }
    meter::-webkit-meter-even-less-good-value { display: block; box-sizing: border-box;
      background-image: linear-gradient(#f77, #fcc 20%, #d44 45%, #d44 55%, #f77); }
    label { cursor: default; }
    datalist { display: none; }

    /* SVG */
    svg|svg:not(:root), svg|symbol, svg|image, svg|marker, svg|pattern, svg|foreignObject { overflow: hidden; }
    svg|svg:not(:root) { overflow-clip-margin: content-box; }
    svg|foreignObject { display: block; }
    svg|text, svg|foreignObject { text-indent: 0; }
    svg|text { white-space: nowrap; display: block; }
    svg|tspan, svg|textPath { white-space-collapse: inherit; }
    svg|hatch, svg|clipPath, svg|defs, svg|linearGradient, svg|mask, svg|metadata, svg|desc, svg|title, svg|style, svg|script {
      display: inline; }
    svg|svg:root { overflow: visible; }
    """

  /// What documents in quirks mode add (HTML, 15.3 and the Quirks Mode standard).
  static let quirks = """
    @namespace "http://www.w3.org/1999/xhtml";
    table { font-weight: initial; font-style: initial; font-variant: initial; font-size: initial; line-height: initial;
      white-space: initial; text-align: initial; }
    form { margin-block-end: 1em; }
    img[align=left i] { margin-right: 3px; }
    img[align=right i] { margin-left: 3px; }
    li { list-style-position: inside; }
    li :is(dir, menu, ol, ul) { list-style-position: outside; }
    :is(dir, menu, ol, ul) :is(dir, menu, ol, ul, li) { list-style-position: unset; }
    input:not([type=image i]):not([type=checkbox i]):not([type=radio i]), textarea { box-sizing: border-box; }
    """

  /// What print adds.
  static let print = """
    @namespace "http://www.w3.org/1999/xhtml";
    @media print {
      img, video { break-inside: avoid; }
    }
    """
}
