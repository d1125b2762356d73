import HTML
import Names

/// The attributes whose values client frameworks take for expressions or handlers.
package enum ScriptAttributes {
  /// Whether an attribute is one: Vue's and Alpine's `:href`, `v-on:click` and `x-init`, Angular's `[href]` and `(click)`,
  /// htmx's `hx-on` and `hx-vals`, Knockout's `data-bind`.
  package static func contains(_ name: String) -> Bool {
    let name = name.hasPrefix("data-") ? name.dropFirst("data-".count) : name[...]
    if let first = name.utf8.first, ":[(*#_".utf8.contains(first) || name.contains(".") { return true }
    let known = [
      "v-", "x-", "ng-", "hx-on", "hx-vals", "hx-vars", "hx-headers", "on-", "on:", "bind-", "bind:", "signals",
      "effect", "computed",
    ]
    if known.contains(where: name.hasPrefix) || name == "bind" { return true }
    return name.contains(":") && !["xlink:", "xml:", "xmlns:", "t:"].contains(where: name.hasPrefix)
  }
}

/// The attributes that hold URLs.
enum URLAttributes {
  /// Whether an attribute of an element holds one.
  static func contains(_ name: Name, of element: Name) -> Bool {
    switch name {
    case .href, .src, .poster, .action, .background, .xlinkHref, .srcset: true
    case .data: element == .object
    default:
      [
        "formaction", "cite", "longdesc", "manifest", "ping", "imagesrcset", "url", "hx-get", "hx-post", "hx-put",
        "hx-patch", "hx-delete", "hx-push-url", "hx-replace-url",
      ].contains(name.string.lowercased())
    }
  }
}
