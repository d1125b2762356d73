import Testing

@testable import Composition

@Suite struct CollectionUseTests {
  private static func isAsked(_ text: String) -> Bool { CollectionUse.isAsked(in: Array(text.utf8), path: "a.html") }

  @Test(arguments: [
    "<p>{{ collections.posts.length }}</p>", "<a title='{{ collections[name][0].title }}'>x</a>",
    "<li t:static='post in collections.posts'>x</li>", "<li t:if=\"!site.collections['posts']\">x</li>",
    "<li t:static='(post, index) in site.collections.posts'>x</li>", "<p t:if='data.a && collections.b == 1'>x</p>",
    "<include src='/partials/l.html' list='collections.posts'/>", "<post-list posts='collections.posts'></post-list>",
    "<!DOCTYPE html><html layout='/layouts/a.html' posts='collections.posts'><body>x</body></html>",
    "<p>{{ data.list[collections.posts.length] }}</p>", "<p>{{ collections.posts | }}</p>",
  ])
  func expressionsAsk(text: String) { #expect(Self.isAsked(text)) }

  @Test(arguments: [
    "<p>collections.OrderedDict is a class of Python</p>", "<span title='collections.UserDict'>UserDict</span>",
    "<a href='collections.html#collections.deque'>x</a>", "<pre>x = collections[0]</pre>",
    "<p>{{ base_url }} and collections.Counter</p>", "<script>collections.push({})</script>",
    "<p>{{ site.name }} collections.posts</p>", "<p>{{ item.collections.posts }}</p>",
    "<!-- {{ collections.posts }} -->", "<html lang='collections.posts'><body>x</body></html>",
  ])
  func otherTextsAskForNothing(text: String) { #expect(!Self.isAsked(text)) }
}
