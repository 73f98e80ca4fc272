import Mantle

extension DatePattern {
  /// A regular expression that matches dates in the form of the pattern, in the ECMA-262 syntax that JSON Schema requires.
  var expression: String {
    let parts = parts.map { part in
      switch part {
      case .number(_, let count): "\\d{\(count)}"
      case .plainDay: "([1-9]|[12]\\d|3[01])"
      case .name(let field): "(\(field.names.joined(separator: "|")))"
      case .fraction(let count): "\\d{\(count)}"
      case .zoneName: "GMT"
      case .zone(let hasColon): hasColon ? "(Z|[+-]\\d{2}:\\d{2})" : "[+-]\\d{4}"
      case .text(let bytes):
        String(decoding: bytes, as: UTF8.self).map {
          // ECMA-262 permits no escapes of other characters.
          "^$\\.*+?()[]{}|/".contains($0) ? "\\\($0)" : "\($0)"
        }
        .joined()
      }
    }
    return "^\(parts.joined())$"
  }
}
