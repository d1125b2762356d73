/// The text of a counter's value in a counter style (CSS Counter Styles 3).
///
/// The predefined styles are here; a page's own are in ``CounterStyleRules``.
enum CounterStyle {
  /// The representation of `value` in the style of that name, without prefix and suffix; an unknown style is `decimal`.
  static func text(_ value: Int, style: String) -> String {
    switch style {
    case "none": return ""
    case "disc": return "•"
    case "circle": return "◦"
    case "square": return "▪"
    case "disclosure-open": return "▾"
    case "disclosure-closed": return "▸"
    case "decimal-leading-zero":
      let digits = String(abs(value))
      return (value < 0 ? "-" : "") + (digits.count < 2 ? "0" + digits : digits)
    case "lower-roman": return roman(value)?.lowercased() ?? String(value)
    case "upper-roman": return roman(value) ?? String(value)
    case "hebrew": return additive(value, hebrew, upTo: 10999) ?? String(value)
    case "armenian", "upper-armenian": return additive(value, armenian, upTo: 9999) ?? String(value)
    case "lower-armenian": return additive(value, armenian, upTo: 9999)?.lowercased() ?? String(value)
    case "georgian": return additive(value, georgian, upTo: 19999) ?? String(value)
    case "cjk-ideographic", "trad-chinese-informal":
      return chinese(value, digits: "零一二三四五六七八九", markers: ["", "十", "百", "千"], negative: "負") ?? cjkDecimal(value)
    case "simp-chinese-informal":
      return chinese(value, digits: "零一二三四五六七八九", markers: ["", "十", "百", "千"], negative: "负") ?? cjkDecimal(value)
    case "trad-chinese-formal":
      return chinese(value, digits: "零壹貳參肆伍陸柒捌玖", markers: ["", "拾", "佰", "仟"], negative: "負", informal: false)
        ?? cjkDecimal(value)
    case "simp-chinese-formal":
      return chinese(value, digits: "零壹贰叁肆伍陆柒捌玖", markers: ["", "拾", "佰", "仟"], negative: "负", informal: false)
        ?? cjkDecimal(value)
    case "cjk-decimal": return cjkDecimal(value)
    case "ethiopic-numeric": return ethiopic(value) ?? String(value)
    default: break
    }
    if let digits = numeric[style] { return positional(value, digits: digits) }
    if let letters = alphabetic[style] { return bijective(value, letters: letters) ?? String(value) }
    if let symbols = fixed[style] {
      let letters = Array(symbols)
      return value >= 1 && value <= letters.count ? String(letters[value - 1]) : cjkDecimal(value)
    }
    return String(value)
  }

  /// What ends a marker of the style, after the counter: `. ` for numbers, a space for bullets.
  static func suffix(style: String) -> String {
    switch style {
    case "disc", "circle", "square", "disclosure-open", "disclosure-closed", "none": " "
    case "ethiopic-numeric": "/ "
    case "cjk-ideographic", "trad-chinese-informal", "trad-chinese-formal", "simp-chinese-informal",
      "simp-chinese-formal", "cjk-decimal", "cjk-earthly-branch", "cjk-heavenly-stem", "hiragana", "katakana",
      "hiragana-iroha", "katakana-iroha":
      "、"
    default: ". "
    }
  }

  private static func positional(_ value: Int, digits: String) -> String {
    let digits = Array(digits)
    var rest = value.magnitude
    var result: [Character] = []
    repeat {
      result.append(digits[Int(rest % UInt(digits.count))])
      rest /= UInt(digits.count)
    } while rest > 0
    return (value < 0 ? "-" : "") + String(result.reversed())
  }

  /// CSS Counter Styles 3, 7.2: pairs of decimal digits, with signs for a hundred and ten thousand behind every second one.
  private static func ethiopic(_ value: Int) -> String? {
    guard value >= 1 else { return nil }
    let units = Array("፩፪፫፬፭፮፯፰፱")
    let tens = Array("፲፳፴፵፶፷፸፹፺")
    if value == 1 { return String(units[0]) }
    var rest = value
    var index = 0
    var groups: [String] = []
    while rest > 0 {
      let (group, isOdd, isFirst) = (rest % 100, index % 2 == 1, rest < 100)
      var text = ""
      // A single hundred, and a single one at the beginning, go without their digit.
      if group > 1 || group == 1 && !isOdd && !isFirst {
        if group >= 10 { text.append(tens[group / 10 - 1]) }
        if group % 10 > 0 { text.append(units[group % 10 - 1]) }
      }
      if isOdd, group > 0 { text += "፻" }
      if !isOdd, index > 0 { text += "፼" }
      groups.append(text)
      rest /= 100
      index += 1
    }
    return groups.reversed().joined()
  }

  private static func cjkDecimal(_ value: Int) -> String { positional(value, digits: "〇一二三四五六七八九") }

  private static func bijective(_ value: Int, letters: String) -> String? {
    guard value >= 1 else { return nil }
    let letters = Array(letters)
    var rest = value
    var result: [Character] = []
    while rest > 0 {
      rest -= 1
      result.append(letters[rest % letters.count])
      rest /= letters.count
    }
    return String(result.reversed())
  }

  private static func roman(_ value: Int) -> String? {
    additive(
      value,
      [
        (1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"), (50, "L"), (40, "XL"), (10, "X"),
        (9, "IX"), (5, "V"), (4, "IV"), (1, "I"),
      ], upTo: 3999)
  }

  private static func additive(_ value: Int, _ symbols: [(Int, String)], upTo limit: Int) -> String? {
    guard value >= 1, value <= limit else { return nil }
    var rest = value
    var result = ""
    for (weight, symbol) in symbols {
      while rest >= weight {
        result += symbol
        rest -= weight
      }
    }
    return result
  }

  /// Chinese longhand numbers from -9999 to 9999 (CSS Counter Styles 3, 7.1.3).
  private static func chinese(
    _ value: Int, digits: String, markers: [String], negative: String, informal: Bool = true
  ) -> String? {
    guard abs(value) <= 9999 else { return nil }
    let digits = Array(digits)
    if value == 0 { return String(digits[0]) }
    var places: [Int] = []
    var rest = abs(value)
    while rest > 0 {
      places.append(rest % 10)
      rest /= 10
    }
    var result = ""
    var pendingZero = false
    for place in places.indices.reversed() {
      let digit = places[place]
      if digit == 0 {
        pendingZero = !result.isEmpty
        continue
      }
      if pendingZero { result.append(digits[0]) }
      pendingZero = false
      let dropsOne = informal && digit == 1 && place == 1 && places.count == 2
      if !dropsOne { result.append(digits[digit]) }
      result += markers[place]
    }
    return (value < 0 ? negative : "") + result
  }

  private static let numeric: [String: String] = [
    "arabic-indic": "٠١٢٣٤٥٦٧٨٩", "bengali": "০১২৩৪৫৬৭৮৯", "cambodian": "០១២៣៤៥៦៧៨៩", "khmer": "០១២៣៤៥៦៧៨៩",
    "devanagari": "०१२३४५६७८९", "gujarati": "૦૧૨૩૪૫૬૭૮૯", "gurmukhi": "੦੧੨੩੪੫੬੭੮੯", "kannada": "೦೧೨೩೪೫೬೭೮೯",
    "lao": "໐໑໒໓໔໕໖໗໘໙", "malayalam": "൦൧൨൩൪൫൬൭൮൯", "mongolian": "᠐᠑᠒᠓᠔᠕᠖᠗᠘᠙", "myanmar": "၀၁၂၃၄၅၆၇၈၉",
    "oriya": "୦୧୨୩୪୫୬୭୮୯", "persian": "۰۱۲۳۴۵۶۷۸۹", "tamil": "௦௧௨௩௪௫௬௭௮௯", "telugu": "౦౧౨౩౪౫౬౭౮౯",
    "thai": "๐๑๒๓๔๕๖๗๘๙", "tibetan": "༠༡༢༣༤༥༦༧༨༩",
  ]

  private static let alphabetic: [String: String] = [
    "lower-alpha": "abcdefghijklmnopqrstuvwxyz", "lower-latin": "abcdefghijklmnopqrstuvwxyz",
    "upper-alpha": "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "upper-latin": "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
    "lower-greek": "αβγδεζηθικλμνξοπρστυφχψω",
    "hiragana": "あいうえおかきくけこさしすせそたちつてとなにぬねのはひふへほまみむめもやゆよらりるれろわゐゑをん",
    "katakana": "アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワヰヱヲン",
    "hiragana-iroha": "いろはにほへとちりぬるをわかよたれそつねならむうゐのおくやまけふこえてあさきゆめみしゑひもせす",
    "katakana-iroha": "イロハニホヘトチリヌルヲワカヨタレソツネナラムウヰノオクヤマケフコエテアサキユメミシヱヒモセス",
  ]

  private static let fixed: [String: String] = [
    "cjk-earthly-branch": "子丑寅卯辰巳午未申酉戌亥", "cjk-heavenly-stem": "甲乙丙丁戊己庚辛壬癸",
  ]

  private static let hebrew: [(Int, String)] = [
    (10000, "י׳"), (9000, "ט׳"), (8000, "ח׳"), (7000, "ז׳"), (6000, "ו׳"), (5000, "ה׳"), (4000, "ד׳"), (3000, "ג׳"),
    (2000, "ב׳"), (1000, "א׳"), (400, "ת"), (300, "ש"), (200, "ר"), (100, "ק"), (90, "צ"), (80, "פ"), (70, "ע"),
    (60, "ס"), (50, "נ"), (40, "מ"), (30, "ל"), (20, "כ"), (19, "יט"), (18, "יח"), (17, "יז"), (16, "טז"), (15, "טו"),
    (10, "י"), (9, "ט"), (8, "ח"), (7, "ז"), (6, "ו"), (5, "ה"), (4, "ד"), (3, "ג"), (2, "ב"), (1, "א"),
  ]

  private static let armenian: [(Int, String)] = [
    (9000, "Ք"), (8000, "Փ"), (7000, "Ւ"), (6000, "Ց"), (5000, "Ր"), (4000, "Տ"), (3000, "Վ"), (2000, "Ս"), (1000, "Ռ"),
    (900, "Ջ"), (800, "Պ"), (700, "Չ"), (600, "Ո"), (500, "Շ"), (400, "Ն"), (300, "Յ"), (200, "Մ"), (100, "Ճ"),
    (90, "Ղ"), (80, "Ձ"), (70, "Հ"), (60, "Կ"), (50, "Ծ"), (40, "Խ"), (30, "Լ"), (20, "Ի"), (10, "Ժ"), (9, "Թ"),
    (8, "Ը"), (7, "Է"), (6, "Զ"), (5, "Ե"), (4, "Դ"), (3, "Գ"), (2, "Բ"), (1, "Ա"),
  ]

  private static let georgian: [(Int, String)] = [
    (10000, "ჵ"), (9000, "ჰ"), (8000, "ჯ"), (7000, "ჴ"), (6000, "ხ"), (5000, "ჭ"), (4000, "წ"), (3000, "ძ"),
    (2000, "ც"), (1000, "ჩ"), (900, "შ"), (800, "ყ"), (700, "ღ"), (600, "ქ"), (500, "ფ"), (400, "ჳ"), (300, "ტ"),
    (200, "ს"), (100, "რ"), (90, "ჟ"), (80, "პ"), (70, "ო"), (60, "ჲ"), (50, "ნ"), (40, "მ"), (30, "ლ"), (20, "კ"),
    (10, "ი"), (9, "თ"), (8, "ჱ"), (7, "ზ"), (6, "ვ"), (5, "ე"), (4, "დ"), (3, "გ"), (2, "ბ"), (1, "ა"),
  ]
}
