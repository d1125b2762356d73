import JSONValues
import Manifest
import TestSupport
import Testing

@testable import HostCore

/// `token.request`: what its options mean, and what comes of the answers of a server.
@Suite struct PageRequestTests {
  private func request(_ options: [String: JSONValue]) throws(PageRequest.Failure) -> PageRequest {
    try PageRequest(.object(options))
  }

  @Test func parametersGoIntoTheQueryOrTheBody() throws {
    let parameters = JSONValue.object(["q": .string("a b&c/é"), "n": .integer(3), "on": .bool(true)])
    let get = try request(["url": .string("https://example.com/find?x=1#part"), "httpParameter": parameters])
    #expect(get.method == "GET" && get.body == nil)
    #expect(get.url == "https://example.com/find?x=1&n=3&on=true&q=a+b%26c%2F%C3%A9")
    let post = try request([
      "url": .string("https://example.com/find"), "method": .string("post"), "httpParameter": parameters,
    ])
    #expect(post.method == "POST" && post.url == "https://example.com/find")
    #expect(post.body.map { String(decoding: $0, as: UTF8.self) } == "n=3&on=true&q=a+b%26c%2F%C3%A9")
    #expect(post.headers.map(\.value) == ["application/x-www-form-urlencoded;charset=UTF-8"])
    let json = try request([
      "url": .string("http://example.com"), "method": .string("PUT"),
      "jsonParameter": .object(["a": .array([.integer(1)])]),
      "header": .object(["content-type": .string("application/vnd.api+json"), "X-Key": .string("1")]),
      "timeout": .integer(5_000), "resultType": .string("text"),
    ])
    #expect(json.body.map { String(decoding: $0, as: UTF8.self) } == #"{"a":[1]}"#)
    #expect(json.headers.map { "\($0.name): \($0.value)" } == ["X-Key: 1", "content-type: application/vnd.api+json"])
    #expect(json.seconds == 600 && json.wantsText && get.seconds == 60)
  }

  @Test func addressesThatAreNoneAreRefused() {
    for url in ["", "/relative", "file:///etc/passwd", "javascript:1", "https://", "hybrid://app/x"] {
      #expect(throws: PageRequest.Failure.self) { try request(["url": .string(url)]) }
    }
    #expect(throws: PageRequest.Failure.self) {
      try request(["url": .string("https://example.com"), "method": .string("GET / HTTP/1.1\r\nX: y")])
    }
    #expect(throws: PageRequest.Failure.self) { try PageRequest(.null) }
  }

  @Test func answersOfAServer() async throws {
    let server = try LoopbackServer { request in
      switch request.path.split(separator: "/").last {
      case "json": LoopbackServer.Answer(status: 200, body: Array(#"{"name": "Ada"}"#.utf8))
      case "text": LoopbackServer.Answer(status: 200, body: Array("words".utf8))
      case "absent": LoopbackServer.Answer(status: 404, body: Array("gone".utf8))
      default: LoopbackServer.Answer(status: 200, body: [UInt8](repeating: 0x20, count: 1 << 20), times: 40)
      }
    }
    let network = PageNetwork()
    func answer(_ path: String, _ type: String? = nil) async throws -> Result<JSONValue, PageRequest.Failure> {
      var options: [String: JSONValue] = ["url": .string(server.address + "/" + path)]
      options["resultType"] = type.map { .string($0) }
      return await network.send(try request(options))
    }
    #expect(try await answer("json") == .success(.object(["name": .string("Ada")])))
    #expect(try await answer("json", "text") == .success(.string(#"{"name": "Ada"}"#)))
    #expect(try await answer("text") == .success(.string("words")))
    #expect(try await answer("absent") == .failure(.init(description: "404")))
    #expect(try await answer("endless") == .failure(.init(description: "the answer has more than 16777216 bytes")))
    let nobody = try request(["url": .string("http://127.0.0.1:1/")])
    guard case .failure = await network.send(nobody) else {
      Issue.record("nobody answered")
      return
    }
  }
}

/// `token.alert` and its kin.
@Suite struct PageQuestionTests {
  @Test func argumentsAreToldApart() throws {
    let callback = JSONValue.object(["callback": .integer(3)])
    let alert = try #require(PageQuestion("alert", [.string("Title"), .null, callback]))
    #expect(alert.text == "Title" && alert.buttons == ["OK"] && alert.placeholder == nil && alert.callback == callback)
    #expect(alert.answer(button: 0, text: "") == [])
    let titles = try #require(
      PageQuestion(
        "alertTitles", [.string("Colour"), .string("Which?"), .array([.string("Red"), .string("Green")]), callback]))
    #expect(titles.text == "Colour\nWhich?" && titles.buttons == ["Red", "Green"])
    #expect(titles.answer(button: 1, text: "") == [.integer(1)])
    // Each title counts, a number too.
    let mixed = PageQuestion("alertTitles", [.string("Pick"), .array([.string("Red"), .integer(2), .bool(true)])])
    #expect(mixed?.buttons == ["Red", "2", "true"])
    let input = try #require(PageQuestion("alertInput", [.string("Name"), .string(""), .string("Ada"), callback]))
    #expect(input.placeholder == "Ada" && input.buttons == ["OK", "Cancel"])
    #expect(
      input.answer(button: 0, text: "Grace") == [.string("Grace")] && input.answer(button: 1, text: "x") == [.null])
    #expect(PageQuestion("alertInput", [])?.placeholder == "" && PageQuestion("alertTitles", [.string("none")]) == nil)
    #expect(PageQuestion("getLocation", []) == nil)
  }
}
