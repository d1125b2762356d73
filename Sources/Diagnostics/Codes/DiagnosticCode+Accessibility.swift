extension DiagnosticCode {
  /// The codes of accessibility: `hybrid check --accessibility`.
  static let accessibility: [DiagnosticCode] = [
    imageWithoutText, controlWithoutName, linkWithoutName, skippedHeading, duplicateID, missingLanguage,
    positiveTabIndex, smallTarget, lowContrast, unknownRole, missingReference, hiddenFocus, accessibilityCut,
    contrastCut, readingOrder, focusOrder, keyboardTrap,
  ]

  /// An image that has neither text nor a sign that it is an ornament.
  public static let imageWithoutText = DiagnosticCode(
    6101, .warning, "An image has no text",
    """
    Readers who do not see the image get nothing, or the file's name. Describe the image in `alt`. Write `alt=""` for an \
    ornament, which screen readers skip. An `<svg role="img">` takes `aria-label` or a `<title>`. (WCAG 1.1.1)
    """)

  /// A button, field or other control that nothing names.
  public static let controlWithoutName = DiagnosticCode(
    6102, .warning, "A control has no name",
    """
    A screen reader says “button” or “text field” and nothing more. A button takes its name from its text, a field from \
    a `<label>`. Both take it from `aria-label` and `aria-labelledby`. A placeholder disappears with the first letter. \
    (WCAG 4.1.2)
    """)

  /// A link that nothing names.
  public static let linkWithoutName = DiagnosticCode(
    6103, .warning, "A link has no name",
    """
    A screen reader reads the address. A link takes its name from its text, from the `alt` of an image in it, or from \
    `aria-label`. (WCAG 2.4.4)
    """)

  /// A heading that is more than one level below the one before.
  public static let skippedHeading = DiagnosticCode(
    6104, .warning, "A heading skips a level",
    """
    Screen readers list headings as the page's contents. A heading of level 4 after one of level 2 suggests that a part \
    is missing. Choose the level by structure, and the size with styles.
    """)

  /// Two elements with one id.
  public static let duplicateID = DiagnosticCode(
    6105, .warning, "Two elements have the same id",
    """
    `for`, `aria-labelledby` and links find only the first element. The second one may have no name, or the wrong one.
    """)

  /// `<html>` without `lang`.
  public static let missingLanguage = DiagnosticCode(
    6106, .warning, "The page's language is missing",
    """
    Without it, a screen reader reads the page with the voice of the reader's own language. Write `<html lang="en">`. \
    Parts in another language take their own `lang`. (WCAG 3.1.1)
    """)

  /// `tabindex` above 0.
  public static let positiveTabIndex = DiagnosticCode(
    6107, .warning, "An element changes the order of tabbing",
    """
    Elements with a `tabindex` above 0 come before all others, in the order of the numbers, wherever they are. Readers \
    lose their place. Write `tabindex="0"`, and write elements in the order in which readers use them. (WCAG 2.4.3)
    """)

  /// A control that is smaller than a finger needs.
  public static let smallTarget = DiagnosticCode(
    6108, .warning, "A target is smaller than 24 px",
    """
    A small target is hard to hit with a finger. Controls and links need at least 24 by 24 CSS px, or that much space \
    around them. Links in a sentence are exempt. (WCAG 2.5.8)
    """)

  /// Text that is too near to its background.
  public static let lowContrast = DiagnosticCode(
    6109, .warning, "Text has too little contrast",
    """
    The contrast of text and background must be at least 4.5, or 3 for text of 24 px, or of 18.66 px in bold. The check \
    measures what is painted, with opacity and with what covers the text. Images, gradients, filters and blending need a \
    person. Disabled controls and their labels are exempt. (WCAG 1.4.3)
    """)

  /// A `role` that no specification has.
  public static let unknownRole = DiagnosticCode(
    6110, .warning, "A role is unknown",
    """
    The element keeps the role that it has without the attribute. WAI-ARIA lists the roles. The attribute may list \
    several, and the first known one counts.
    """)

  /// `aria-labelledby` and the like that name no element.
  public static let missingReference = DiagnosticCode(
    6111, .warning, "An id that names a label is missing",
    """
    `for`, `aria-labelledby`, `aria-describedby`, `aria-controls` or `aria-owns` names an element that is not in the \
    page. The name or the relation is lost. Look for a misspelt id.
    """)

  /// A control in a part that is hidden from assistive technology.
  public static let hiddenFocus = DiagnosticCode(
    6112, .warning, "A hidden part has a control that takes the focus",
    """
    `aria-hidden="true"` hides the element from screen readers, but the keyboard still reaches the control. The screen \
    reader then says nothing. Give the part `inert`, or the control `tabindex="-1"`. (WCAG 4.1.2)
    """)

  /// Names whose computation was given up.
  public static let accessibilityCut = DiagnosticCode(
    6113, .warning, "The page's names are too costly to compute",
    """
    Elements name one another, or nest, in so many ways that computing their names takes too long. The remaining \
    elements have no name. Look for `aria-labelledby` that names large parts of the page from many elements.
    """)

  /// Texts whose contrast was not checked.
  public static let contrastCut = DiagnosticCode(
    6114, .warning, "The contrast of some texts was not checked",
    """
    So many boxes are behind the texts, or outlines with so many points, that finding each text's background takes too \
    long. The texts before this one were checked, the others were not. Put fewer boxes at one place, or split the page.
    """)

  /// An item that is seen before what is read before it.
  public static let readingOrder = DiagnosticCode(
    4190, .warning, "A part is shown before what is read first",
    """
    `order`, `flex-direction: row-reverse` and places in a grid move boxes on the screen. Screen readers and the tab key \
    still follow the markup. Readers who see the page and use the keyboard lose their place. Write the markup in the \
    order in which readers see it. Turn the code off where the order has no meaning. (WCAG 1.3.2, 2.4.3)
    """)

  /// A control that positions or floats show before the one that takes the focus first.
  public static let focusOrder = DiagnosticCode(
    4191, .warning, "The focus moves against what is seen",
    """
    The tab key follows the markup. Here `position` or `float` shows the next control above the one before, or ahead of \
    it on the same line. Readers who see the page and use the keyboard lose their place. Write the controls in the order \
    in which readers see them. Turn the code off where the order has no meaning, as for places on a map. (WCAG 2.4.3)
    """)

  /// A handler that keeps the focus in an element, or away from it.
  public static let keyboardTrap = DiagnosticCode(
    4192, .warning, "The keyboard cannot reach or leave an element",
    """
    `onblur` gives the focus back to the element, `onfocus` gives it away, or `onkeydown` drops every key or the tab key. \
    Readers without a mouse cannot get on. Only handlers in the markup are checked: try the rest of the page with the tab \
    key. (WCAG 2.1.1, 2.1.2)
    """)
}
