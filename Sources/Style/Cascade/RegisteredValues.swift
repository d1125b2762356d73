import CSS
import CSSValues
import Names

/// The values of registered custom properties on one page: each text is read once, and computed once where it comes to the
/// same for all elements.
///
/// One thread has it, like the resolver whose page it is.
final class RegisteredValues {
  /// A text as a property's value.
  final class Value {
    /// The specified value; `nil` where the text does not fit the property's syntax.
    let specified: CSSValue?
    /// The computed value, where elements do not differ in it.
    let computed: CustomPropertyValue?
    /// The parts of a value that each style computes again, 0 where they are computed once; see ``CSSValue/partCount(of:upTo:)``.
    let partCount: Int

    init(_ specified: CSSValue?, computed: CustomPropertyValue?) {
      self.specified = specified
      self.computed = computed
      // Any property but `content` counts all that a value has in it.
      partCount = computed == nil ? specified?.partCount(of: .width) ?? 0 : 0
    }
  }

  /// A text by the memory that holds it: sheets keep theirs.
  private struct Place: Hashable {
    var name: Name
    var address: UInt
    var count: Int
  }
  private struct Key: Hashable {
    var name: Name
    var text: [UInt8]
  }
  /// More bytes of texts than this are not kept at once.
  private static let maximumBytes = 1 << 22

  private var values: [Key: Value] = [:]
  /// OPTIMIZATION: a long text of a rule is not hashed for each element. The texts are kept with their values: no other text can take
  /// their memory.
  private var places: [Place: (text: [UInt8], value: Value)] = [:]
  private var syntaxes: [String: RegisteredSyntax?] = [:]
  private var bytes = 0

  /// How many texts were read.
  private(set) var readCount = 0

  /// What a text is as a property's value, which `read` finds out.
  func value(_ name: Name, _ text: [UInt8], _ read: () -> Value) -> Value {
    let place = text.withUnsafeBufferPointer {
      Place(name: name, address: UInt(bitPattern: $0.baseAddress), count: $0.count)
    }
    if let known = places[place] { return known.value }
    let key = Key(name: name, text: text)
    if let known = values[key] {
      // Another rule's text of the same value.
      if bytes <= Self.maximumBytes {
        bytes += text.count
        places[place] = (text, known)
      }
      return known
    }
    if bytes > Self.maximumBytes {
      values = [:]
      places = [:]
      bytes = 0
    }
    let value = read()
    readCount += 1
    bytes += text.count
    values[key] = value
    places[place] = (text, value)
    return value
  }

  /// The syntax of a text, read once; `nil` where it is none.
  func syntax(_ text: String) -> RegisteredSyntax? {
    if let known = syntaxes[text] { return known }
    let syntax = RegisteredSyntax(text)
    syntaxes[text] = .some(syntax)
    return syntax
  }
}
