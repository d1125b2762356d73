/// The parts of a URL that routes in URLPattern's syntax are compared with.
struct URLParts {
  /// The URL, `nil` for a path without scheme and host.
  var url: WebURL?
  /// The path without its closing slash, escaped.
  var path: String
  var query: String
  var fragment: String
}

extension URLPattern {
  /// Whether any scheme, host and port will do, and also none.
  var isAnyOrigin: Bool { [self.protocol, username, password, hostname, port].allSatisfy(\.isAny) }

  /// The pattern in its normal form; patterns of one text are one.
  var text: String {
    let origin = isAnyOrigin ? "" : "\(self.protocol.pattern)://\(hostname.pattern):\(port.pattern)"
    return "\(origin)\(pathname.pattern)?\(search.pattern)#\(hash.pattern)"
  }

  /// The groups that a URL's parts fill, those of the path first; `nil` where they do not match.
  ///
  /// - Parameter steps: how many steps the comparison may still take; `nil`, too, where none is left.
  func groups(of parts: URLParts, steps: inout Int) -> [(name: String, value: String?)]? {
    guard let path = pathname.match(parts.path, steps: &steps) else { return nil }
    var groups = path
    var others = [(search, parts.query), (hash, parts.fragment)]
    if !isAnyOrigin {
      guard let url = parts.url else { return nil }
      others += [
        (self.protocol, url.scheme), (username, url.username), (password, url.password), (hostname, url.host ?? ""),
        (port, url.port),
      ]
    }
    for (component, text) in others where !component.isAny {
      guard let found = component.match(text, steps: &steps) else { return nil }
      groups += found
    }
    return groups
  }

  /// The same in ``RoutePattern``'s syntax; `nil` where that cannot say it.
  var routePattern: String? {
    guard search.isAny, hash.isAny, username.isAny, password.isAny, let path = pathname.routePattern(isPath: true)
    else { return nil }
    if isAnyOrigin { return path }
    guard self.protocol.matchesSpecialScheme, let scheme = self.protocol.routePattern(isPath: false),
      let host = hostname.routePattern(isPath: false), let port = port.routePattern(isPath: false), !host.isEmpty,
      !(scheme + host + port).contains(where: { "[]{}*%".contains($0) })
    else { return nil }
    return "\(scheme)://\(host)\(port.isEmpty ? "" : ":" + port)\(path)"
  }
}

extension URLPatternComponent {
  /// The decoded bytes that every text that matches begins with.
  var literalBeginning: [UInt8] {
    var prefix: [UInt8] = []
    for part in parts {
      guard part.kind == .fixedText, part.modifier == .none else {
        if part.modifier == .none || part.modifier == .oneOrMore { prefix += Array(part.prefix.utf8) }
        break
      }
      prefix += Array(part.value.utf8)
    }
    return URLNormalization.decoded(prefix)
  }

  /// ``literalBeginning`` of a normalised path, which has no closing slash.
  var literalPrefix: [UInt8] {
    var prefix = literalBeginning
    if prefix.count > 1, prefix.last == 0x2F { prefix.removeLast() }
    return prefix
  }

  /// The same in ``RoutePattern``'s syntax; `nil` where that cannot say it.
  ///
  /// - Parameter isPath: whether names stand for segments of a path.
  func routePattern(isPath: Bool) -> String? {
    var text = ""
    for part in parts {
      func literal(_ value: String) -> String {
        PercentEncoding.encoded(URLNormalization.decoded(Array(value.utf8), isPlain: true), keepingSlash: true)
          .replacing("*", with: "%2A")
      }
      let isOptional = part.modifier == .optional
      guard part.modifier == .none || isOptional else { return nil }
      switch part.kind {
      case .fixedText: text += isOptional ? "[\(literal(part.value))]" : literal(part.value)
      case .segmentWildcard:
        guard isPath, part.hasGivenName, part.name.utf8.allSatisfy({ $0 < 0x80 && $0 != UInt8(ascii: "$") }) else {
          return nil
        }
        let body = "\(literal(part.prefix)){\(part.name)}\(literal(part.suffix))"
        text += isOptional ? "[\(body)]" : body
      case .regexp, .fullWildcard: return nil
      }
    }
    return text
  }
}

extension String {
  fileprivate func replacing(_ sign: Character, with text: String) -> String {
    contains(sign) ? reduce(into: "") { $0 += $1 == sign ? text : String($1) } : self
  }
}
