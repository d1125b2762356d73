/// Unpacks WOFF 1 (W3C WOFF File Format 1.0).
func decodeWOFF(_ bytes: [UInt8]) throws(FontFileError) -> [UInt8] {
  throw .damaged("TODO")
}

/// Unpacks WOFF 2.
func decodeWOFF2(_ bytes: [UInt8]) throws(FontFileError) -> [UInt8] {
  throw .damaged("TODO")
}
