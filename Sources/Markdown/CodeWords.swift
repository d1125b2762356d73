/// The words and signs of a language that is coloured by them.
struct CodeWords: Sendable {
  var keywords: Set<String>
  var literals: Set<String> = ["true", "false", "nil", "null", "undefined", "None", "True", "False", "NULL", "nullptr"]
  var lineComments: [String] = ["//"]
  var blockComment: (open: String, close: String)? = ("/*", "*/")
  /// What strings begin and end with; the longest first.
  var quotes: [String] = ["\"", "'"]
  /// Those whose strings go on over lines.
  var longQuotes: Set<String> = []
  /// Whether a name that begins with a capital letter is a type.
  var capitalsAreTypes = true
  var ignoresCase = false
  /// Whether `$name` is a variable.
  var hasDollarVariables = false
  /// Whether a name in front of `=` at the beginning of a line is a property.
  var hasKeys = false

  private init(words: String) { keywords = Set(words.split(separator: " ").map(String.init)) }

  /// A language by its name behind a fence.
  init?(_ name: String) {
    guard let known = Self.named(name) else { return nil }
    self = known
  }

  // A table of languages.
  private static func named(_ name: String) -> CodeWords? {
    switch name {
    case "js", "javascript", "mjs", "cjs", "jsx", "ts", "typescript", "tsx", "mts": return script
    case "swift": return swift
    case "python", "py": return python
    case "ruby", "rb": return ruby
    case "go", "golang": return go
    case "rust", "rs": return rust
    case "kotlin", "kt", "kts": return kotlin
    case "java", "c", "h", "cpp", "c++", "hpp", "cs", "csharp", "objc", "objective-c", "dart", "scala": return cLike
    case "php": return php
    case "sql": return sql
    case "toml", "ini", "conf", "properties", "editorconfig": return settings
    case "make", "makefile": return make
    default: return nil
    }
  }

  private static let script: CodeWords = {
    var words = CodeWords(
      words:
        "abstract as async await break case catch class const continue debugger declare default delete do else enum "
        + "export extends finally for from function get if implements import in instanceof interface keyof let new of "
        + "private protected public readonly return set static super switch this throw try type typeof var void while "
        + "with yield")
    words.quotes = ["`", "\"", "'"]
    words.longQuotes = ["`"]
    return words
  }()

  private static let swift: CodeWords = {
    var words = CodeWords(
      words:
        "actor any as associatedtype async await borrowing break case catch class consuming continue default defer deinit "
        + "do else enum extension fallthrough fileprivate final for func get guard if import in indirect init inout "
        + "internal is isolated lazy let mutating nonisolated open operator override package private protocol public "
        + "repeat rethrows return self Self set some static struct subscript super switch throw throws try typealias var "
        + "weak where while")
    words.quotes = ["\"\"\"", "\""]
    words.longQuotes = ["\"\"\""]
    return words
  }()

  private static let python: CodeWords = {
    var words = CodeWords(
      words:
        "and as assert async await break case class continue def del elif else except finally for from global if import "
        + "in is lambda match nonlocal not or pass raise return self try while with yield")
    words.lineComments = ["#"]
    words.blockComment = nil
    words.quotes = ["\"\"\"", "'''", "\"", "'"]
    words.longQuotes = ["\"\"\"", "'''"]
    return words
  }()

  private static let ruby: CodeWords = {
    var words = CodeWords(
      words:
        "alias and attr_accessor attr_reader begin break case class def defined? do else elsif end ensure for if in include "
        + "module next not or private raise redo require rescue retry return self super then undef unless until when "
        + "while yield")
    words.lineComments = ["#"]
    words.blockComment = nil
    return words
  }()

  private static let go: CodeWords = {
    var words = CodeWords(
      words:
        "break case chan const continue default defer else fallthrough for func go goto if import interface map package "
        + "range return select struct switch type var")
    words.quotes = ["`", "\"", "'"]
    words.longQuotes = ["`"]
    return words
  }()

  private static let rust: CodeWords = {
    var words = CodeWords(
      words:
        "as async await break const continue crate dyn else enum extern fn for if impl in let loop match mod move mut pub "
        + "ref return self Self static struct super trait type unsafe use where while")
    // A single quote begins a lifetime as often as a character.
    words.quotes = ["\""]
    words.longQuotes = ["\""]
    return words
  }()

  private static let kotlin: CodeWords = {
    var words = CodeWords(
      words:
        "abstract as break by class companion constructor continue data do else enum final for fun if import in inline "
        + "interface internal is lateinit object open operator out override package private protected public return "
        + "sealed super suspend this throw try typealias val var when where while")
    words.quotes = ["\"\"\"", "\"", "'"]
    words.longQuotes = ["\"\"\""]
    return words
  }()

  private static let cLike = CodeWords(
    words:
      "abstract auto base bool boolean break byte case catch char class const constexpr continue default delete do double "
      + "else enum explicit export extends extern final finally float for foreach friend goto if implements import in "
      + "include inline instanceof int interface internal is long mutable namespace new noexcept operator out override "
      + "package private protected public readonly record ref register return sealed short signed sizeof static struct "
      + "super switch synchronized template this throw throws try typedef typename union unsigned using var virtual void "
      + "volatile while with yield")

  private static let php: CodeWords = {
    var words = CodeWords(
      words:
        "abstract and array as break case catch class clone const continue declare default do echo else elseif extends "
        + "final finally fn for foreach function global if implements include instanceof interface match namespace new or "
        + "private protected public readonly require require_once return static switch throw trait try use while yield")
    words.lineComments = ["//", "#"]
    words.hasDollarVariables = true
    return words
  }()

  private static let sql: CodeWords = {
    var words = CodeWords(
      words:
        "add all alter and as asc begin between by case check column commit constraint create cross default delete desc "
        + "distinct drop else end exists foreign from full group having if in index inner insert into is join key left "
        + "like limit not offset on or order outer primary references returning right rollback select set table then "
        + "transaction union unique update using values view when where with")
    words.lineComments = ["--"]
    words.capitalsAreTypes = false
    words.ignoresCase = true
    return words
  }()

  private static let settings: CodeWords = {
    var words = CodeWords(words: "")
    words.lineComments = ["#", ";"]
    words.blockComment = nil
    words.capitalsAreTypes = false
    words.hasKeys = true
    return words
  }()

  private static let make: CodeWords = {
    var words = CodeWords(words: "define else endef endif export ifdef ifeq ifndef ifneq include override unexport")
    words.lineComments = ["#"]
    words.blockComment = nil
    words.capitalsAreTypes = false
    words.hasDollarVariables = true
    words.hasKeys = true
    return words
  }()
}
