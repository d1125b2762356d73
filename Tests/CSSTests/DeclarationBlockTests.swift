import CSSValues
import Diagnostics
import Testing

@testable import CSS

/// The blocks of a sheet, which share what their declarations stand for.
struct DeclarationBlockTests {
  private func sheet(_ css: String) -> CSSStyleSheet { CSSStyleSheet(SourceFile(path: "a.css", text: css)) }

  /// One block a line.
  private func dump(_ sheet: CSSStyleSheet) -> [String] {
    sheet.blocks.map { block in
      block.declarations.map { declaration in
        let name =
          switch declaration.property {
          case .known(let property): property.name
          case .custom(let name): name.string
          }
        let value =
          switch declaration.value {
          case .value(let value): value.text
          case .wide(let keyword): keyword.rawValue
          case .unresolved(let value): "«" + String(decoding: value.text, as: UTF8.self) + "»"
          }
        let range = "\(declaration.range.lowerBound)-\(declaration.range.upperBound)"
        return "\(name):\(value)\(declaration.isImportant ? "!" : "") \(range)"
      }.joined(separator: "; ")
    }
  }

  @Test func whatIsWrittenAgainKeepsItsPlaceAndImportance() {
    let sheet = sheet("a{inset:0}b{inset:0!important;top:1px}c{inset:0}")
    #expect(
      dump(sheet) == [
        "top:0px 2-9; right:0px 2-9; bottom:0px 2-9; left:0px 2-9",
        "top:0px! 12-29; right:0px! 12-29; bottom:0px! 12-29; left:0px! 12-29; top:1px 30-37",
        "top:0px 40-47; right:0px 40-47; bottom:0px 40-47; left:0px 40-47",
      ])
    #expect(sheet.blocks.map(\.hasImportant) == [false, true, false])
    #expect(sheet.blocks.map(\.hasNormal) == [true, true, true])
    // The four values once, and that of `top:1px`.
    #expect(sheet.blocks[0].storage.values.count == 5)
  }

  /// Of many declarations only those stay that may count: the last of each property, and of each importance.
  @Test func whatIsDeclaredAgainBehindItIsLeftOut() {
    let many = String(repeating: "all:unset;", count: 2_000)
    let block = sheet("p{width:10px;\(many)width:20px!important;display:block;width:30px}").blocks[0]
    let few = sheet("p{all:unset;width:20px!important;display:block;width:30px}").blocks[0]
    func texts(_ block: DeclarationBlock) -> [String] {
      block.declarations.map { "\($0.property) \($0.value) \($0.isImportant)" }
    }
    #expect(block.declarations.count == few.declarations.count)
    #expect(texts(block) == texts(few))
    // A block that people write is kept as it is.
    #expect(sheet("p{width:10px;width:20px;width:30px}").blocks[0].declarations.count == 3)
  }

  @Test func declarationsAroundNestedRules() {
    let sheet = sheet("a{top:1px;b{left:2px;c{--x:3}right:4px}bottom:5px;d{}content:'e'}")
    #expect(
      dump(sheet) == [
        "top:1px 2-9", "left:2px 12-20", "--x:«3» 23-28", "right:4px 29-38", "bottom:5px 39-49", "content:\"e\" 53-64",
      ])
    #expect(sheet.blocks.map(\.setsContent) == [false, false, false, false, false, true])
    #expect(sheet.blocks.map(\.hasCustomProperties) == [false, false, true, false, false, false])
    #expect(sheet.rules.map { Int($0.block) } == [0, 1, 2, 3, 4, 5])
  }

  @Test func importantDeclarationsOfKeyframesAreLeftOut() {
    let sheet = sheet("@keyframes k{0%{top:1px;left:2px!important;right:3px}to{left:2px}}")
    #expect(dump(sheet) == ["top:1px 16-23; right:3px 43-52", "left:2px 56-64"])
    #expect(sheet.diagnostics.diagnostics.map(\.code) == [.cssImportantInKeyframes])
  }

  @Test func variablesThatValuesName() {
    let sheet = sheet("a{--x:calc(var(--a)*var( --b,var(--c)));--y:1;--z:if(style(--d):var(--e))}")
    let names = sheet.blocks[0].declarations.map { declaration -> [String] in
      guard case .unresolved(let value) = declaration.value else { return [] }
      return value.references.map(\.string)
    }
    #expect(names == [["--a", "--b", "--c"], [], ["--e"]])
  }
}
