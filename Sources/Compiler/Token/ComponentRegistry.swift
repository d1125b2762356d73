import CSS
import Names
import PageFormat

/// The type of a component's property.
public enum ComponentPropertyType: Hashable, Sendable {
  /// Any text.
  case text
  /// A finite decimal number, with `px` or without.
  case number
  /// A whole number of 32 bits.
  case integer
  /// A whole number from 0.
  case count
  /// `true`, `false`, `1`, `0`, `yes`, `no`; an attribute without a value is `true`.
  case boolean
  /// `rgb()`, `rgba()`, hex or a colour's name.
  case color
  /// A family and a size in any order.
  case font
  /// A path or URL of a file.
  case url
  /// A CSS length, percentage, `auto` or `calc()`.
  case length
  /// One of a list of words, compared without regard to case.
  case keyword([String])

  /// A type by its name in the configuration.
  public init?(_ name: String) {
    switch name {
    case "text": self = .text
    case "number": self = .number
    case "integer": self = .integer
    case "boolean": self = .boolean
    case "color": self = .color
    case "font": self = .font
    case "url": self = .url
    case "length": self = .length
    default: return nil
    }
  }
}

/// A property that a component's attributes may set.
public struct ComponentProperty: Hashable, Sendable {
  /// The name in camel case; the kebab form means the same.
  public var name: String
  /// The type.
  public var type: ComponentPropertyType
  /// Other spellings that pages use.
  public var aliases: [String] = []
  /// What a view has where a page says nothing; `nil` for nothing that can be said for all.
  public var defaultValue: String?
  /// Whether hosts make something of it; of the dialect's others a build says that they do not.
  public var isShown = true

  /// A property.
  public init(
    _ name: String, _ type: ComponentPropertyType, aliases: [String] = [], default defaultValue: String? = nil
  ) {
    self.name = name
    self.type = type
    self.aliases = aliases
    self.defaultValue = defaultValue
  }

  /// The property as one that no host makes anything of.
  var unseen: ComponentProperty {
    var property = self
    property.isShown = false
    return property
  }

  /// What the property takes, where a text is none of that; `nil` where it is.
  public func fault(in text: String) -> String? {
    if type == .boolean, text.isEmpty { return "true or false" }
    return switch TokenPropertyText.fault(in: text, type: type) {
    case nil: nil
    case .type(let expected): expected
    case .keyword(let words): "one of \(words.joined(separator: ", "))"
    }
  }
}

/// What a tag of a Token page stands for.
public struct Component: Hashable, Sendable {
  /// The tag.
  public var tag: String
  /// The native component; the tag's own name except for `div`.
  public var name: String
  /// The properties beside those that every component has.
  public var properties: [ComponentProperty]
  /// Width and height in px where content and style give none.
  public var intrinsicWidth: Double?
  /// The intrinsic height.
  public var intrinsicHeight: Double?
  /// Whether its content scrolls.
  public var scrolls = false
  /// Whether it shows the text inside it.
  public var showsText = false
  /// Whether it makes rows from data.
  public var hasRows = false

  /// A component without a size of its own.
  public init(
    _ tag: String, name: String? = nil, _ properties: [ComponentProperty] = [], width: Double? = nil,
    height: Double? = nil, scrolls: Bool = false, showsText: Bool = false, hasRows: Bool = false
  ) {
    self.tag = tag
    self.name = name ?? tag
    self.properties = properties
    self.intrinsicWidth = width
    self.intrinsicHeight = height
    self.scrolls = scrolls
    self.showsText = showsText
    self.hasRows = hasRows
  }
}

extension Component {
  /// The attribute that is the text of a component without texts inside; `nil` for components that have none.
  static func contentAttribute(ofTag tag: String) -> Name? {
    switch tag {
    case "label": "text"
    case "button", "navItem": .title
    default: nil
    }
  }
}

/// The components that Token pages may use: the dialect's own, and those that a team adds.
public struct ComponentRegistry: Sendable {
  /// By tag.
  public private(set) var components: [String: Component]
  /// By component: the defaults of the properties of the team's own components.
  let ownDefaults: [String: [(property: String, value: String)]]
  private let ownTags: Set<String>
  /// What the team's own components add to the user agent's sheet.
  let ownSheet: String

  /// The dialect's components, with a team's own, which may replace them.
  public init(adding own: [Component] = []) {
    components = [:]
    var defaults: [String: [(property: String, value: String)]] = [:]
    for component in own {
      defaults[component.name] = component.properties.compactMap { property in
        property.defaultValue.map { (property.name, $0) }
      }
    }
    ownDefaults = defaults
    ownTags = Set(own.map(\.tag))
    ownSheet = own.map { component in
      var declarations: [String] = []
      if let width = component.intrinsicWidth { declarations.append("width: \(width)px") }
      if let height = component.intrinsicHeight { declarations.append("height: \(height)px") }
      if component.scrolls { declarations.append("overflow: auto") }
      if component.showsText { declarations.append("justify-content: center; white-space: pre-line") }
      // As those of the dialect's components, native properties belong only to the component.
      let properties = component.properties.map { property in
        "@property \(TokenPropertyNames.nativePrefix)\(Self.kebab(property.name)) { syntax: \"*\"; inherits: false }\n"
      }.joined()
      return properties
        + (declarations.isEmpty ? "" : "\(component.tag) { \(declarations.joined(separator: "; ")) }\n")
    }.joined()
    for component in Self.dialect + own { components[component.tag] = component }
  }

  /// The component of a tag.
  public func component(_ tag: String) -> Component? { components[tag] }

  /// Whether a tag is one of the dialect's own, which no other component may take.
  public static func isDialect(_ tag: String) -> Bool { dialect.contains { $0.tag == tag } }

  /// The type of a property that every component has, which no component may change; `nil` for other names.
  public static func sharedType(_ name: String) -> ComponentPropertyType? { common.first { $0.name == name }?.type }

  /// The names in kebab case of properties that only the team's own components have, for sheets.
  var ownProperties: Set<String> {
    Set(components.values.filter { ownTags.contains($0.tag) }.flatMap(\.properties).map { Self.kebab($0.name) })
  }

  private static func kebab(_ name: String) -> String {
    name.reduce(into: "") { $0 += $1.isUppercase ? "-" + $1.lowercased() : String($1) }
  }

  /// Whether `@bind` has a value to bind: the reader changes it.
  func hasValue(_ tag: String) -> Bool {
    ["input", "textArea", "searchBar", "switch", "segment", "dots", "picker"].contains(tag) || ownTags.contains(tag)
  }

  /// Whether a tag's component is the team's own.
  func isOwn(_ tag: String) -> Bool { ownTags.contains(tag) }

  /// The property of a component by its name in camel or kebab case, those of every component included.
  public func property(_ name: String, of component: Component) -> ComponentProperty? {
    let camel = name.camelCased
    func matches(_ property: ComponentProperty) -> Bool { property.name == camel || property.aliases.contains(camel) }
    return component.properties.first(where: matches) ?? Self.common.first(where: matches)
  }

  /// The types that components give a property of a name in camel case, each once.
  func types(ofProperty name: String) -> [ComponentPropertyType] {
    var types: [ComponentPropertyType] = []
    for component in components.values.sorted(by: { $0.tag < $1.tag }) {
      for property in component.properties where property.name == name || property.aliases.contains(name) {
        if !types.contains(property.type) { types.append(property.type) }
      }
    }
    return types
  }

  /// What every component has.
  static let common: [ComponentProperty] = [
    .init("id", .text), .init("class", .text), .init("style", .text), .init("identifier", .text), .init("name", .text),
    .init("backgroundColor", .color), .init("borderRadius", .length, default: "0"),
    .init("borderWidth", .length, default: "0"),
    .init("borderColor", .color), .init("zIndex", .integer, default: "0"), .init("color", .color),
    .init("textAlign", .keyword(["left", "center", "right", "start", "end", "justify"])), .init("fontSize", .length),
    .init("font", .font), .init("opacity", .number, default: "1"), .init("hidden", .boolean, default: "false"),
  ]

  private static let imageModes = ComponentPropertyType.keyword([
    "fill", "aspectfit", "aspectfill", "scaleToFill", "scaleAspectFit", "scaleAspectFill", "redraw", "center", "top",
    "bottom", "left", "right", "topLeft", "topRight", "bottomLeft", "bottomRight",
  ])

  private static let scrolling: [ComponentProperty] = [
    .init("showVBar", .boolean, default: "true"), .init("showHBar", .boolean, default: "true"),
    .init("allowScroll", .boolean, default: "true"),
    .init("pageEnable", .boolean, default: "false"),
  ]

  private static let typing: [ComponentProperty] = [
    .init("textColor", .color), .init("cursorColor", .color), .init("placeholder", .text, aliases: ["placeHolder"]),
    .init("showClear", .boolean, default: "false"), .init("clearOnBegin", .boolean, default: "false"),
    .init("align", .keyword(["left", "center", "right"]), default: "left"),
    .init("borderStyle", .keyword(["none", "line", "bezel", "roundedRect"]), default: "none"), .init("text", .text),
    .init("value", .text),
    .init("type", .text),
    .init(
      "returnType",
      .keyword([
        "default", "go", "google", "join", "next", "route", "search", "send", "yahoo", "done", "emergencyCall",
        "continue",
      ]), default: "default"),
    .init(
      "keyboardType",
      .keyword([
        "default", "ascii", "numbers", "emailaddress", "decimalpad", "websearch", "ASCIICapable",
        "NumbersAndPunctuation", "URL", "Number",
      ]), aliases: ["keyBoardType"], default: "default"),
    .init("editable", .boolean, default: "true"), .init("readonly", .boolean, aliases: ["readOnly"], default: "false"),
    .init("disabled", .boolean, default: "false"), .init("required", .boolean, default: "false"),
    .init("secure", .boolean, aliases: ["secureTextEntry"], default: "false"),
    .init("maxlength", .count, aliases: ["maxLength"], default: "0"),
    .init("autocapitalize", .keyword(["none", "words", "sentences", "characters"]), default: "sentences"),
  ]

  private static let button: [ComponentProperty] = [
    .init("type", .keyword(["system", "detailDisclosure", "contactAdd", "custom"]), default: "custom"),
    .init("title", .text),
    .init("highlightTitle", .text), .init("selectedTitle", .text), .init("titleColor", .color),
    .init("highlightTitleColor", .color), .init("selectedTitleColor", .color), .init("selectedBackgroundColor", .color),
    .init("image", .url), .init("selectedImage", .url), .init("highlightImage", .url),
    .init("imageMode", imageModes, default: "scaleToFill"),
  ]

  private static let document: [Component] = [
    Component(
      "html",
      [
        .init("htmlIdentify", .text), .init("version", .text), .init("lang", .text), .init("layout", .text),
      ]),
    Component("head"), Component("title"),
    Component("meta", [.init("charset", .text), .init("content", .text)]),
    Component("style", [.init("type", .text), .init("media", .text)]),
    Component("link", [.init("href", .url), .init("rel", .text), .init("type", .text), .init("media", .text)]),
    Component("script", [.init("src", .url), .init("type", .text), .init("charset", .text)]),
    Component("body"),
  ]

  /// The dialect's own components.
  static let dialect: [Component] =
    document + [
      Component("view"), Component("div", name: "view"),
      Component(
        "label", [.init("lines", .count, default: "0"), .init("text", .text)], showsText: true),
      Component("scrollView", scrolling, scrolls: true),
      Component("button", button, showsText: true),
      Component(
        "image", [.init("src", .url), .init("imageMode", imageModes, default: "scaleToFill"), .init("url", .url)]),
      Component("input", typing, height: 30, showsText: true),
      Component(
        "textArea",
        typing + scrolling.map { $0.name == "pageEnable" ? $0.unseen : $0 } + [
          .init("selectable", .boolean, default: "true")
        ], scrolls: true,
        showsText: true),
      Component(
        "segment", [.init("titles", .text), .init("selectedIndex", .integer, default: "0")], width: 131, height: 32),
      Component("switch", [.init("onColor", .color), .init("on", .boolean, default: "false")], width: 51, height: 31),
      Component("webView", [.init("src", .url)], scrolls: true),
      Component(
        "searchBar", typing + [.init("barColor", .color), .init("showsCancelButton", .boolean, default: "false")],
        height: 56),
      Component(
        "dots", [.init("number", .count, default: "0"), .init("dotColor", .color), .init("onDotColor", .color)],
        height: 26),
      Component("picker", [.init("titles", .text)], height: 216),
      Component(
        "table",
        scrolling + [
          .init("rowHeight", .length), .init("rowSectionHeight", .length), .init("sectionMargin", .length),
          .init("displayStyle", .keyword(["plain", "group"]), default: "plain"),
          .init("showSectionView", .boolean, default: "true"),
          .init("showSeparator", .boolean, default: "true"),
        ], scrolls: true, hasRows: true),
      Component("tableHeader"), Component("tableFooter"), Component("tableSection"),
      Component(
        "tableRow",
        [
          .init(
            "accessoryType", .keyword(["none", "indicator", "detaildisclosure", "checkmark", "detail"]), default: "none"
          ),
          ComponentProperty("rightType", .text).unseen,
        ]),
      Component(
        "navigationBar",
        [
          .init("backArrowColor", .color), .init("titleColor", .color), .init("translucent", .boolean, default: "true"),
        ]),
      Component("navItem", button + [.init("position", .text)], showsText: true),
    ]
}
