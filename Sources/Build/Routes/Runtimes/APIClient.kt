// `hybrid routes generate` writes this behind the requests of a site (`Request`), whose class each site makes.

/** A file that a request carries. */
class Upload(val name: String, val contentType: String, val data: ByteArray)

/** What a request is made of; the app's HTTP library sends it. */
class RequestProperties(
    val method: String,
    val path: String,
    val query: List<Pair<String, String>>,
    val body: Map<String, Any>?,
    val upload: Pair<String, Upload>?
) {
    /** The path with the query. */
    val pathAndQuery: String
        get() = if (query.isEmpty()) path else path + "?" + query.joinToString("&") { RouteMatcher.query(it.first) + "=" + RouteMatcher.query(it.second) }
}

/** How a request reaches the server; gives the status, the headers in lower case and the body. */
interface Transport {
    fun send(method: String, address: String, body: ByteArray?, contentType: String?): Answer
}

class Answer(val status: Int, val headers: Map<String, String>, val body: String)

class APIException(val status: Int, val body: String) : Exception("status $status")

/** Sends the requests of the API; the decoder is the app's own (Moshi, kotlinx.serialization or another). */
class APIClient(private val base: String, private val transport: Transport, private val encode: (Map<String, Any?>) -> String) {
    /** One value or a list, as the decoder makes it. */
    fun <T> fetch(request: Request, decode: (String) -> T): T {
        val answer = send(request)
        if (answer.status !in 200..299) throw APIException(answer.status, answer.body)
        return decode(answer.body)
    }

    /** A value that may not be there: 204, 404, an empty answer and `null` are null. */
    fun <T> fetchOptional(request: Request, decode: (String) -> T): T? {
        val answer = send(request)
        if (answer.status == 404 || answer.status == 204 || answer.body.isBlank() || answer.body.trim() == "null") return null
        if (answer.status !in 200..299) throw APIException(answer.status, answer.body)
        return decode(answer.body)
    }

    /**
     * The pages of a list until an answer's `Link` header or [next] names no next one. What leads to another origin ends the
     * list: the headers of requests are only for this server.
     */
    fun <T> pages(request: Request, next: (T) -> String? = { null }, decode: (String) -> T): Sequence<T> = sequence {
        val seen = HashSet<String>()
        var address: String? = base.trimEnd('/') + request.properties.pathAndQuery
        while (address != null && seen.add(address)) {
            val current: String = address
            val answer = transport.send("GET", current, null, null)
            if (answer.status !in 200..299) throw APIException(answer.status, answer.body)
            val page = decode(answer.body)
            yield(page)
            // RFC 8288, 3: targets in angle brackets may hold commas, and `rel` several names.
            val link = Regex("<([^>]*)>([^<]*)").findAll(answer.headers["link"] ?: "").firstOrNull { found ->
                val relation = Regex("rel=(?:\"([^\"]*)\"|([^\\s;,]+))", RegexOption.IGNORE_CASE).find(found.groupValues[2])
                val names = relation?.let { it.groupValues[1] + " " + it.groupValues[2] } ?: ""
                names.split(' ').any { it.equals("next", ignoreCase = true) }
            }
            val target = link?.groupValues?.get(1) ?: next(page)
            // java.net.URI takes the last segment away where a reference is only a query.
            address = target?.let { if (it.startsWith("?")) current.substringBefore('#').substringBefore('?') + it else java.net.URI(current).resolve(it).toString() }
                ?.takeIf { java.net.URI(it).let { found -> java.net.URI(current).let { here -> found.scheme == here.scheme && found.authority == here.authority } } }
        }
    }

    /** A GraphQL query or mutation. */
    fun <T> query(text: String, variables: Map<String, Any?> = emptyMap(), path: String = "/graphql", decode: (String) -> T): T {
        val body = encode(mapOf("query" to text, "variables" to variables)).toByteArray(Charsets.UTF_8)
        val answer = transport.send("POST", base.trimEnd('/') + path, body, "application/json")
        if (answer.status !in 200..299) throw APIException(answer.status, answer.body)
        return decode(answer.body)
    }

    private fun send(request: Request): Answer {
        val properties = request.properties
        val address = base.trimEnd('/') + properties.pathAndQuery
        val upload = properties.upload
        if (upload != null) {
            val boundary = "hybrid-" + UUID.randomUUID()
            val bytes = java.io.ByteArrayOutputStream()
            fun quoted(text: String) = text.replace("\"", "%22").replace("\r", "%0D").replace("\n", "%0A")
            for ((name, value) in properties.body ?: emptyMap<String, Any>()) {
                bytes.write("--$boundary\r\nContent-Disposition: form-data; name=\"${quoted(name)}\"\r\n\r\n$value\r\n".toByteArray(Charsets.UTF_8))
            }
            bytes.write("--$boundary\r\nContent-Disposition: form-data; name=\"${quoted(upload.first)}\"; filename=\"${quoted(upload.second.name)}\"\r\nContent-Type: ${upload.second.contentType}\r\n\r\n".toByteArray(Charsets.UTF_8))
            bytes.write(upload.second.data)
            bytes.write("\r\n--$boundary--\r\n".toByteArray(Charsets.UTF_8))
            return transport.send(properties.method, address, bytes.toByteArray(), "multipart/form-data; boundary=$boundary")
        }
        val body = properties.body?.let { encode(it).toByteArray(Charsets.UTF_8) }
        return transport.send(properties.method, address, body, if (body == null) null else "application/json")
    }
}
