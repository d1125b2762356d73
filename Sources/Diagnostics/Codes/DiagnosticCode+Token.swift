extension DiagnosticCode {
  /// The codes of the Token dialect, bindings, scripts and composition.
  static let token: [DiagnosticCode] = [
    tokenPropertyType, tokenPropertyKeyword, tokenPropertyUnknown, tokenTagUnknown, bindingBraces, bindingSyntax,
    bindingUnknownVariable, handlerUndefined, scriptSyntax, repetitionMisplaced,
    boundStyleUnknown, eventUnknown, rowPassedOver, scriptModule, bindingWithoutValue, motionNotShown, lookNotShown,
  ]

  /// A property of a component whose text is of another type.
  public static let tokenPropertyType = DiagnosticCode(
    4001, .error, "A component's property has the wrong type",
    """
    The native component takes a value of another type. It would ignore this one or fail. The message says what it \
    expects; docs/reference/token.md lists every component with its properties.
    """)

  /// A property of a component whose text is none of its words.
  public static let tokenPropertyKeyword = DiagnosticCode(
    4002, .warning, "A component's property has an unknown value",
    """
    The component accepts certain words for this property, and falls back to its default for any other.
    """)

  /// An attribute that the component does not know.
  public static let tokenPropertyUnknown = DiagnosticCode(
    4003, .warning, "A component has no such property",
    """
    The attribute is kept for scripts, but the component does not read it. Properties may be written in camel or kebab \
    case. A team's own components are declared under `components` in hybrid.json.
    """)

  /// A tag that no component stands for.
  public static let tokenTagUnknown = DiagnosticCode(
    4004, .warning, "No component has this tag",
    """
    Tags keep their case in Token pages: `scrollView`, not `scrollview`. The element is laid out as a `view`. A team's \
    own components are declared under `components` in hybrid.json.
    """)

  /// `{{` without `}}`, or the other way round.
  public static let bindingBraces = DiagnosticCode(
    4005, .error, "The braces of a binding do not match",
    """
    A binding is written `{{ path.to[0].value }}`, in a text or an attribute. Readers would see this text as it is \
    written.
    """)

  /// An expression that cannot be read.
  public static let bindingSyntax = DiagnosticCode(
    4006, .error, "A binding cannot be read",
    """
    Bindings are paths of the page's data: `item.title`, `list[0].name`, `list[index]`. `t:for` takes `(item, index) in \
    path`, `@click` takes `name('text', 1)` with texts, numbers and paths as arguments. Anything else is computed in a \
    script. docs/reference/token.md has the grammar.
    """)

  /// A loop's variable outside of the loop, or misspelt.
  public static let bindingUnknownVariable = DiagnosticCode(
    4007, .warning, "A loop variable is not known here",
    """
    The name is that of a loop's variable, but no loop around this element has it. It is looked up in the page's data \
    instead. `item` and `index` are a row's data inside of `tableRow` and `tableSection`.
    """)

  /// A handler that no script defines.
  public static let handlerUndefined = DiagnosticCode(
    4008, .warning, "No script of the page defines the handler",
    """
    `@click` calls a function of the page's scripts, but none of them has a function, variable or member of this name. \
    The click would do nothing. A page without scripts is not checked: there the app answers.
    """)

  /// A script that no engine can read.
  public static let scriptSyntax = DiagnosticCode(
    4009, .error, "A script has a syntax error",
    """
    The script does not run at all. The check reports only what is certainly wrong. That is unclosed brackets, texts, \
    templates, comments and regular expressions, invalid characters, and operators without a value. A script engine may \
    find more.
    """)

  /// `t:data` on what has no rows, or a second loop on one element.
  public static let repetitionMisplaced = DiagnosticCode(
    4010, .warning, "A loop attribute has no effect here",
    """
    `t:data` gives a table its rows; on other components use `t:for`. Of two loops on one element, the first counts. Put \
    a nested loop on an inner element.
    """)

  /// A style that data gives and no device can read.
  public static let boundStyleUnknown = DiagnosticCode(
    4011, .warning, "A style from data is not laid out on the device",
    """
    Devices parse no CSS. The build computes what `width: {{ w }}px` means, and the device only inserts the number. The \
    page therefore has to contain the property's name and the form of its value. Data may give numbers with or without \
    units, a property's own words, colours and fonts. It may not give names, whole declarations and other texts. What \
    the message names is left out. Choose such looks with `@class`.
    """)

  /// An event that nothing reports.
  public static let eventUnknown = DiagnosticCode(
    4012, .warning, "A handler is of an unknown event",
    """
    No component of the dialect emits such an event, so the handler is never called. A tap is `@click`. Events of an \
    app's own components may have any name that is not similar to one of the dialect's.
    """)

  /// A second row of a table that data fills.
  public static let rowPassedOver = DiagnosticCode(
    4013, .warning, "A row of a table is never shown",
    """
    `t:data` makes a table's rows from its first `tableRow`; any other is ignored. One row may contain what several \
    kinds of rows show.
    """)

  /// `@bind` on what has no value.
  public static let bindingWithoutValue = DiagnosticCode(
    4015, .warning, "`@bind` is on a component without a value",
    """
    `@bind` connects what a reader enters with the page's data: the text of `input`, `textArea` and `searchBar`, whether \
    a `switch` is on, the number of a `segment`, `dots` or `picker`, and the value of a team's own component. Others \
    show data with `{{ … }}`.
    """)

  /// An animation or transition that hosts do not play.
  public static let motionNotShown = DiagnosticCode(
    4016, .warning, "A change over time is not shown",
    """
    Hosts of Token pages play transitions and `@keyframes` of `opacity`, colors, and transforms in the plane, which need \
    no new layout. Other properties change at once, and keyframes leave them as the element has them.
    """)

  /// A look of an element that hosts do not draw.
  public static let lookNotShown = DiagnosticCode(
    4017, .warning, "Hosts do not draw a look",
    """
    Hosts of Token pages make native views of elements, and paint what platforms have nothing like: gradients, shadows, borders, \
    filters, clips, masks and texts. They do not draw what needs the pixels below an element or elements of the page: \
    `mix-blend-mode`, `backdrop-filter`, and filters, clips and masks of `url(#id)`; `background-attachment: fixed` scrolls \
    along. `hybrid picture` draws all of it, and so does a web view.
    """)

  /// A module on a Token page.
  public static let scriptModule = DiagnosticCode(
    4014, .warning, "A module runs as a classic script",
    """
    The scripts of Token pages share one scope and run one after another in the order of the document. This includes a \
    script with `type="module"`: other scripts see its names, and `import` and `export` are errors there.
    """)
}
