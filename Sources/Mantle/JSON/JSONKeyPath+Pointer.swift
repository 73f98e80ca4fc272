extension JSONKeyPath {
  /// Reads a JSON pointer (RFC 6901) such as `/labels/0/name`.
  ///
  /// A pointer does not tell indices from keys that look like one; here they become indices.
  /// ``JSONNode/find(pointer:)`` decides by the value instead.
  ///
  /// - Throws: ``JSONKeyPathError`` where the text does not start with a slash or a `~` is not `~0` or `~1`.
  public init(pointer: String) throws(JSONKeyPathError) {
    let scalars = Array(pointer.unicodeScalars)
    var tokens: [String.UnicodeScalarView] = []
    var position = 0
    while position < scalars.count {
      var scalar = scalars[position]
      if scalar == "/" {
        guard tokens.count < JSONKeyPath.mostSteps else {
          throw JSONKeyPathError(
            text: pointer, position: position, reason: "expected at most \(JSONKeyPath.mostSteps) steps")
        }
        tokens.append(String.UnicodeScalarView())
      } else {
        guard !tokens.isEmpty else {
          throw JSONKeyPathError(text: pointer, position: 0, reason: "expected '/'")
        }
        if scalar == "~" {
          position += 1
          switch position < scalars.count ? scalars[position] : nil {
          case "0": break
          case "1": scalar = "/"
          default: throw JSONKeyPathError(text: pointer, position: position, reason: "expected '0' or '1'")
          }
        }
        tokens[tokens.count - 1].append(scalar)
      }
      position += 1
    }
    self.init(tokens.map { Self.component(String($0)) })
  }

  /// The path as a JSON pointer; nil where it says "each", for which there is none.
  public var pointer: String? {
    var text = ""
    for component in components {
      switch component {
      case .key(let key): text += "/" + Self.escapePointer(key)
      case .index(let index): text += "/\(index)"
      case .each: return nil
      }
    }
    return text
  }

  private static func component(_ token: String) -> Component {
    guard let index = Int(token), index >= 0, String(index) == token else { return .key(token) }
    return .index(index)
  }

  private static func escapePointer(_ key: String) -> String {
    var escaped = String.UnicodeScalarView()
    for scalar in key.unicodeScalars {
      switch scalar {
      case "~": escaped.append(contentsOf: "~0".unicodeScalars)
      case "/": escaped.append(contentsOf: "~1".unicodeScalars)
      default: escaped.append(scalar)
      }
    }
    return String(escaped)
  }
}
