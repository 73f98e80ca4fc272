extension String {
  /// The text with everything a terminal would obey, or that changes the order of what is read, as visible escapes:
  /// file names are as little to be trusted as file contents. Line breaks stay.
  var visible: String {
    var text = ""
    for scalar in unicodeScalars {
      text += scalar == "\n" || scalar.isVisible ? String(scalar) : scalar.escaped(asASCII: true)
    }
    return text
  }
}

extension Unicode.Scalar {
  fileprivate var isVisible: Bool {
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate: false
    default: true
    }
  }
}
