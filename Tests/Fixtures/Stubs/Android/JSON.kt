package org.json

class JSONArray {
  fun length(): Int = 0
  fun getJSONObject(index: Int): JSONObject = JSONObject()
}

class JSONObject {
  fun getInt(name: String): Int = 0
  fun getDouble(name: String): Double = 0.0
  fun getString(name: String): String = ""
  fun optString(name: String): String = ""
  fun isNull(name: String): Boolean = true
}
