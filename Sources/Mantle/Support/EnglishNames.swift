/// The abbreviated English names that programs use in dates, whatever the locale is.
package enum EnglishNames {
  /// The abbreviated names of the months, from January to December.
  package static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]
  /// The abbreviated names of the weekdays, from Monday to Sunday.
  package static let weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
}
