/// What a node of a page is to assistive technology: the roles of WAI-ARIA, and those of content that has none there. The raw
/// values are stored.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
public enum SemanticRole: UInt8, Sendable, CaseIterable {
  /// `generic`.
  case generic = 0
  /// `text`.
  case text = 1
  /// `paragraph`.
  case paragraph = 2
  /// `heading`.
  case heading = 3
  /// `link`.
  case link = 4
  /// `button`.
  case button = 5
  /// `image`.
  case image = 6
  /// `list`.
  case list = 7
  /// `listitem`.
  case listItem = 8
  /// `main`.
  case main = 9
  /// `navigation`.
  case navigation = 10
  /// `banner`.
  case banner = 11
  /// `contentinfo`.
  case contentInfo = 12
  /// `complementary`.
  case complementary = 13
  /// `region`.
  case region = 14
  /// `search`.
  case search = 15
  /// `form`.
  case form = 16
  /// `article`.
  case article = 17
  /// `checkbox`.
  case checkbox = 18
  /// `radio`.
  case radio = 19
  /// `switch`.
  case `switch` = 20
  /// `textbox`.
  case textField = 21
  /// `searchbox`.
  case searchField = 22
  /// `combobox`.
  case comboBox = 23
  /// `listbox`.
  case listBox = 24
  /// `option`.
  case option = 25
  /// `spinbutton`.
  case spinButton = 26
  /// `slider`.
  case slider = 27
  /// `progressbar`.
  case progressIndicator = 28
  /// `meter`.
  case meter = 29
  /// `group`.
  case group = 30
  /// `radiogroup`.
  case radioGroup = 31
  /// `table`.
  case table = 32
  /// `row`.
  case row = 33
  /// `rowgroup`.
  case rowGroup = 34
  /// `cell`.
  case cell = 35
  /// `columnheader`.
  case columnHeader = 36
  /// `rowheader`.
  case rowHeader = 37
  /// `caption`.
  case caption = 38
  /// `grid`.
  case grid = 39
  /// `gridcell`.
  case gridCell = 40
  /// `treegrid`.
  case treeGrid = 41
  /// `tree`.
  case tree = 42
  /// `treeitem`.
  case treeItem = 43
  /// `dialog`.
  case dialog = 44
  /// `alertdialog`.
  case alertDialog = 45
  /// `alert`.
  case alert = 46
  /// `status`.
  case status = 47
  /// `log`.
  case log = 48
  /// `timer`.
  case timer = 49
  /// `marquee`.
  case marquee = 50
  /// `tooltip`.
  case tooltip = 51
  /// `menu`.
  case menu = 52
  /// `menubar`.
  case menuBar = 53
  /// `menuitem`.
  case menuItem = 54
  /// `menuitemcheckbox`.
  case menuItemCheckbox = 55
  /// `menuitemradio`.
  case menuItemRadio = 56
  /// `tab`.
  case tab = 57
  /// `tablist`.
  case tabList = 58
  /// `tabpanel`.
  case tabPanel = 59
  /// `toolbar`.
  case toolbar = 60
  /// `separator`.
  case separator = 61
  /// `scrollbar`.
  case scrollBar = 62
  /// `figure`.
  case figure = 63
  /// `blockquote`.
  case blockquote = 64
  /// `code`.
  case code = 65
  /// `definition`.
  case definition = 66
  /// `term`.
  case term = 67
  /// `deletion`.
  case deletion = 68
  /// `insertion`.
  case insertion = 69
  /// `emphasis`.
  case emphasis = 70
  /// `strong`.
  case strong = 71
  /// `subscript`.
  case `subscript` = 72
  /// `superscript`.
  case superscript = 73
  /// `mark`.
  case mark = 74
  /// `time`.
  case time = 75
  /// `math`.
  case math = 76
  /// `note`.
  case note = 77
  /// `document`.
  case document = 78
  /// `application`.
  case application = 79
  /// `feed`.
  case feed = 80
  /// `directory`.
  case directory = 81
  /// `suggestion`.
  case suggestion = 82
  /// `comment`.
  case comment = 83
  /// `sectionheader`.
  case sectionHeader = 84
  /// `sectionfooter`.
  case sectionFooter = 85
  /// `none`.
  case presentation = 86
  /// `graphics-document`.
  case graphicsDocument = 87
  /// `graphics-object`.
  case graphicsObject = 88
  /// `graphics-symbol`.
  case graphicsSymbol = 89
  /// `label`.
  case label = 90
  /// `legend`.
  case legend = 91
  /// `iframe`.
  case iframe = 92
  /// `video`.
  case video = 93
  /// `audio`.
  case audio = 94
  /// `canvas`.
  case canvas = 95
  /// `object`.
  case embeddedObject = 96
  /// `ruby`.
  case ruby = 97
  /// `doc-abstract`.
  case docAbstract = 98
  /// `doc-acknowledgments`.
  case docAcknowledgments = 99
  /// `doc-afterword`.
  case docAfterword = 100
  /// `doc-appendix`.
  case docAppendix = 101
  /// `doc-backlink`.
  case docBackLink = 102
  /// `doc-biblioentry`.
  case docBiblioEntry = 103
  /// `doc-bibliography`.
  case docBibliography = 104
  /// `doc-biblioref`.
  case docBiblioRef = 105
  /// `doc-chapter`.
  case docChapter = 106
  /// `doc-colophon`.
  case docColophon = 107
  /// `doc-conclusion`.
  case docConclusion = 108
  /// `doc-cover`.
  case docCover = 109
  /// `doc-credit`.
  case docCredit = 110
  /// `doc-credits`.
  case docCredits = 111
  /// `doc-dedication`.
  case docDedication = 112
  /// `doc-endnote`.
  case docEndnote = 113
  /// `doc-endnotes`.
  case docEndnotes = 114
  /// `doc-epigraph`.
  case docEpigraph = 115
  /// `doc-epilogue`.
  case docEpilogue = 116
  /// `doc-errata`.
  case docErrata = 117
  /// `doc-example`.
  case docExample = 118
  /// `doc-footnote`.
  case docFootnote = 119
  /// `doc-foreword`.
  case docForeword = 120
  /// `doc-glossary`.
  case docGlossary = 121
  /// `doc-glossref`.
  case docGlossRef = 122
  /// `doc-index`.
  case docIndex = 123
  /// `doc-introduction`.
  case docIntroduction = 124
  /// `doc-noteref`.
  case docNoteRef = 125
  /// `doc-notice`.
  case docNotice = 126
  /// `doc-pagebreak`.
  case docPageBreak = 127
  /// `doc-pagefooter`.
  case docPageFooter = 128
  /// `doc-pageheader`.
  case docPageHeader = 129
  /// `doc-pagelist`.
  case docPageList = 130
  /// `doc-part`.
  case docPart = 131
  /// `doc-preface`.
  case docPreface = 132
  /// `doc-prologue`.
  case docPrologue = 133
  /// `doc-pullquote`.
  case docPullQuote = 134
  /// `doc-qna`.
  case docQna = 135
  /// `doc-subtitle`.
  case docSubtitle = 136
  /// `doc-tip`.
  case docTip = 137
  /// `doc-toc`.
  case docToc = 138

  /// The name as WAI-ARIA and this project's documents write it.
  public var name: String { Self.names[Int(rawValue)] }

  /// The role of a name, in any case of letters; `nil` where it is unknown.
  public init?(named name: some StringProtocol) {
    let name = name.lowercased()
    guard let role = Self.byName[name] else { return nil }
    self = role
  }

  private static let byName: [String: SemanticRole] = {
    var known = Dictionary(uniqueKeysWithValues: allCases.map { ($0.name, $0) })
    // Other spellings, and roles that WAI-ARIA made one of.
    known["img"] = .image
    known["presentation"] = .presentation
    // No `role` attribute says these.
    for role in nativeOnly { known[role.name] = nil }
    return known
  }()

  /// The roles that only elements of HTML and texts have: a `role` attribute cannot name them.
  private static let nativeOnly: [SemanticRole] = [
    .text, .label, .legend, .iframe, .video, .audio, .canvas, .embeddedObject, .ruby,
  ]

  private static let names: [String] = [
    "generic", "text", "paragraph", "heading", "link", "button", "image", "list", "listitem", "main", "navigation",
    "banner", "contentinfo", "complementary", "region", "search", "form", "article", "checkbox", "radio", "switch",
    "textbox", "searchbox", "combobox", "listbox", "option", "spinbutton", "slider", "progressbar", "meter", "group",
    "radiogroup", "table", "row", "rowgroup", "cell", "columnheader", "rowheader", "caption", "grid", "gridcell",
    "treegrid", "tree", "treeitem", "dialog", "alertdialog", "alert", "status", "log", "timer", "marquee", "tooltip",
    "menu", "menubar", "menuitem", "menuitemcheckbox", "menuitemradio", "tab", "tablist", "tabpanel", "toolbar",
    "separator", "scrollbar", "figure", "blockquote", "code", "definition", "term", "deletion", "insertion",
    "emphasis", "strong", "subscript", "superscript", "mark", "time", "math", "note", "document", "application",
    "feed", "directory", "suggestion", "comment", "sectionheader", "sectionfooter", "none", "graphics-document",
    "graphics-object", "graphics-symbol", "label", "legend", "iframe", "video", "audio", "canvas",
    "object", "ruby", "doc-abstract", "doc-acknowledgments", "doc-afterword", "doc-appendix", "doc-backlink",
    "doc-biblioentry", "doc-bibliography", "doc-biblioref", "doc-chapter", "doc-colophon", "doc-conclusion",
    "doc-cover", "doc-credit", "doc-credits", "doc-dedication", "doc-endnote", "doc-endnotes", "doc-epigraph",
    "doc-epilogue", "doc-errata", "doc-example", "doc-footnote", "doc-foreword", "doc-glossary", "doc-glossref",
    "doc-index", "doc-introduction", "doc-noteref", "doc-notice", "doc-pagebreak", "doc-pagefooter",
    "doc-pageheader", "doc-pagelist", "doc-part", "doc-preface", "doc-prologue", "doc-pullquote", "doc-qna",
    "doc-subtitle", "doc-tip", "doc-toc",
  ]
}
