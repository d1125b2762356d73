import CICU

/// The indexes of the multi-byte encodings (Encoding, section 5): code points by pointer, 0 for none.
///
/// They are made of ICU's converters when a text first needs one, and of what the standard has otherwise.
enum EncodingIndex {
  /// Big5 with the Hong Kong characters.
  static let big5 = make("Big5-HKSCS", count: 126 * 157, big5Differences) { pointer in
    let trail = pointer % 157
    return [UInt8(0x81 + pointer / 157), UInt8(trail + (trail < 0x3F ? 0x40 : 0x62))]
  }

  /// KS X 1001 with Windows' additions.
  static let eucKR = make("windows-949", count: 126 * 190) { pointer in
    [UInt8(0x81 + pointer / 190), UInt8(0x41 + pointer % 190)]
  }

  /// JIS X 0208 with the additions of NEC and IBM.
  static let jis0208 = make("windows-31j", count: 11_280) { pointer in
    let lead = pointer / 188
    let trail = pointer % 188
    return [UInt8(lead + (lead < 0x1F ? 0x81 : 0xC1)), UInt8(trail + (trail < 0x3F ? 0x40 : 0x41))]
  }

  /// JIS X 0212. ICU's table goes on with additions that the standard does not have.
  static let jis0212 = make("euc-jp", count: 7_211) { pointer in
    [0x8F, UInt8(0xA1 + pointer / 94), UInt8(0xA1 + pointer % 94)]
  }

  /// GB18030's pairs, whose private use characters are the standard's, too.
  static let gb18030 = make("gb18030", count: 126 * 190, gb18030Differences, keepsPrivateUse: true) { pointer in
    let trail = pointer % 190
    return [UInt8(0x81 + pointer / 190), UInt8(trail + (trail < 0x3F ? 0x40 : 0x41))]
  }

  /// GB18030's ranges below U+10000, spelt out: the sequences of four bytes.
  static let gb18030Ranges = make("gb18030", count: 39_420, "7457=E7C7", keepsPrivateUse: true) { pointer in
    [
      UInt8(0x81 + pointer / 12_600), UInt8(0x30 + pointer / 1_260 % 10), UInt8(0x81 + pointer / 10 % 126),
      UInt8(0x30 + pointer % 10),
    ]
  }

  /// An index.
  ///
  /// - Parameters:
  ///   - converter: ICU's name of the encoding.
  ///   - count: how many pointers there are.
  ///   - differences: `POINTER=CODE CODE …`, the pointer decimal, the code points from there on hexadecimal, runs parted by
  ///     commas and newlines.
  ///   - keepsPrivateUse: whether private use characters are the standard's; otherwise they stand for nothing.
  ///   - bytes: a pointer's bytes, for every pointer as many.
  private static func make(
    _ converter: String, count: Int, _ differences: String = "", keepsPrivateUse: Bool = false,
    _ bytes: (Int) -> [UInt8]
  ) -> [UInt32] {
    let sequences = (0..<count).flatMap(bytes)
    var index = [UInt32](repeating: 0, count: count)
    // An ICU whose data were cut down may lack the converter: then nothing is a character, which every page reports.
    cicu_code_points(converter, sequences, Int32(sequences.count / count), Int32(count), &index)
    if !keepsPrivateUse {
      for pointer in index.indices where (0xE000...0xF8FF).contains(index[pointer]) { index[pointer] = 0 }
    }
    for run in differences.split(whereSeparator: { $0 == "," || $0.isNewline }) {
      let parts = run.split(separator: "=")
      guard parts.count == 2, var pointer = Int(parts[0]) else { continue }
      for code in parts[1].split(separator: " ") {
        index[pointer] = UInt32(code, radix: 16) ?? 0
        pointer += 1
      }
    }
    return index
  }

  /// Characters that Unicode has had since ICU's table was made, duplicates and the pictures of control characters.
  private static let big5Differences = """
    1008=9F97,1016=9F96,1099=31C0 31C1 31C2 31C3 31C4,1105=31C5,1108=31C6 31C7,1112=31C8,1114=31C9 31CA 31CB 31CC
    1119=31CD 31CE,1170=23DA 23DB,1730=9FA6,1772=9FA7,1779=9FA8,1812=9FA9,1814=9FAA,1816=9FAB,1821=9FAC,1844=9FAD 9FAE
    1847=9FAF,1866=9FB2,1892=9FB3,2082=7BB8,2088=7C06,2103=7CCE,2114=7DD2,2123=7E1D,2148=8005,2151=8028,2221=83C1
    2239=84A8,2244=840F,2303=89A6 89A9,2354=8D77,2400=90FD,2413=92B9,2477=975C,2498=97FF,2605=9F16,2673=8503
    2746=5159 515B 515D 515E,2771=936E,2780=7479,2990=6D67,3087=799B,3259=9097,3301=975D,3436=701E,3451=5B28,4136=7201
    4138=77D7,4141=7E87,4182=99D6,4206=91D4,4220=60DE,4230=6FB6,4241=8F36,4258=4FBB,4273=71DF,4279=9104,4282=9DF0
    4294=83CF,4329=5C10 79E3,4349=5A67,4419=8F0B,4422=7B51,4494=62D0,4624=6062,4694=75F9,4708=6C4A,4742=9B2E,4748=9F17
    4815=50ED,4828=5F0C,4902=880F,4922=62CE,4982=7468,4992=7162,4997=7250
    5432=2400 2401 2402 2403 2404 2405 2406 2407 2408 2409 240A 240B 240C 240D 240E 240F 2410 2411 2412 2413
    5452=2414 2415 2416 2417 2418 2419 241A 241B 241C 241D 241E 241F 2421,10942=5EF4,10946=65E0,10948=7676,10950=96B6
    10957=3003 4EDD,11204=31CF,11210=9FB0,11212=9FB1,19028=5029,19035=507D,19088=5305,19096=5344,19112=537F,19162=5605
    19240=5A77,19299=5E75,19305=5ED0,19326=5F58,19355=60A4,19398=6490,19439=6674,19454=675E,19553=6C9C 6E1D,19557=6E2F
    19611=716E,19643=732A,19672=745C,19697=74E9,19748=7809
    """

  /// What GB18030-2022 has taken out of the private use area.
  private static let gb18030Differences = """
    6555=3000,7182=FE10 FE12 FE11 FE13 FE14 FE15 FE16,7201=FE17 FE18,7208=FE19,23775=9FB4,23783=9FB5,23788=9FB6 9FB7
    23795=9FB8,23812=9FB9,23829=9FBA,23845=9FBB
    """
}
