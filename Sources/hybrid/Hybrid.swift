@main
struct Hybrid {
  static func main() {}
}
