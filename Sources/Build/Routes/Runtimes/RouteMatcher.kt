// `hybrid routes generate` writes this behind the destinations of a site: it decides as `Routing.Router` does.

internal enum class Kind {
    BOOL, INT, UUID, DOUBLE, SLUG, STRING;

    fun accepts(text: String): Boolean = text.isNotEmpty() && when (this) {
        STRING -> true
        BOOL -> text == "true" || text == "false"
        INT -> Regex("[-+]?[0-9]+").matches(text) && text.toLongOrNull() != null
        UUID -> Regex("[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}").matches(text)
        DOUBLE -> Regex("[-+]?([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][-+]?[0-9]+)?").matches(text) && text.toDoubleOrNull().let { it != null && !it.isInfinite() }
        SLUG -> Regex("[0-9A-Za-z_-]+").matches(text)
    }

    /** Where a value that begins at a place may end, the farthest first; long segments are not shared. */
    fun ends(place: Int, end: Int): List<Int> = when {
        end <= place -> emptyList()
        end - place > 1024 -> listOf(end)
        this == STRING || this == SLUG -> (end downTo place + 1).toList()
        this == UUID -> if (end - place < 36) emptyList() else listOf(place + 36)
        end - place > 64 -> listOf(end) + (place + 64 downTo place + 1)
        else -> (end downTo place + 1).toList()
    }
}

internal sealed class Piece
internal class Text(val text: String) : Piece()
internal class Value(val number: Int, val kind: Kind) : Piece()
internal object Segment : Piece()
internal object Rest : Piece()
internal class Item(val name: String, val value: String?, val number: Int, val kind: Kind, val isOptional: Boolean)
internal class Candidate(val route: Int, val hasScheme: Boolean, val pieces: List<Piece>, val query: List<Item>)

/** Decides URLs as the release's own routes do: the most specific pattern wins, and candidates are in that order. */
internal class RouteMatcher(private val candidates: List<Candidate>) {
    private class Node(val number: Int) {
        val literals = HashMap<Char, Node>()
        val kinds = arrayOfNulls<Node>(6)
        var segment: Node? = null
        val ends = ArrayList<Int>()
        val rests = ArrayList<Int>()
    }

    private var count = 0
    private val paths = makeNode()
    private val authorities = makeNode()

    init {
        candidates.forEachIndexed { index, candidate -> insert(candidate, index) }
    }

    private fun makeNode(): Node {
        count += 1
        return Node(count)
    }

    private fun insert(candidate: Candidate, index: Int) {
        var node = if (candidate.hasScheme) authorities else paths
        for (piece in candidate.pieces) {
            when (piece) {
                is Text -> for (sign in piece.text) node = node.literals.getOrPut(sign) { makeNode() }
                is Value -> {
                    val next = node.kinds[piece.kind.ordinal] ?: makeNode()
                    node.kinds[piece.kind.ordinal] = next
                    node = next
                }
                is Segment -> {
                    val next = node.segment ?: makeNode()
                    node.segment = next
                    node = next
                }
                is Rest -> {
                    node.rests.add(index)
                    return
                }
            }
        }
        node.ends.add(index)
    }

    /**
     * The route of a URL with the values of its parameters by their numbers. URLs of the app's own scheme stand for
     * paths where no pattern with it matches, those of the hosts always; of other hosts only patterns with a scheme are
     * asked.
     */
    fun match(address: String, scheme: String?, hosts: List<String>): Pair<Int, Map<Int, String>>? {
        val url = canonical(address) ?: return null
        var parts = Parts(url)
        if (parts.authority.isNotEmpty()) {
            find(authorities, parts.authority + (if (parts.path == "/") "" else parts.path), parts.query)?.let { return it }
            val used = parts.authority.substringBefore("://")
            if (used == scheme) {
                parts = Parts("/" + url.substring(used.length + 3).trimStart('/'))
            } else if (used == "http" || used == "https") {
                if (hosts.isNotEmpty() && parts.authority.substringAfter("://") !in hosts) return null
            }
        }
        return find(paths, parts.path, parts.query)
    }

    private fun find(root: Node, url: String, query: List<Pair<String, String>>): Pair<Int, Map<Int, String>>? {
        var best = candidates.size
        explore(root, 0, url, HashSet()) { if (it < best && accepts(candidates[it], query)) best = it }
        if (best == candidates.size) return null
        val candidate = candidates[best]
        val found = capture(candidate.pieces, url)
        val values = HashMap<Int, String>()
        var next = 0
        for (piece in candidate.pieces) {
            if (piece is Value && next < found.size) values[piece.number] = withSlashes(found[next++])
        }
        for (item in candidate.query) {
            if (item.value == null) query.firstOrNull { it.first == item.name }?.let {
                if (it.second != "" || item.kind == Kind.STRING) values[item.number] = it.second
            }
        }
        return Pair(candidate.route, values)
    }

    private fun accepts(candidate: Candidate, query: List<Pair<String, String>>): Boolean = candidate.query.all { item ->
        val value = query.firstOrNull { it.first == item.name }?.second
        if (item.value != null) value == item.value
        else if (value == null) item.isOptional
        else if (value == "") item.isOptional || item.kind == Kind.STRING
        else item.kind.accepts(value)
    }

    /** Every candidate whose path matches from a place on; what is behind a node and a place is looked at once. */
    private fun explore(node: Node, place: Int, url: String, seen: HashSet<Long>, found: (Int) -> Unit) {
        if (!seen.add(node.number.toLong() * (url.length + 1) + place)) return
        if (place == url.length) {
            node.ends.forEach(found)
        } else {
            node.literals[url[place]]?.let { explore(it, place + 1, url, seen, found) }
            val end = url.indexOf('/', place).let { if (it < 0) url.length else it }
            if (end > place) {
                for (kind in Kind.values()) {
                    val next = node.kinds[kind.ordinal] ?: continue
                    for (stop in kind.ends(place, end)) {
                        if (kind.accepts(url.substring(place, stop))) explore(next, stop, url, seen, found)
                    }
                }
                node.segment?.let { explore(it, end, url, seen, found) }
            }
        }
        node.rests.forEach(found)
    }

    /** A candidate's values in a URL that it matches: each takes as much as leaves what the next ones need. */
    private fun capture(pieces: List<Piece>, url: String): List<String> {
        val values = ArrayList<String>()
        val dead = HashSet<Long>()
        fun read(index: Int, place: Int): Boolean {
            if (index == pieces.size) return place == url.length
            val key = index.toLong() * (url.length + 1) + place
            if (key in dead) return false
            val end = url.indexOf('/', place).let { if (it < 0) url.length else it }
            val piece = pieces[index]
            val isFound = when (piece) {
                is Text -> url.startsWith(piece.text, place) && read(index + 1, place + piece.text.length)
                is Segment -> end > place && read(index + 1, end)
                is Rest -> true
                is Value -> piece.kind.ends(place, end).any { stop ->
                    val text = url.substring(place, stop)
                    if (!piece.kind.accepts(text)) return@any false
                    values.add(text)
                    if (read(index + 1, stop)) return@any true
                    values.removeAt(values.size - 1)
                    false
                }
            }
            if (!isFound) dead.add(key)
            return isFound
        }
        read(0, 0)
        return values
    }

    /** A URL's scheme and host, its path with dot segments resolved and escapes decoded except for a slash's, its query. */
    private class Parts(url: String) {
        val authority: String
        val path: String
        val query = ArrayList<Pair<String, String>>()

        init {
            var rest = url.substringBefore('#')
            if ('?' in rest) {
                for (item in rest.substringAfter('?').split('&')) {
                    if (item.isNotEmpty()) query.add(Pair(decoded(item.substringBefore('='), true), decoded(item.substringAfter('=', ""), true)))
                }
                rest = rest.substringBefore('?')
            }
            val mark = rest.indexOf("://").let { if ('/' in rest.substring(0, maxOf(0, it))) -1 else it }
            val end = if (mark < 0) 0 else rest.indexOf('/', mark + 3).let { if (it < 0) rest.length else it }
            authority = lowercased(rest.substring(0, end))
            val segments = ArrayList<String>()
            // A closing slash makes no difference.
            for (segment in rest.substring(end).removePrefix("/").removeSuffix("/").split('/')) {
                when (lowercased(segment).replace("%2e", ".")) {
                    "." -> {}
                    ".." -> if (segments.isNotEmpty()) segments.removeAt(segments.size - 1)
                    else -> segments.add(decoded(segment, false))
                }
            }
            path = "/" + segments.joinToString("/")
        }
    }

    companion object {
        private val ports = mapOf("http" to "80", "https" to "443", "ws" to "80", "wss" to "443", "ftp" to "21")

        private fun lowercased(text: String): String =
            text.map { if (it in 'A'..'Z') it + 32 else it }.joinToString("")

        /**
         * A URL whose host is written in one way: without a user and the scheme's own port, in lower case and ASCII;
         * `//host` as `https://host`. null for one whose host cannot be read.
         */
        internal fun canonical(url: String): String? {
            if (url.startsWith("//")) return canonical("https:" + url)
            val colon = url.indexOf(':')
            if (colon < 0) return url
            val scheme = lowercased(url.substring(0, colon))
            val standard = ports[scheme] ?: return url
            val rest = url.substring(colon + 1).trimStart('/', '\\')
            val end = rest.indexOfFirst { it in "/?#\\" }.let { if (it < 0) rest.length else it }
            val pathEnd = rest.indexOfFirst { it in "?#" }.let { if (it < 0) rest.length else it }
            var host = rest.substring(0, end).substringAfterLast('@')
            var port = ""
            val portMark = host.indexOf(':', maxOf(0, host.lastIndexOf(']')))
            if (portMark >= 0) {
                if (host.substring(portMark + 1).any { it !in '0'..'9' }) return null
                port = host.substring(portMark + 1).trimStart('0')
                host = host.substring(0, portMark)
            }
            val name = ascii(decoded(host, true)) ?: return null
            return scheme + "://" + name + (if (port == "" || port == standard) "" else ":" + port) + rest.substring(end, pathEnd).replace('\\', '/') + rest.substring(pathEnd)
        }

        private fun ascii(host: String): String? {
            val isAddress = host.startsWith("[")
            if (host == "" || isAddress != host.endsWith("]") || host.any { it <= ' ' || it == '\u007F' || it in "#%/<>?@\\^|" }) return null
            if (isAddress) return lowercased(host)
            if (host.any { it in "[]:" }) return null
            return try { lowercased(java.net.IDN.toASCII(host)) } catch (error: IllegalArgumentException) { null }
        }

        private fun decoded(text: String, isForm: Boolean): String {
            val bytes = java.io.ByteArrayOutputStream()
            val source = text.toByteArray(Charsets.UTF_8)
            var index = 0
            while (index < source.size) {
                val byte = source[index].toInt()
                if (byte == 0x25 && index + 2 < source.size) {
                    val high = Character.digit(source[index + 1].toInt(), 16)
                    val low = Character.digit(source[index + 2].toInt(), 16)
                    val keeps = high * 16 + low == 0x2F || high * 16 + low == 0x25 && slashEscape.find(String(source, index + 3, source.size - index - 3, Charsets.ISO_8859_1)) != null
                    if (high >= 0 && low >= 0 && (isForm || !keeps)) {
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

        private val slashEscape = Regex("^(25)*2[Ff]")

        /** A value as it was before it was escaped: `%2F` is a slash, `%252F` the text `%2F`. */
        private fun withSlashes(text: String): String =
            Regex("%((?:25)*)2([Ff])").replace(text) { if (it.groupValues[1] == "") "/" else "%" + it.groupValues[1].drop(2) + "2" + it.groupValues[2] }

        internal fun path(value: String): String = encoded(value, "-._~!$&'()+,:;=@")
        internal fun query(value: String): String = encoded(value, "-._~*")

        private fun encoded(value: String, signs: String): String {
            val digits = "0123456789ABCDEF"
            val result = StringBuilder()
            for (byte in value.toByteArray(Charsets.UTF_8)) {
                val number = byte.toInt() and 0xFF
                val sign = digits[0] + (number - 0x30)
                if (sign in '0'..'9' || sign in 'A'..'Z' || sign in 'a'..'z' || sign in signs) result.append(sign)
                else result.append("%").append(digits[number shr 4]).append(digits[number and 15])
            }
            return result.toString()
        }
    }
}
