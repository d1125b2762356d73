extension String {
  /// A property's name as hosts know it: `backgroundColor` for `background-color`.
  public var camelCased: String {
    var result = ""
    var raises = false
    for character in self {
      if character == "-", !result.isEmpty {
        raises = true
      } else {
        result += raises ? character.uppercased() : String(character)
        raises = false
      }
    }
    return result
  }
}
