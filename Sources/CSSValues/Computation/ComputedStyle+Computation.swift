/// The driver of computation: CSS Cascade 5, 4.4 Computed values.
public enum Computation {
  /// Computes a specified value and sets it.
  ///
  /// The cascade applies `writing-mode`, `direction`, `color-scheme`, `color` and the font properties first, since other
  /// values depend on them. A logical longhand is set on the physical one of the style's own writing mode and direction.
  public static func apply(
    _ value: CSSValue, to property: PropertyID, of style: inout ComputedStyle, _ context: inout ComputationContext
  ) {
    let property = property.physical(style.text.writingMode, style.text.direction)
    // Lengths go into their fields as such.
    if property.isLength, let length = length(value, property, style, &context) {
      return style.setLength(property, length)
    }
    // OPTIMIZATION: keywords and px need no computer, except for the properties that give keywords a meaning.
    switch value {
    case .dimension(_, .px), .percentage, .number, .keyword:
      let computed = PropertyComputation.finish(value, property, style, &context)
      style.setComputed(property, computed)
    // OPTIMIZATION: so do the font's own units and plain colours, which are what sheets hold most beside those.
    case .dimension(let number, .rem):
      let isFontSize = property == .fontSize
      let size = context.isRoot && !isFontSize ? style.font.size : context.rootFont.size
      context.dependencies.insert(.rootFont)
      let length = isFontSize ? PropertyComputation.fontSize(number, of: size) : number * size
      style.setComputed(property, PropertyComputation.finish(.dimension(length, .px), property, style, &context))
    case .dimension(let number, .em):
      let length =
        property == .fontSize
        ? PropertyComputation.fontSize(number, of: context.parent.font.size) : number * style.font.size
      style.setComputed(property, PropertyComputation.finish(.dimension(length, .px), property, style, &context))
    case .color(.absolute):
      style.setComputed(property, PropertyComputation.finish(value, property, style, &context))
    default:
      var computer = ValueComputer(property, style, context)
      let generic = computer.compute(value)
      context.dependencies.formUnion(computer.allDependencies)
      style.setComputed(property, PropertyComputation.finish(generic, property, style, &context))
    }
  }

  /// The computed length or percentage of a property that `ComputedStyle` keeps as such; `nil` of other values.
  private static func length(
    _ value: CSSValue, _ property: PropertyID, _ style: ComputedStyle, _ context: inout ComputationContext
  ) -> LengthPercentage? {
    switch value {
    case .dimension(let length, .px): return .length(length)
    case .percentage(let percentage): return .percentage(percentage)
    case .dimension(let number, .rem):
      context.dependencies.insert(.rootFont)
      return .length(number * (context.isRoot ? style.font.size : context.rootFont.size))
    case .dimension(let number, .em): return .length(number * style.font.size)
    case .math(let expression):
      var computer = ValueComputer(property, style, context)
      let length = computer.length(expression)
      context.dependencies.formUnion(computer.allDependencies)
      return length
    default: return nil
    }
  }

  /// The computed value of a registered custom property's specified one (CSS Properties and Values 1, 2.4).
  public static func compute(
    _ value: CSSValue, _ style: ComputedStyle, _ context: inout ComputationContext
  ) -> CSSValue {
    var computer = ValueComputer(.width, style, context)
    let computed = computer.compute(value)
    context.dependencies.formUnion(computer.allDependencies)
    return computed
  }

  /// Whether a registered custom property's specified value surely computes to the same for all elements of a page.
  package static func isSameForAll(_ value: CSSValue) -> Bool {
    switch value {
    case .keyword, .identifier, .number, .percentage, .string, .slash, .lineNames, .raw, .url: true
    case .dimension(_, let unit): unit.canonicalFactor != nil
    case .math: false
    case .color(let color):
      switch color {
      case .absolute, .named, .currentColor: true
      case .system, .lightDark, .mix, .function, .contrast: false
      }
    case .list(let items, _): items.allSatisfy(isSameForAll)
    case .function(let name, let arguments, _): name != "light-dark" && arguments.allSatisfy(isSameForAll)
    }
  }
}

extension ComputedStyle {
  /// Sets a longhand to another style's value, as `inherit` does. A logical longhand is each style's own.
  public mutating func copy(_ property: PropertyID, from other: ComputedStyle) {
    let target = property.physical(text.writingMode, text.direction)
    let source = property.isLogical ? property.physical(other.text.writingMode, other.text.direction) : target
    if source != target {
      setComputed(target, other.computedValue(source))
    } else if !copyField(target, from: other) {
      let value = other.other[target]
      if self.other[target] != value { self.other[target] = value }
    }
  }

  /// Sets a longhand to its initial value.
  public mutating func setInitial(_ property: PropertyID) {
    copy(property, from: Self.initial)
  }

  private static let initial = ComputedStyle()

  /// Sets the computed value of a physical longhand.
  public mutating func setComputed(_ property: PropertyID, _ value: CSSValue) {
    if setField(property, value) { return }
    if !InitialComputedValues.isInitial(value, property) {
      other[property] = value
    } else if other[property] != nil {
      other[property] = nil
    }
  }

  /// The computed value of a longhand.
  public func computedValue(_ property: PropertyID) -> CSSValue {
    let property = property.physical(text.writingMode, text.direction)
    return fieldValue(property) ?? other[property] ?? .raw(InitialComputedValues.text(property))
  }
}

/// The initial values of properties that `OtherStyle` keeps.
enum InitialComputedValues {
  /// Whether a computed value is the initial one: it need not be kept then.
  static func isInitial(_ value: CSSValue, _ property: PropertyID) -> Bool {
    switch value {
    case .keyword(let name): name == PropertyTable.initialKeywords[Int(property.rawValue)]
    case .raw(let text): text == self.text(property)
    default: false
    }
  }
}
