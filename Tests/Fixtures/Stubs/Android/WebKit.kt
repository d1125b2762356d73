package android.webkit

import android.view.Context
import android.view.ViewGroup
import java.io.InputStream

annotation class JavascriptInterface

class Uri

interface WebResourceRequest {
  val url: Uri
  val method: String
  val requestHeaders: Map<String, String>
}

class WebResourceResponse(
  mimeType: String, encoding: String?, statusCode: Int, reasonPhrase: String, responseHeaders: Map<String, String>,
  data: InputStream
)

class WebSettings {
  var javaScriptEnabled = false
  var domStorageEnabled = false
  var allowFileAccess = false
}

open class WebViewClient {
  open fun shouldInterceptRequest(view: WebView, request: WebResourceRequest): WebResourceResponse? = null
}

class WebView(context: Context) : ViewGroup(context) {
  val settings = WebSettings()
  var webViewClient = WebViewClient()
  fun addJavascriptInterface(receiver: Any, name: String) {}
  fun loadUrl(url: String) {}
}
