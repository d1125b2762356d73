// `hybrid routes generate` writes this behind the requests of a site (`Request`), whose type each site makes.
import Foundation
#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What a request is made of.
public struct RequestProperties: Sendable {
  /// `GET`, `POST` …
  public var method: String
  /// The path below the API's base.
  public var path: String
  /// The query's parameters in order, not encoded.
  public var query: [(name: String, value: String)] = []
  /// The fields of a JSON body.
  public var body: [String: JSONField]?
  /// A file and the name of its field.
  public var upload: (field: String, file: Upload)?
}

/// A value of a request's body or of a GraphQL variable.
public enum JSONField: Hashable, Sendable, Encodable, ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral
{
  case string(String), int(Int), double(Double), bool(Bool), array([JSONField]), object([String: JSONField]), null

  /// A text.
  public init(stringLiteral value: String) { self = .string(value) }
  /// A whole number.
  public init(integerLiteral value: Int) { self = .int(value) }
  /// A number.
  public init(floatLiteral value: Double) { self = .double(value) }
  /// A truth value.
  public init(booleanLiteral value: Bool) { self = .bool(value) }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .string(let value): try container.encode(value)
    case .int(let value): try container.encode(value)
    case .double(let value): try container.encode(value)
    case .bool(let value): try container.encode(value)
    case .array(let values): try container.encode(values)
    case .object(let values): try container.encode(values)
    case .null: try container.encodeNil()
    }
  }
}

/// A file that a request carries.
public struct Upload: Hashable, Sendable {
  /// The file's name.
  public var name: String
  /// Its media type.
  public var contentType: String
  /// Its bytes.
  public var data: Data

  /// A file.
  public init(name: String, contentType: String, data: Data) {
    self.name = name
    self.contentType = contentType
    self.data = data
  }
}

/// Why a request failed.
public enum APIError: Error {
  /// The status is not 2xx; the body as it came.
  case status(Int, Data)
  /// The answer is not what was asked for.
  case decoding(any Error, Data)
  /// The answer of GraphQL has errors.
  case graphQL([String])
  /// The address cannot be made into a URL.
  case address(String)
}

/// Sends the requests of the API.
public struct APIClient: Sendable {
  /// How a request reaches the server; `URLSession` where none is given.
  public typealias Transport = @Sendable (URLRequest) async throws -> (Data, HTTPURLResponse)

  /// What all paths are below.
  public var base: URL
  /// The headers of every request.
  public var headers: [String: String]
  private let transport: Transport

  /// A client of the API at an address.
  public init(base: URL, headers: [String: String] = [:], transport: Transport? = nil) {
    self.base = base
    self.headers = headers
    self.transport = transport ?? APIClient.session
  }

  /// Decodes one value, a list or an optional: 204, 404, an empty answer and `null` are an optional's `nil`.
  public func fetch<Value: Decodable>(_ request: Request) async throws -> Value {
    guard Value.self is any ExpressibleByNilLiteral.Type else {
      return try Self.decode(try await send(try urlRequest(request)).data)
    }
    do {
      let data = try await send(try urlRequest(request)).data
      return try Self.decode(data.isEmpty ? Data("null".utf8) : data)
    } catch APIError.status(404, _) {
      return try Self.decode(Data("null".utf8))
    }
  }

  /// The pages of a list, one after the other, until an answer names no next page: in a `Link` header with
  /// `rel="next"`, or as `next`, `links.next` or `urls.api.more…` in the answer. What leads to another origin ends the
  /// list: the headers of requests are only for this server.
  public func pages<Page: Decodable & Sendable>(_ request: Request, of _: Page.Type = Page.self, limit: Int = 1_000)
    -> AsyncThrowingStream<Page, any Error>
  {
    AsyncThrowingStream { continuation in
      let task = Task {
        do {
          var next: URLRequest? = try urlRequest(request)
          var seen: Set<URL> = []
          while let current = next, let url = current.url, seen.insert(url).inserted, seen.count <= limit {
            let (data, response) = try await send(current)
            continuation.yield(try Self.decode(data))
            next = Self.nextPage(data, response, after: url).flatMap { found in
              let isHere = found.scheme == url.scheme && found.host == url.host && found.port == url.port
              return isHere ? prepared(URLRequest(url: found)) : nil
            }
          }
          continuation.finish()
        } catch {
          continuation.finish(throwing: error)
        }
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }

  private struct GraphQLMessage: Decodable { var message: String }
  private struct GraphQLFailure: Decodable { var errors: [GraphQLMessage] }
  private struct GraphQLAnswer<Value: Decodable>: Decodable { var data: Value? }

  /// Sends a GraphQL query and decodes its `data`.
  public func query<Value: Decodable>(
    _ text: String, variables: [String: JSONField] = [:], path: String = "graphql"
  ) async throws -> Value {
    var request = prepared(URLRequest(url: base.appendingPathComponent(path)))
    request.httpMethod = "POST"
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    // The same query is the same bytes, for caches between here and the server.
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    request.httpBody = try encoder.encode(
      JSONField.object(["query": .string(text), "variables": .object(variables)]))
    let data = try await send(request).data
    if let failure = try? JSONDecoder().decode(GraphQLFailure.self, from: data), !failure.errors.isEmpty {
      throw APIError.graphQL(failure.errors.map(\.message))
    }
    let answer: GraphQLAnswer<Value> = try Self.decode(data)
    guard let value = answer.data else { throw APIError.graphQL(["the answer has no data"]) }
    return value
  }

  /// Sends a GraphQL mutation and decodes its `data`.
  public func mutate<Value: Decodable>(
    _ text: String, variables: [String: JSONField] = [:], path: String = "graphql"
  ) async throws -> Value {
    try await query(text, variables: variables, path: path)
  }

  /// The HTTP request of a request.
  public func urlRequest(_ request: Request) throws -> URLRequest {
    let properties = request.properties
    var address = base.absoluteString
    while address.hasSuffix("/") { address.removeLast() }
    address += properties.path.hasPrefix("/") ? properties.path : "/" + properties.path
    if !properties.query.isEmpty {
      address +=
        "?"
        + properties.query.map { RouteMatcher.query($0.name) + "=" + RouteMatcher.query($0.value) }
        .joined(separator: "&")
    }
    guard let url = URL(string: address) else { throw APIError.address(address) }
    var result = prepared(URLRequest(url: url))
    result.httpMethod = properties.method
    if let upload = properties.upload {
      let boundary = "hybrid-" + UUID().uuidString
      result.setValue("multipart/form-data; boundary=\(boundary)", forHTTPHeaderField: "Content-Type")
      result.httpBody = Self.multipart(upload, properties.body ?? [:], boundary)
    } else if let body = properties.body {
      result.setValue("application/json", forHTTPHeaderField: "Content-Type")
      result.httpBody = try JSONEncoder().encode(body)
    }
    return result
  }

  private func prepared(_ request: URLRequest) -> URLRequest {
    var request = request
    for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
    return request
  }

  private func send(_ request: URLRequest) async throws -> (data: Data, response: HTTPURLResponse) {
    let (data, response) = try await transport(request)
    guard (200..<300).contains(response.statusCode) else { throw APIError.status(response.statusCode, data) }
    return (data, response)
  }

  private static func decode<Value: Decodable>(_ data: Data) throws -> Value {
    do {
      return try JSONDecoder().decode(Value.self, from: data)
    } catch {
      throw APIError.decoding(error, data)
    }
  }

  private static func multipart(
    _ upload: (field: String, file: Upload), _ fields: [String: JSONField], _ boundary: String
  ) -> Data {
    func quoted(_ text: String) -> String {
      text.replacingOccurrences(of: "\"", with: "%22").replacingOccurrences(of: "\r", with: "%0D")
        .replacingOccurrences(of: "\n", with: "%0A")
    }
    var data = Data()
    for (name, value) in fields.sorted(by: { $0.key < $1.key }) {
      let text: String
      switch value {
      case .string(let value): text = value
      case .int(let value): text = String(value)
      case .double(let value): text = String(value)
      case .bool(let value): text = String(value)
      default: continue
      }
      data += Data("--\(boundary)\r\nContent-Disposition: form-data; name=\"\(quoted(name))\"\r\n\r\n\(text)\r\n".utf8)
    }
    data += Data(
      "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(quoted(upload.field))\"; filename=\"\(quoted(upload.file.name))\"\r\nContent-Type: \(upload.file.contentType)\r\n\r\n"
        .utf8)
    data += upload.file.data
    data += Data("\r\n--\(boundary)--\r\n".utf8)
    return data
  }

  private static func nextPage(_ data: Data, _ response: HTTPURLResponse, after url: URL) -> URL? {
    if let header = response.value(forHTTPHeaderField: "Link") {
      // RFC 8288, 3: targets in angle brackets may hold commas, and `rel` several names.
      var rest = header[...]
      while let start = rest.firstIndex(of: "<"), let end = rest[start...].firstIndex(of: ">") {
        let target = String(rest[rest.index(after: start)..<end])
        rest = rest[rest.index(after: end)...]
        let parameters = rest.prefix { $0 != "<" }.lowercased()
        guard let name = parameters.range(of: "rel=") else { continue }
        let value = parameters[name.upperBound...]
        let names =
          value.hasPrefix("\"") ? value.dropFirst().prefix { $0 != "\"" } : value.prefix { $0 != ";" && $0 != "," }
        guard names.split(separator: " ").contains("next") else { continue }
        return URL(string: target, relativeTo: url)?.absoluteURL
      }
    }
    guard let object = try? JSONSerialization.jsonObject(with: data) as? [String: Any] else { return nil }
    let api = (object["urls"] as? [String: Any])?["api"] as? [String: Any]
    let texts =
      [object["next"], (object["links"] as? [String: Any])?["next"]]
      + (api ?? [:]).filter { $0.key.hasPrefix("more") }.sorted { $0.key < $1.key }.map(\.value)
    guard let text = texts.compactMap({ $0 as? String }).first(where: { !$0.isEmpty }) else { return nil }
    return URL(string: text, relativeTo: url)?.absoluteURL
  }

  private static let session: Transport = { request in
    try await withCheckedThrowingContinuation { continuation in
      URLSession.shared.dataTask(with: request) { data, response, error in
        if let response = response as? HTTPURLResponse, error == nil {
          continuation.resume(returning: (data ?? Data(), response))
        } else {
          continuation.resume(throwing: error ?? URLError(.badServerResponse))
        }
      }.resume()
    }
  }
}
