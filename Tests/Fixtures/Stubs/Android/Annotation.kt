package android.annotation

annotation class SuppressLint(val value: String)
