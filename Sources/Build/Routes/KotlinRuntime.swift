/// The part of generated Kotlin code that is the same for every site.
enum KotlinRuntime {
  static let matcher = #"""

    internal enum class Kind {
        BOOL, INT, UUID, DOUBLE, SLUG, STRING;

        fun accepts(text: String): Boolean = text.isNotEmpty() && when (this) {
            STRING -> true
            BOOL -> text == "true" || text == "false"
            INT -> Regex("[-+]?[0-9]+").matches(text) && text.toLongOrNull() != null
            UUID -> Regex("[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}").matches(text)
            DOUBLE -> Regex("[-+.eE0-9]+").matches(text) && text.toDoubleOrNull().let { it != null && !it.isInfinite() }
            SLUG -> Regex("[0-9A-Za-z_-]+").matches(text)
        }
    }

    internal sealed class Piece
    internal class Text(val text: String) : Piece()
    internal class Value(val number: Int, val kind: Kind) : Piece()
    internal object Segment : Piece()
    internal object Rest : Piece()
    internal class Item(val name: String, val value: String?, val number: Int, val kind: Kind, val isOptional: Boolean)
    internal class Candidate(val route: Int, val hasScheme: Boolean, val pieces: List<Piece>, val query: List<Item>)

    /** Decides URLs as the release's own routes do: the most specific pattern wins, compared from the left. */
    internal class RouteMatcher(private val candidates: List<Candidate>) {
        private class Node {
            val literals = HashMap<Char, Node>()
            val kinds = arrayOfNulls<Node>(6)
            var segment: Node? = null
            val ends = ArrayList<Candidate>()
            val rests = ArrayList<Candidate>()
        }

        private val paths = Node()
        private val authorities = Node()

        init {
            for (candidate in candidates) insert(candidate)
        }

        private fun insert(candidate: Candidate) {
            var node = if (candidate.hasScheme) authorities else paths
            for (piece in candidate.pieces) {
                when (piece) {
                    is Text -> for (sign in piece.text) node = node.literals.getOrPut(sign) { Node() }
                    is Value -> {
                        val next = node.kinds[piece.kind.ordinal] ?: Node()
                        node.kinds[piece.kind.ordinal] = next
                        node = next
                    }
                    is Segment -> {
                        val next = node.segment ?: Node()
                        node.segment = next
                        node = next
                    }
                    is Rest -> {
                        node.rests.add(candidate)
                        return
                    }
                }
            }
            node.ends.add(candidate)
        }

        fun match(url: String, withScheme: Boolean): Pair<Int, Map<Int, String>>? {
            var rest = url.substringBefore('#')
            val query = ArrayList<Pair<String, String>>()
            if ('?' in rest) {
                for (item in rest.substringAfter('?').split('&')) {
                    if (item.isNotEmpty()) query.add(Pair(decoded(item.substringBefore('='), true), decoded(item.substringAfter('=', ""), true)))
                }
                rest = rest.substringBefore('?')
            }
            var authority = ""
            val mark = rest.indexOf("://")
            if (mark >= 0) {
                val end = rest.indexOf('/', mark + 3).let { if (it < 0) rest.length else it }
                authority = rest.substring(0, end).toLowerCase()
                rest = rest.substring(end)
            }
            val segments = ArrayList<String>()
            for (segment in rest.split('/')) {
                when (segment.toLowerCase().replace("%2e", ".")) {
                    "", "." -> {}
                    ".." -> if (segments.isNotEmpty()) segments.removeAt(segments.size - 1)
                    else -> segments.add(decoded(segment, false))
                }
            }
            val path = "/" + segments.joinToString("/")
            if (authority.isNotEmpty()) {
                find(authorities, authority + (if (path == "/") "" else path), query)?.let { return it }
            }
            return if (withScheme) null else find(paths, path, query)
        }

        private fun find(root: Node, url: String, query: List<Pair<String, String>>): Pair<Int, Map<Int, String>>? {
            val found = ArrayList<String>()
            val candidate = walk(root, 0, url, query, found) ?: return null
            val values = HashMap<Int, String>()
            var next = 0
            for (piece in candidate.pieces) {
                if (piece is Value) values[piece.number] = found[next++].replace("%2F", "/").replace("%2f", "/")
            }
            for (item in candidate.query) {
                if (item.value == null) query.firstOrNull { it.first == item.name }?.let { values[item.number] = it.second }
            }
            return Pair(candidate.route, values)
        }

        private fun accepts(candidate: Candidate, query: List<Pair<String, String>>): Boolean = candidate.query.all { item ->
            val value = query.firstOrNull { it.first == item.name }?.second
            if (item.value != null) value == item.value
            else if (value == null) item.isOptional
            else item.kind.accepts(value)
        }

        private fun walk(node: Node, place: Int, url: String, query: List<Pair<String, String>>, found: ArrayList<String>): Candidate? {
            if (place == url.length) {
                node.ends.firstOrNull { accepts(it, query) }?.let { return it }
            } else {
                node.literals[url[place]]?.let { next -> walk(next, place + 1, url, query, found)?.let { return it } }
                val end = url.indexOf('/', place).let { if (it < 0) url.length else it }
                if (end > place) {
                    for (kind in Kind.values()) {
                        val next = node.kinds[kind.ordinal] ?: continue
                        for (stop in end downTo place + 1) {
                            val text = url.substring(place, stop)
                            if (!kind.accepts(text)) continue
                            found.add(text)
                            walk(next, stop, url, query, found)?.let { return it }
                            found.removeAt(found.size - 1)
                        }
                    }
                    node.segment?.let { next -> walk(next, end, url, query, found)?.let { return it } }
                }
            }
            return node.rests.firstOrNull { accepts(it, query) }
        }

        companion object {
            private fun decoded(text: String, isForm: Boolean): String {
                val bytes = java.io.ByteArrayOutputStream()
                val source = text.toByteArray(Charsets.UTF_8)
                var index = 0
                while (index < source.size) {
                    val byte = source[index].toInt()
                    if (byte == 0x25 && index + 2 < source.size) {
                        val high = Character.digit(source[index + 1].toInt(), 16)
                        val low = Character.digit(source[index + 2].toInt(), 16)
                        if (high >= 0 && low >= 0 && (isForm || high * 16 + low != 0x2F)) {
                            bytes.write(high * 16 + low)
                            index += 3
                            continue
                        }
                    }
                    bytes.write(if (isForm && byte == 0x2B) 0x20 else byte)
                    index += 1
                }
                return String(bytes.toByteArray(), Charsets.UTF_8)
            }

            fun path(value: String): String = encoded(value, "-._~!$&'()+,:;=@")
            fun query(value: String): String = encoded(value, "-._~*")

            private fun encoded(value: String, signs: String): String {
                val result = StringBuilder()
                for (byte in value.toByteArray(Charsets.UTF_8)) {
                    val sign = (byte.toInt() and 0xFF).toChar()
                    if (sign in '0'..'9' || sign in 'A'..'Z' || sign in 'a'..'z' || sign in signs) result.append(sign)
                    else result.append("%").append("0123456789ABCDEF"[sign.toInt() shr 4]).append("0123456789ABCDEF"[sign.toInt() and 15])
                }
                return result.toString()
            }
        }
    }

    """#

  static let client = #"""

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

        /** The pages of a list until an answer's `Link` header or [next] names no next one. */
        fun <T> pages(request: Request, next: (T) -> String? = { null }, decode: (String) -> T): Sequence<T> = sequence {
            val seen = HashSet<String>()
            var address: String? = base.trimEnd('/') + request.properties.pathAndQuery
            while (address != null && seen.add(address)) {
                val answer = transport.send("GET", address, null, null)
                if (answer.status !in 200..299) throw APIException(answer.status, answer.body)
                val page = decode(answer.body)
                yield(page)
                val link = answer.headers["link"]?.split(",")?.firstOrNull { "rel=\"next\"" in it }
                val target = link?.substringAfter('<')?.substringBefore('>') ?: next(page)
                address = target?.let { java.net.URI(address).resolve(it).toString() }
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

    """#
}
