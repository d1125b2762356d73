extension DiagnosticExample {
  /// The examples of Token pages and composition.
  static let pages: [DiagnosticExample] = [
    DiagnosticExample(
      4001, .token,
      wrong: #"<imageView zIndex="front"></imageView>"#,
      right: #"<imageView zIndex="2"></imageView>"#),
    DiagnosticExample(
      4002, .token,
      wrong: #"<label textAlign="middle">News</label>"#,
      right: #"<label textAlign="center">News</label>"#),
    DiagnosticExample(
      4003, .token,
      wrong: #"<label textt="News"></label>"#,
      right: #"<label text="News"></label>"#),
    DiagnosticExample(
      4004, .token,
      wrong: "<lable>News</lable>",
      right: "<label>News</label>"),
    DiagnosticExample(
      4005, .token,
      wrong: "<label>{{ title</label>",
      right: "<label>{{ title }}</label>"),
    DiagnosticExample(
      4006, .token,
      wrong: "<label>{{ list[-1] }}</label>",
      right: "<label>{{ list[0] }}</label>"),
    DiagnosticExample(
      4007, .token,
      wrong: #"<label>{{ item.title }}</label>"#,
      right: #"<table t:data="item in stories"><tableRow><label>{{ item.title }}</label></tableRow></table>"#),
    DiagnosticExample(
      4008, .token,
      wrong: #"<button @click="opne">Open</button><script>function open() { }</script>"#,
      right: #"<button @click="open">Open</button><script>function open() { }</script>"#),
    DiagnosticExample(
      4009, .token,
      wrong: #"<button @click="open">Open</button><script>function open( { }</script>"#,
      right: #"<button @click="open">Open</button><script>function open() { }</script>"#),
    DiagnosticExample(
      4010, .token,
      wrong: #"<view t:data="item in stories"><label>{{ item.title }}</label></view>"#,
      right: #"<view t:for="item in stories"><label>{{ item.title }}</label></view>"#),
    DiagnosticExample(
      4011, .token,
      wrong: #"<label style="{{ look }}">Tides</label>"#,
      right: #"<label style="width: {{ width }}px">Tides</label>"#),
    DiagnosticExample(
      4012, .token,
      wrong: #"<button @clack="open">Open</button><script>function open() { }</script>"#,
      right: #"<button @click="open">Open</button><script>function open() { }</script>"#),
    DiagnosticExample(
      4013, .token,
      wrong: #"""
        <table t:data="item in stories">
          <tableRow><label>{{ item.title }}</label></tableRow>
          <tableRow><label>{{ item.date }}</label></tableRow>
        </table>
        """#,
      right: #"""
        <table t:data="item in stories">
          <tableRow><label>{{ item.title }}</label><label>{{ item.date }}</label></tableRow>
        </table>
        """#),
    DiagnosticExample(
      4014, .token,
      wrong: #"<script type="module" src="app.js"></script>"#,
      right: #"<script src="app.js"></script>"#),
    DiagnosticExample(
      4015, .token,
      wrong: #"<label @bind="title"></label>"#,
      right: "<label>{{ title }}</label>"),
    DiagnosticExample(
      4016, .token,
      wrong: #"<style>@keyframes grow { from { width: 1px } } label { animation: grow 1s }</style><label>News</label>"#,
      right: #"""
        <style>@keyframes grow { from { transform: scaleX(0.1) } } label { animation: grow 1s }</style><label>News</label>
        """#),
    DiagnosticExample(
      4017, .token,
      wrong: #"<style>label { mix-blend-mode: multiply }</style><label>News</label>"#,
      right: #"<style>label { opacity: 0.5 }</style><label>News</label>"#),
    DiagnosticExample(
      4101, .body,
      wrong: #"<include src="/partials/haeder.html"></include>"#,
      right: #"<include src="/partials/header.html"></include>"#),
    DiagnosticExample(
      4103, .body,
      wrong: #"<include src="/partials/header.html"><b slot="aside">New</b></include>"#,
      right: #"<include src="/partials/header.html"><b slot="actions">New</b></include>"#),
    DiagnosticExample(
      4105, .body,
      wrong: #"<include src="/partials/card.html" title="News" level="two"></include>"#,
      right: #"<include src="/partials/card.html" title="News" level="2"></include>"#),
    DiagnosticExample(
      4106, .body,
      wrong: #"<include src="/partials/card.html"></include>"#,
      right: #"<include src="/partials/card.html" title="News"></include>"#),
    DiagnosticExample(
      4107, .body,
      wrong: #"<include src="/partials/card.html" title="News" colour="red"></include>"#,
      right: #"<include src="/partials/card.html" title="News"></include>"#),
    DiagnosticExample(
      4108, .body,
      wrong: #"<p t:if="data.articles">Text"#,
      right: #"<p t:if="data.articles">Text</p>"#),
    DiagnosticExample(
      4109, .body,
      wrong: "<p>{{ data.articles[0].title + }}</p>",
      right: "<p>{{ data.articles[0].title }}</p>"),
    DiagnosticExample(
      4110, .body,
      wrong: "<p>{{ data.articles[0].titel }}</p>",
      right: "<p>{{ data.articles[0].title }}</p>"),
    DiagnosticExample(
      4111, .body,
      wrong: "<p>{{ data.articles }}</p>",
      right: "<p>{{ data.articles[0].title }}</p>"),
    DiagnosticExample(
      4112, .body,
      wrong: #"<script>let title = "{{ data.articles[0].title }}"</script>"#,
      right: #"<script type="application/json">{{ data.articles[0] }}</script>"#),
    DiagnosticExample(
      4113, .body,
      wrong: #"<p t:text="tabs.home">Home</p>"#,
      right: #"<p>Home</p>"#),
    DiagnosticExample(
      4116, .page,
      wrong: #"""
        <!DOCTYPE html>
        <html lang="en"><head><title>News</title><script type="application/hybrid+json">{ "section": news }</script><meta name="viewport" content="width=device-width"></head><body><p>Tides</p></body></html>
        """#,
      right: #"""
        <!DOCTYPE html>
        <html lang="en"><head><title>News</title><script type="application/hybrid+json">{ "section": "news" }</script><meta name="viewport" content="width=device-width"></head><body><p>Tides</p></body></html>
        """#),
    DiagnosticExample(
      4119, .body,
      wrong: "<p t:else>None</p>",
      right: #"""
        <p t:if="data.articles">Some</p>
        <p t:else>None</p>
        """#),
    DiagnosticExample(
      4121, .body,
      wrong: "<p>{{ data.articles[0].title | number }}</p>",
      right: "<p>{{ data.articles[0].price | number }}</p>"),
    DiagnosticExample(
      4122, .body,
      wrong: "<include></include>",
      right: #"<include src="/partials/header.html"></include>"#),
    DiagnosticExample(
      4125, .body,
      wrong: #"<p t:iff="data.articles">Text</p>"#,
      right: #"<p t:if="data.articles">Text</p>"#),
    DiagnosticExample(
      4151, .body,
      wrong: #"<script src="app.js" integrity="sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="></script>"#,
      right: #"<script src="app.js" integrity="sha256-lNAaUlAG3XpDpacSNbTwoi4t8ogJjQ0l65VfUHznGPw="></script>"#),
    DiagnosticExample(
      4173, .body,
      wrong: #"<include src="/partials/header.html" titel="News"></include>"#,
      right: #"<include src="/partials/header.html" title="News"></include>"#),
    DiagnosticExample(
      4174, .commands,
      wrong: """
        mkdir -p site/partials
        echo '<h1>{{ headline }}</h1>' > site/partials/masthead.html
        cat > site/news.html <<'END'
        <!DOCTYPE html>
        <html lang="en"><title>News</title>
        <include src="/partials/masthead.html"></include>
        END
        hybrid check site
        """,
      right: """
        mkdir -p site/partials
        echo '<h1>{{ headline }}</h1>' > site/partials/masthead.html
        cat > site/news.html <<'END'
        <!DOCTYPE html>
        <html lang="en"><title>News</title>
        <include src="/partials/masthead.html" headline="Tides"></include>
        END
        hybrid check site
        """),
    DiagnosticExample(
      4175, .body,
      wrong: "<p>{{ headline }}</p>",
      right: "<p>{{ data.articles[0].title }}</p>"),
    DiagnosticExample(
      4176, .page,
      wrong: #"""
        ---
        title: News
        ---
        <!DOCTYPE html>
        <html lang="en"><title>News</title><p>Text</p>
        """#,
      right: #"""
        <!DOCTYPE html>
        <html lang="en"><title>News</title>
        <script type="application/hybrid+json">{ "title": "News" }</script><p>Text</p>
        """#),
    DiagnosticExample(
      4180, .body,
      wrong: #"<input type="search" aria-label="Search" data-hybrid-search="box">"#,
      right: #"<input type="search" aria-label="Search">"#),
    DiagnosticExample(
      4181, .body,
      wrong: #"<p data-hybrid-search="none">Text</p>"#,
      right: #"<p data-hybrid-search="off">Text</p>"#),
  ]
}
