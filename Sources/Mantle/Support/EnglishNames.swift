/// The abbreviated English names that programs use in dates, whatever the locale is.
package enum EnglishNames {
  /// The months from January on.
  package static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]
  /// The weekdays from Monday on.
  package static let weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
}
