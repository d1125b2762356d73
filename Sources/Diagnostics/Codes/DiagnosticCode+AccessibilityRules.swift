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
    A screen reader says “frame” and nothing more. Readers have to enter it to learn what it contains. Give the \
    `<iframe>` a `title`. (WCAG 4.1.2)
    """)

  /// `<meta name="viewport">` that keeps readers from enlarging the page.
  public static let zoomForbidden = DiagnosticCode(
    4196, .warning, "The page cannot be enlarged",
    """
    `user-scalable=no`, or a `maximum-scale` below 2, prevents readers with low vision from enlarging the page with two \
    fingers. Leave both out. (WCAG 1.4.4)
    """)

  /// `<meta http-equiv="refresh">` after a delay.
  public static let pageRefreshes = DiagnosticCode(
    4197, .warning, "The page loads another one by itself",
    """
    A page that changes after a while interrupts readers who are slow or use a screen reader. Use a link, or a redirect \
    on the server, which has no delay. (WCAG 2.2.1)
    """)

  /// `headers` and `scope` of cells.
  public static let unknownHeader = DiagnosticCode(
    4198, .warning, "A cell's header is unknown",
    """
    `headers` lists ids of cells in the same table, and `scope` of a `<th>` is `row`, `col`, `rowgroup` or `colgroup`. \
    With any other value, the cell has no header. (WCAG 1.3.1)
    """)

  /// Lists with other children than items, and items without a list.
  public static let listStructure = DiagnosticCode(
    4199, .warning, "A list has something else than items",
    """
    A screen reader announces how many items a list has. `<ul>` and `<ol>` contain only `<li>`; `<dl>` contains `<dt>`, \
    `<dd>`, and `<div>`s of them. These items belong in no other element. Put any other contents into an item. (WCAG \
    1.3.1)
    """)

  /// An `aria-` attribute that no specification has.
  public static let unknownARIAAttribute = DiagnosticCode(
    4200, .warning, "An ARIA attribute is unknown",
    """
    WAI-ARIA has no attribute of this name, so it has no effect. Look for a misspelt name.
    """)

  /// An `aria-` attribute with a value that it does not take.
  public static let invalidARIAValue = DiagnosticCode(
    4201, .warning, "An ARIA attribute has an invalid value",
    """
    The attribute counts as missing, or as its default. Most take `true` and `false`; others take a number or one of a \
    few words. WAI-ARIA's reference lists them. (WCAG 4.1.2)
    """)

  /// An `aria-` attribute on a role that does not have it.
  public static let disallowedARIA = DiagnosticCode(
    4202, .warning, "An ARIA attribute has no effect here",
    """
    The element's role does not support the attribute. For example, a button cannot be selected, and boxes without a \
    role and texts cannot be named. Give the element the role that fits, or remove the attribute. (WCAG 4.1.2)
    """)

  /// A role that an element must not have.
  public static let disallowedRole = DiagnosticCode(
    4203, .warning, "An element must not have this role",
    """
    The element behaves in one way and is announced as another: a heading with the role of a button still does nothing. \
    Put an element of that kind inside, or use an element without a role of its own. (WCAG 4.1.2)
    """)

  /// A role without a state that it needs.
  public static let missingARIAState = DiagnosticCode(
    4204, .warning, "A role lacks an attribute that it needs",
    """
    Screen readers announce a check box without `aria-checked`, but not whether it is checked. HTML's own elements have \
    these states by themselves. (WCAG 4.1.2)
    """)

  /// A role outside of what has to be around it, or without what has to be in it.
  public static let misplacedRole = DiagnosticCode(
    4205, .warning, "A role is in the wrong place",
    """
    An option belongs in a list box, a tab in a tab list, and a cell in a row. Elsewhere the role has no effect. A list \
    box, in turn, contains options. (WCAG 1.3.1)
    """)

  /// A control in a control.
  public static let nestedControl = DiagnosticCode(
    4206, .warning, "A control is inside another one",
    """
    A screen reader announces a button, a check box or a tab as one element with its contents. It does not announce a \
    control inside, though the keyboard reaches it. Put the two side by side. (WCAG 4.1.2)
    """)

  /// `role=none` on something that can be used.
  public static let conflictingRole = DiagnosticCode(
    4207, .warning, "An element cannot be taken for nothing",
    """
    `role="none"` and `role="presentation"` have no effect on elements that take the focus or have ARIA attributes. \
    Remove the role, or what conflicts with it. (WCAG 4.1.2)
    """)

  /// `lang` that names no language.
  public static let invalidLanguage = DiagnosticCode(
    4208, .warning, "A language is unknown",
    """
    `lang` begins with a language code of two or three letters, such as `en`, `pt-BR` or `zh-Hant`. With an unknown one, \
    a screen reader uses the wrong voice. `xml:lang` names the same language. (WCAG 3.1.1, 3.1.2)
    """)

  /// `autocomplete` that browsers do not understand.
  public static let invalidAutocomplete = DiagnosticCode(
    4209, .warning, "`autocomplete` is invalid",
    """
    The attribute takes the fields that HTML lists, such as `name`, `email` or `shipping street-address`. For any other, \
    browsers fill in nothing, and programs that assist readers do not know what the field is for. (WCAG 1.3.5)
    """)

  /// A name that does not hold the text on the control.
  public static let labelDiffersFromText = DiagnosticCode(
    4210, .warning, "A control's name differs from its text",
    """
    Readers who control the device by voice say what they see. `aria-label` must contain the text of the button or link, \
    preferably at its start. (WCAG 2.5.3)
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
    `aria-hidden="true"` on `<body>` hides everything. Some libraries set it while a dialog is open; use a `<dialog>`. \
    (WCAG 4.1.2)
    """)

  /// A heading or a header cell without a text.
  public static let emptyHeading = DiagnosticCode(
    4213, .warning, "A heading is empty",
    """
    Screen readers list headings, and read header cells with each cell. Give the element a text. If only its looks \
    matter, use another element. (WCAG 1.3.1)
    """)

  /// A dialog, meter, progress bar or tooltip that nothing names.
  public static let dialogWithoutName = DiagnosticCode(
    4214, .warning, "A dialog or gauge has no name",
    """
    A screen reader says “dialog” or “40 percent” and nothing more. Name the element with `aria-label`, or with \
    `aria-labelledby` and the id of its heading. A `<meter>` and a `<progress>` take a `<label>`. (WCAG 4.1.2)
    """)

  /// A landmark that is there twice and cannot be distinguished.
  public static let repeatedLandmark = DiagnosticCode(
    4215, .warning, "Two landmarks are alike",
    """
    Screen readers list landmarks for readers to jump to. A page has one `<main>`, one banner and one footer. Give each \
    of several navigations its own name with `aria-label`. (WCAG 1.3.1)
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
    Browsers switch between the two, or take the first. The key may then never reach the second.
    """)

  /// Texts that overlap where the reader has a large text size.
  public static let textOverlap = DiagnosticCode(
    4218, .warning, "Enlarged texts overlap",
    """
    At twice the text size, the text of one element covers the text of another, and neither can be read. Boxes with a \
    fixed height, and positions in px, do not grow with the text. (WCAG 1.4.4)
    """)

  /// Texts that overlap at the usual text size.
  public static let coveredText = DiagnosticCode(
    4219, .warning, "Texts overlap",
    """
    The text of one element covers the text of another, with nothing painted between them, and neither can be read. A \
    negative margin, a fixed height or a position in px causes this. Text that is hidden from assistive technology is \
    not reported. (WCAG 1.4.4)
    """)
}
