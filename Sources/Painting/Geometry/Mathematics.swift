#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#elseif canImport(Darwin)
  import Darwin
#endif

/// The functions of the C library that painting needs; radians.
func sine(_ angle: Double) -> Double { sin(angle) }
func cosine(_ angle: Double) -> Double { cos(angle) }
func tangent(_ angle: Double) -> Double { tan(angle) }
func arctangent(_ y: Double, _ x: Double) -> Double { atan2(y, x) }
func logarithm(_ value: Double) -> Double { log(value) }
func power(_ base: Double, _ exponent: Double) -> Double { pow(base, exponent) }
