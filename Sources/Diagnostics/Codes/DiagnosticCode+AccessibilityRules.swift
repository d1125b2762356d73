extension DiagnosticCode {
  /// Further codes of accessibility: which attributes, roles and elements go together.
  static let accessibilityRules: [DiagnosticCode] = [
    frameWithoutTitle, zoomForbidden, pageRefreshes, unknownHeader, listStructure, unknownARIAAttribute,
    invalidARIAValue, disallowedARIA, disallowedRole, missingARIAState, misplacedRole, nestedControl,
    conflictingRole, invalidLanguage, invalidAutocomplete, labelDiffersFromText, objectWithoutText, hiddenPage,
    emptyHeading, dialogWithoutName, repeatedLandmark, movingContent, repeatedAccessKey, textOverlap,
    coveredText,
  ]

  /// An `<iframe>` that nothing names.
  public static let frameWithoutTitle = DiagnosticCode(
    4195, .warning, "A frame has no title",
    """
    A screen reader says “frame” and nothing more, so that readers have to enter it to learn what it holds. Give the \
    `<iframe>` a `title`. (WCAG 4.1.2)
    """)

  /// `<meta name="viewport">` that keeps readers from enlarging the page.
  public static let zoomForbidden = DiagnosticCode(
    4196, .warning, "The page cannot be enlarged",
    """
    `user-scalable=no`, or a `maximum-scale` below 2, keeps readers with weak eyes from enlarging the page with two fingers. \
    Leave both out. (WCAG 1.4.4)
    """)

  /// `<meta http-equiv="refresh">` after a delay.
  public static let pageRefreshes = DiagnosticCode(
    4197, .warning, "The page loads another one by itself",
    """
    A page that changes after a while interrupts readers who are slow or use a screen reader. Use a link, or a redirect of the \
    server, which has no delay. (WCAG 2.2.1)
    """)

  /// `headers` and `scope` of cells.
  public static let unknownHeader = DiagnosticCode(
    4198, .warning, "A cell's header is unknown",
    """
    `headers` names cells of the same table by their ids, and `scope` of a `<th>` is `row`, `col`, `rowgroup` or `colgroup`. \
    Anything else leaves the cell without a header. (WCAG 1.3.1)
    """)

  /// Lists with other children than items, and items without a list.
  public static let listStructure = DiagnosticCode(
    4199, .warning, "A list has something else than items",
    """
    A screen reader announces how many items a list has. `<ul>` and `<ol>` hold `<li>` and nothing else, `<dl>` holds `<dt>`, \
    `<dd>` and `<div>`s of them, and these are in no other element. Put what else there is into an item. (WCAG 1.3.1)
    """)

  /// An `aria-` attribute that no specification has.
  public static let unknownARIAAttribute = DiagnosticCode(
    4200, .warning, "An ARIA attribute is unknown",
    """
    WAI-ARIA has no attribute of this name, so that it does nothing. Look for a misspelt name.
    """)

  /// An `aria-` attribute with a value that it does not take.
  public static let invalidARIAValue = DiagnosticCode(
    4201, .warning, "An ARIA attribute has an invalid value",
    """
    The attribute counts as missing, or as its default. Most take `true` and `false`, others a number or one of a few words; \
    the reference of WAI-ARIA lists them. (WCAG 4.1.2)
    """)

  /// An `aria-` attribute on a role that does not have it.
  public static let disallowedARIA = DiagnosticCode(
    4202, .warning, "An ARIA attribute has no effect here",
    """
    The element's role does not have the attribute: a button cannot be selected, and boxes without a role and texts cannot be \
    named. Give the element the role that fits, or leave the attribute out. (WCAG 4.1.2)
    """)

  /// A role that an element must not have.
  public static let disallowedRole = DiagnosticCode(
    4203, .warning, "An element must not have this role",
    """
    The element is used in one way and announced as something else: a heading that is called a button still does nothing. \
    Put an element of that kind inside, or take one without a role of its own. (WCAG 4.1.2)
    """)

  /// A role without a state that it needs.
  public static let missingARIAState = DiagnosticCode(
    4204, .warning, "A role lacks an attribute that it needs",
    """
    A check box without `aria-checked` is announced without saying whether it is checked. HTML's own elements have these states \
    by themselves. (WCAG 4.1.2)
    """)

  /// A role outside of what has to be around it, or without what has to be in it.
  public static let misplacedRole = DiagnosticCode(
    4205, .warning, "A role is in the wrong place",
    """
    An option belongs into a list box, a tab into a tab list, a cell into a row. Elsewhere the role counts for nothing. A list \
    box, in turn, holds options. (WCAG 1.3.1)
    """)

  /// A control in a control.
  public static let nestedControl = DiagnosticCode(
    4206, .warning, "A control is inside another one",
    """
    A button, a check box, a tab and the like are announced as one thing with their contents. What can be pressed inside of them \
    is not announced, though the keyboard reaches it. Put the two side by side. (WCAG 4.1.2)
    """)

  /// `role=none` on something that can be used.
  public static let conflictingRole = DiagnosticCode(
    4207, .warning, "An element cannot be taken for nothing",
    """
    `role="none"` and `role="presentation"` have no effect on what takes the focus and on what has ARIA attributes. Leave the role \
    or the others out. (WCAG 4.1.2)
    """)

  /// `lang` that names no language.
  public static let invalidLanguage = DiagnosticCode(
    4208, .warning, "A language is unknown",
    """
    `lang` starts with the code of a language in two or three letters, such as `en`, `pt-BR` or `zh-Hant`. With another one a screen \
    reader reads with the wrong voice. `xml:lang` names the same language. (WCAG 3.1.1, 3.1.2)
    """)

  /// `autocomplete` that browsers do not understand.
  public static let invalidAutocomplete = DiagnosticCode(
    4209, .warning, "`autocomplete` is invalid",
    """
    It takes the fields that HTML lists, such as `name`, `email` or `shipping street-address`. Browsers fill in nothing for others, \
    and programs that help readers with fields do not know what is wanted. (WCAG 1.3.5)
    """)

  /// A name that does not hold the text on the control.
  public static let labelDiffersFromText = DiagnosticCode(
    4210, .warning, "A control's name differs from its text",
    """
    Readers who speak to the device say what they see. `aria-label` has to hold the text of the button or link, best at its start. \
    (WCAG 2.5.3)
    """)

  /// An `<object>` without a text.
  public static let objectWithoutText = DiagnosticCode(
    4211, .warning, "An embedded object has no text",
    """
    Readers who do not see it get nothing. Give the `<object>` a `title` or `aria-label`. (WCAG 1.1.1)
    """)

  /// `aria-hidden` on the whole page.
  public static let hiddenPage = DiagnosticCode(
    4212, .warning, "The whole page is hidden from assistive technology",
    """
    `aria-hidden="true"` on `<body>` leaves nothing to read. Some libraries set it while a dialog is open; use a `<dialog>`. \
    (WCAG 4.1.2)
    """)

  /// A heading or a header cell without a text.
  public static let emptyHeading = DiagnosticCode(
    4213, .warning, "A heading is empty",
    """
    Screen readers list headings and read header cells with each cell. Give it a text, or use another element where it is \
    there for its looks. (WCAG 1.3.1)
    """)

  /// A dialog, meter, progress bar or tooltip that nothing names.
  public static let dialogWithoutName = DiagnosticCode(
    4214, .warning, "A dialog or gauge has no name",
    """
    A screen reader says “dialog” or “40 percent” and nothing more. Name it by `aria-label`, or by `aria-labelledby` with the id of \
    its heading; a `<meter>` and a `<progress>` take a `<label>`. (WCAG 4.1.2)
    """)

  /// A landmark that is there twice and cannot be distinguished.
  public static let repeatedLandmark = DiagnosticCode(
    4215, .warning, "Two landmarks are alike",
    """
    Screen readers list landmarks to jump to. A page has one `<main>`, one banner and one footer of its own, and several \
    navigations have names of their own by `aria-label`. (WCAG 1.3.1)
    """)

  /// `<marquee>`, `<blink>` and maps on the server.
  public static let movingContent = DiagnosticCode(
    4216, .warning, "An element cannot be used by everybody",
    """
    `<marquee>` and `<blink>` move without a way to stop them, and an image with `ismap` needs a mouse. (WCAG 2.1.1, 2.2.2)
    """)

  /// Two elements with one `accesskey`.
  public static let repeatedAccessKey = DiagnosticCode(
    4217, .warning, "Two elements have the same access key",
    """
    Browsers go from one to the other, or take the first, so that the second cannot be reached by its key.
    """)

  /// Texts that overlap where the reader has a large text size.
  public static let textOverlap = DiagnosticCode(
    4218, .warning, "Enlarged texts overlap",
    """
    At twice the text size the text of one element covers that of another, and neither can be read. Boxes with a fixed height, and \
    places that are given in px, do not grow with the text. (WCAG 1.4.4)
    """)

  /// Texts that overlap at the usual text size.
  public static let coveredText = DiagnosticCode(
    4219, .warning, "Texts overlap",
    """
    The text of one element covers that of another, with nothing painted between them, and neither can be read. A negative \
    margin, a fixed height or a place that is given in px does this. Text that assistive technology does not read is not meant. \
    (WCAG 1.4.4)
    """)
}
