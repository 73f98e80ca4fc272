import Mantle

extension JSONBytes {
  /// A malformed text of one value is repaired as a whole up to this many bytes, which takes 4 s and 250 MB of memory.
  package static var maximumRepaired: Int { 1 << 26 }

  /// Returns the repair of a text of one value that is not JSON.
  ///
  /// - Returns: nil for JSON, several values, texts of another kind and texts larger than ``maximumRepaired``.
  package func repairOfOneValue(_ layout: JSONLayout) -> JSONRepair? {
    guard count <= Self.maximumRepaired else { return nil }
    let range = textStart..<count
    switch layout {
    case .empty: return nil
    case .lines:
      // A bracket in a comment can look like the end of the first value.
      let first = JSONChildIndex(self, .concatenated(in: range)).first()
      guard let first, !isJSON(first.value) else { return nil }
      let repair = JSONRepair(self, in: range)
      return repair.isOneValue ? repair : nil
    case .concatenated:
      let index = JSONChildIndex(self, .concatenated(in: range))
      guard index.all.contains(where: { !isJSON(index.measured($0).value) }) else { return nil }
      // A closing bracket too many can look like the end of the first of several values.
      let repair = JSONRepair(self, in: range)
      return repair.isSequence || repair.isBlank || repair.isForeign ? nil : repair
    case .scalar, .array, .object:
      do throws(JSONSyntaxError) {
        _ = try JSONDocument(parsing: self, in: range, limits: TextReading.deep)
        return nil
      } catch {
        let repair = error.isLimit ? nil : JSONRepair(self, in: range)
        return repair?.isForeign == true ? nil : repair
      }
    }
  }

  fileprivate func isJSON(_ range: Range<Int>) -> Bool {
    (try? JSONDocument(parsing: self, in: range, limits: TextReading.deep)) != nil
  }
}

extension DamagedRegion {
  /// Whether the value has the meaning of the text beyond doubt, whatever is around it.
  fileprivate func isReadable(in bytes: JSONBytes) -> Bool {
    switch cause {
    case .textBefore, .textAfter, .linePrefix: true
    default: isSure(in: bytes)
    }
  }
}

extension JSONRepair {
  /// The repaired text in which `?` is in place of each element of an array whose meaning is not certain.
  var certainText: JSONBytes {
    var places: [Int] = []
    for (place, region) in zip(self.places, regions) where !region.isReadable(in: original) {
      places.append(place)
    }
    guard !places.isEmpty, let document = try? JSONDocument(parsing: text, limits: TextReading.deep) else {
      return text
    }
    var doubtful: [Range<Int>] = []
    var rest = places[...]
    Self.findElements(in: document.root, holding: &rest, &doubtful)
    return text.replacing(
      doubtful.map {
        DamagedRegion(
          range: $0, replacement: Array("?".utf8), cause: .strayText, offset: $0.lowerBound, container: nil,
          code: .expectedValue)
      }, in: 0..<text.count)
  }

  /// Finds the outermost elements that contain some places, which are ascending.
  private static func findElements(
    in node: JSONNode, holding places: inout ArraySlice<Int>, _ found: inout [Range<Int>]
  ) {
    for child in node.childValues {
      let range = child.byteRange
      places = places.drop { $0 < range.lowerBound }
      guard let place = places.first else { return }
      guard place < range.upperBound else { continue }
      if node.kind == .array {
        found.append(range)
        places = places.drop { $0 < range.upperBound }
      } else {
        findElements(in: child, holding: &places, &found)
      }
    }
  }

  /// Whether the text is one value whose meaning is certain, with any text around it.
  var isCertain: Bool {
    !isSequence && !isBlank && !isForeign && regions.allSatisfy { $0.isReadable(in: original) }
  }
}

extension TextReading {
  /// The text with spaces in place of text before and after its values, and of comments and trailing commas if these are
  /// accepted. It is unchanged if it has other mistakes.
  ///
  /// - Parameter comments: Whether comments and trailing commas are accepted.
  package func blanked(comments: Bool) -> JSONBytes {
    let repairs: [JSONRepair]
    if let repair = bytes.repairOfOneValue(layout) {
      repairs = [repair]
    } else if isSequence, let ranges = try? ranges() {
      repairs = ranges.filter { !bytes.isJSON($0) }.map { JSONRepair(bytes, in: $0) }
    } else {
      repairs = []
    }
    let regions = repairs.filter { !$0.isBlank || $0.isComment }.flatMap(\.regions).filter { region in
      comments && region.cause.isOfJSONC || [.textBefore, .textAfter].contains(region.cause)
    }
    return regions.isEmpty ? bytes : bytes.blanking(regions)
  }

  /// Returns the reading of a malformed text in which the mistakes are repaired whose meaning is certain. Elements and
  /// lines with other mistakes stay unreadable.
  ///
  /// - Returns: nil if there is nothing to repair.
  package var repaired: TextReading? {
    if let repair = bytes.repairOfOneValue(layout) {
      return TextReading(repair.certainText, name: name)
    }
    guard isLines, bytes.count <= JSONBytes.maximumRepaired else { return nil }
    var reading = self
    guard (try? reading.findDamage()) != nil, reading.isLines, let ranges = try? reading.ranges() else {
      return nil
    }
    let repairs = ranges.filter { !reading.isSound($0) }.map { JSONRepair(bytes, in: $0) }
    let regions = repairs.filter(\.isCertain).flatMap(\.regions)
    return regions.isEmpty ? nil : TextReading(bytes.replacing(regions, in: 0..<bytes.count), name: name)
  }
}
