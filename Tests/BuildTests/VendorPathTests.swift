import Compiler
import Testing

@testable import Build

/// Fetched files get names that are served as what they are.
struct VendorPathTests {
  @Test(arguments: [
    ("https://a.example/i", "image/jpeg", RemoteReference.Kind.image, "i.jpg"),
    ("https://a.example/i.jpeg", "image/jpeg", .image, "i.jpeg"),
    ("https://a.example/i.php", "image/png; x=1", .image, "i.php.png"),
    ("https://a.example/i", "image/x-icon", .image, "i.ico"),
    ("https://a.example/f", "application/font-woff2", .font, "f.woff2"),
    ("https://a.example/s.mp4", "audio/mp4", .media, "s.mp4"),
    ("https://a.example/s", "audio/mp4", .media, "s.m4a"),
    ("https://a.example/s", "audio/ogg", .media, "s.ogg"),
    ("https://a.example/s.opus", "audio/ogg", .media, "s.opus"),
    ("https://a.example/x.glsl", "text/plain", .other, "x.glsl"),
    ("https://a.example/x", "text/html", .other, "x"),
    ("https://a.example/x", "text/vtt", .other, "x.vtt"),
    ("https://a.example/css", "text/plain", .stylesheet, "css.css"),
  ]) func theTypeSaysTheEnding(url: String, type: String, kind: RemoteReference.Kind, name: String) {
    #expect(VendorPath.path(of: url, mediaType: type, kind: kind) == "vendor/a.example/" + name)
  }
}
