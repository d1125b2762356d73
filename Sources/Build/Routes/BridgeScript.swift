/// The script that carries messages between a page in a web view and the app's session.
///
/// It posts `{"name", "data"}` as JSON to the first of `webkit.messageHandlers.hybrid` (WebKit), `HybridNative.postMessage`
/// (Android) and `hybridNative` (a function that a test or another host binds), and offers `window.Hybrid`.
public enum BridgeScript {
  /// The script's text.
  public static let text = #"""
    // Added by `hybrid build` ("bridge": true). Carries messages between this page and the app's session.
    (function () {
      "use strict";
      if (window.Hybrid) { return; }

      function post(name, data) {
        var message = JSON.stringify({ name: name, data: data || {} });
        var webkit = window.webkit && window.webkit.messageHandlers && window.webkit.messageHandlers.hybrid;
        if (webkit) { webkit.postMessage(message); }
        else if (window.HybridNative && window.HybridNative.postMessage) { window.HybridNative.postMessage(message); }
        else if (typeof window.hybridNative === "function") { window.hybridNative(message); }
        else { return false; }
        return true;
      }

      // Without an app to talk to, links and forms work as in any browser.
      function isConnected() {
        return !!((window.webkit && window.webkit.messageHandlers && window.webkit.messageHandlers.hybrid) ||
          (window.HybridNative && window.HybridNative.postMessage) || typeof window.hybridNative === "function");
      }

      // The nearest value of data-turbolinks-NAME or data-turbo-NAME; with inherit, on the element or around it.
      function setting(element, name, inherit) {
        for (var node = element; node && node.getAttribute; node = inherit ? node.parentElement : null) {
          var value = node.getAttribute("data-turbolinks" + name);
          if (value === null) { value = node.getAttribute("data-turbo" + name); }
          if (value !== null) { return value; }
        }
        return null;
      }

      function location_(url) {
        var link = document.createElement("a");
        link.href = url;
        return link;
      }

      function isSamePage(link) {
        return link.hash !== "" && link.href.replace(/#.*/, "") === window.location.href.replace(/#.*/, "");
      }

      function visit(url, options) {
        var action = options && options.action || "advance";
        post("visitProposed", { location: location_(url).href, action: action });
      }

      document.addEventListener("click", function (event) {
        if (!isConnected() || event.defaultPrevented || event.button !== 0) { return; }
        if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) { return; }
        var link = event.target && event.target.closest ? event.target.closest("a[href], area[href]") : null;
        if (!link || link.hasAttribute("download") || (link.target && link.target !== "_self")) { return; }
        // Links inside of SVG have no URL's parts of their own.
        var target = location_(link.getAttribute("href"));
        if (setting(link, "", true) === "false" || isSamePage(target)) { return; }
        // The system answers these, or the page itself.
        if (/^(javascript|mailto|tel|sms|geo|data|blob|about):$/.test(target.protocol)) { return; }
        event.preventDefault();
        visit(target.href, { action: setting(link, "-action", false) || "advance" });
      }, false);

      // A standard submission would lose its redirect between the web view and the session: it is stopped and reported.
      // With data-remote="true" or data-turbo-stream the form is sent as an XMLHttpRequest, whose answer names where to go.
      document.addEventListener("submit", function (event) {
        if (!isConnected() || event.defaultPrevented) { return; }
        var form = event.target;
        if (setting(form, "", true) === "false") { return; }
        var button = event.submitter;
        var frame = button && button.getAttribute("formtarget") || form.getAttribute("target") || "_self";
        if (frame !== "_self") { return; }
        var action = button && button.getAttribute("formaction") || form.getAttribute("action") || window.location.href;
        var method = (button && button.getAttribute("formmethod") || form.getAttribute("method") || "get").toLowerCase();
        // A dialog closes without a request.
        if (method === "dialog") { return; }
        event.preventDefault();
        if (method === "get") {
          // What a form of this kind asks for is a URL: a visit like any other.
          var query = new URLSearchParams(contents(form, button)).toString();
          var address = location_(action).href.replace(/[?#].*/, "") + (query ? "?" + query : "");
          visit(address, { action: setting(form, "-action", false) || "advance" });
        } else if (form.getAttribute("data-remote") === "true" || form.hasAttribute("data-turbo-stream")) {
          send(form, button, action, method);
        } else {
          post("formSubmitted", { action: location_(action).href, method: method });
        }
      }, false);

      // What a form sends: its fields, and the button that was pressed.
      function contents(form, button) {
        var data = new FormData(form);
        if (button && button.name && !button.disabled) { data.append(button.name, button.value); }
        return data;
      }

      function send(form, button, action, method) {
        var request = new XMLHttpRequest();
        var sent = location_(action).href.replace(/#.*/, "");
        request.open(method.toUpperCase(), sent, true);
        request.setRequestHeader("X-Requested-With", "XMLHttpRequest");
        request.setRequestHeader("Accept", "application/json, text/javascript, */*");
        // The page hears of every answer, too: what it does not take further (event.preventDefault()) the session gets.
        function answered(name, data) {
          data.submittedTo = sent;
          data.statusCode = request.status;
          var event = new CustomEvent("hybrid:answer", {
            bubbles: true, cancelable: true, detail: { statusCode: request.status, text: request.responseText }
          });
          if (form.dispatchEvent(event)) { post(name, data); }
        }
        request.onload = function () {
          if (request.status < 200 || request.status > 299) {
            answered("formFailed", {});
            return;
          }
          var target = request.getResponseHeader("Turbolinks-Location") || request.getResponseHeader("Hybrid-Location");
          var action = request.getResponseHeader("Hybrid-Action") || "advance";
          if (!target) {
            try {
              var answer = JSON.parse(request.responseText);
              if (typeof answer.location === "string") { target = answer.location; }
              if (typeof answer.action === "string") { action = answer.action; }
            } catch (error) { target = null; }
          }
          // As in Turbo, a redirection names where to go.
          var reached = (request.responseURL || sent).replace(/#.*/, "");
          if (!target && reached !== sent) { target = reached; }
          answered("formAnswered", target ? { location: location_(target).href, action: action } : {});
        };
        request.onerror = function () { answered("formFailed", { message: "the form was not sent" }); };
        request.send(contents(form, button));
      }

      window.addEventListener("error", function (event) {
        post("errorRaised", { message: String(event.message || "a script failed") });
      });

      var restorationIdentifier = null;
      var positions = {};

      window.Hybrid = {
        // For pages: asks the session for a visit; without an app the page is loaded.
        visit: function (url, options) {
          if (isConnected()) { visit(url, options); } else { window.location.href = url; }
        },
        // For the session: names this page's entry, and scrolls to where it was left.
        restore: function (identifier) {
          restorationIdentifier = identifier;
          var position = positions[identifier];
          if (position) { window.scrollTo(position.x, position.y); }
          return !!position;
        },
        // For the session: remembers where the page is scrolled to.
        remember: function () {
          if (restorationIdentifier) { positions[restorationIdentifier] = { x: window.scrollX, y: window.scrollY }; }
          return positions[restorationIdentifier] || null;
        },
        post: post
      };
      // Pages written for Turbolinks or Turbo call these.
      var adapter = { visit: window.Hybrid.visit, supported: true };
      if (!window.Turbolinks) { window.Turbolinks = adapter; }
      if (!window.Turbo) { window.Turbo = adapter; }
      if (!window.pushNavigatorWithURL) {
        window.pushNavigatorWithURL = function (url) { window.Hybrid.visit(url, { action: "advance" }); };
      }

      post("visitStarted", { location: window.location.href });
      window.addEventListener("DOMContentLoaded", function () {
        post("visitRendered", { location: window.location.href, title: document.title });
      });
      window.addEventListener("load", function () {
        post("pageLoaded", { location: window.location.href, title: document.title });
      });
    })();

    """#
}
