package android.widget

import android.view.Context
import android.view.View
import android.view.ViewGroup

open class FrameLayout(context: Context) : ViewGroup(context) {
  class LayoutParams(width: Int, height: Int) : MarginLayoutParams(width, height)
}

open class TextView(context: Context) : View(context) { var text: CharSequence = "" }

class ImageView(context: Context) : View(context)

class EditText(context: Context) : TextView(context)

class Switch(context: Context) : TextView(context) {
  fun setOnCheckedChangeListener(listener: (Switch, Boolean) -> Unit) {}
}
