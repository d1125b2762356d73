import Names

// The categories of elements that tree construction asks for (HTML, sections 13.2.4.2, 13.2.4.3 and 13.2.6.3).
extension StackOfOpenElements.Entry {
  /// Special elements (13.2.4.2).
  var isSpecial: Bool {
    switch namespace {
    case .html:
      switch name {
      case .address, .applet, .area, .article, .aside, .base, .basefont, .bgsound, .blockquote, .body, .br, .button,
        .caption, .center, .col, .colgroup, .dd, .details, .dir, .div, .dl, .dt, .embed, .fieldset, .figcaption,
        .figure, .footer, .form, .frame, .frameset, .h1, .h2, .h3, .h4, .h5, .h6, .head, .header, .hgroup, .hr, .html,
        .iframe, .img, .input, .keygen, .li, .link, .listing, .main, .marquee, .menu, .meta, .nav, .noembed, .noframes,
        .noscript, .object, .ol, .p, .param, .plaintext, .pre, .script, .search, .section, .select, .source, .style,
        .summary, .table, .tbody, .td, .template, .textarea, .tfoot, .th, .thead, .title, .tr, .track, .ul, .wbr, .xmp:
        return true
      default: return false
      }
    case .mathML: return isMathMLTextIntegrationPoint || name == .annotationXml
    case .svg: return isSVGIntegrationPoint
    case .other: return false
    }
  }

  /// The elements that bound every scope (13.2.4.2).
  var boundsScope: Bool {
    switch namespace {
    case .html:
      switch name {
      case .applet, .caption, .html, .table, .td, .th, .marquee, .object, .select, .template: return true
      default: return false
      }
    case .mathML: return isMathMLTextIntegrationPoint || name == .annotationXml
    case .svg: return isSVGIntegrationPoint
    case .other: return false
    }
  }

  /// MathML text integration points (13.2.6).
  var isMathMLTextIntegrationPoint: Bool {
    guard namespace == .mathML else { return false }
    switch name {
    case .mi, .mo, .mn, .ms, .mtext: return true
    default: return false
    }
  }

  /// `foreignObject`, `desc` and `title` of SVG, all of which are HTML integration points.
  var isSVGIntegrationPoint: Bool {
    namespace == .svg && (name == .foreignObject || name == .desc || name == .title)
  }

  func isHTML(_ name: Name) -> Bool { self.name == name && namespace == .html }

  /// Elements whose end tag may be implied (13.2.6.3).
  var hasImpliedEndTag: Bool {
    guard namespace == .html else { return false }
    switch name {
    case .dd, .dt, .li, .optgroup, .option, .p, .rb, .rp, .rt, .rtc: return true
    default: return false
    }
  }

  /// As ``hasImpliedEndTag``, for "generate all implied end tags thoroughly".
  var hasThoroughlyImpliedEndTag: Bool {
    if hasImpliedEndTag { return true }
    guard namespace == .html else { return false }
    switch name {
    case .caption, .colgroup, .tbody, .td, .tfoot, .th, .thead, .tr: return true
    default: return false
    }
  }

  /// Elements that may be open at the end of the page without an error (13.2.6.4.7, end of file).
  var mayStayOpen: Bool {
    if hasThoroughlyImpliedEndTag { return !(name == .caption || name == .colgroup) }
    return isHTML(.body) || isHTML(.html)
  }

  /// Elements out of which tables move what does not belong into them (13.2.6.1).
  var isFosterParentTarget: Bool {
    guard namespace == .html else { return false }
    switch name {
    case .table, .tbody, .tfoot, .thead, .tr: return true
    default: return false
    }
  }

  var isHeading: Bool {
    guard namespace == .html else { return false }
    switch name {
    case .h1, .h2, .h3, .h4, .h5, .h6: return true
    default: return false
    }
  }
}

extension Name {
  /// Void elements: they have no contents and no end tag (HTML, section 13.1.2).
  public var isVoidElement: Bool {
    switch self {
    case .area, .base, .br, .col, .embed, .hr, .img, .input, .link, .meta, .source, .track, .wbr: return true
    // Obsolete, but parsed alike.
    case .basefont, .bgsound, .frame, .keygen, .param: return true
    default: return false
    }
  }
}
