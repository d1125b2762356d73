// What the documents' Kotlin uses of Android, so that it compiles where Android is not.
package android.view

class DisplayMetrics { @JvmField var density = 1f }

class Resources { val displayMetrics = DisplayMetrics() }

open class Context

open class View(val context: Context) {
  open class LayoutParams(val width: Int, val height: Int)
  val resources = Resources()
  var visibility = 0
  var layoutParams: LayoutParams? = null
  val parent: Any? = null
  fun setOnClickListener(listener: (View) -> Unit) {}

  companion object {
    const val VISIBLE = 0
    const val INVISIBLE = 4
  }
}

open class ViewGroup(context: Context) : View(context) {
  open class MarginLayoutParams(width: Int, height: Int) : View.LayoutParams(width, height) {
    var leftMargin = 0
    var topMargin = 0
  }
  val childCount = 0
  fun addView(view: View, index: Int) {}
  fun removeView(view: View) {}
}
