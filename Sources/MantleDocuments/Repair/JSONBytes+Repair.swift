import Mantle

extension JSONBytes {
  /// The maximum size of a malformed text of one value that is repaired as a whole, which takes 4 s and 250 MB of memory.
  package static var maximumRepaired: Int { 1 << 26 }

  /// Returns the repair of a malformed text that contains one value.
  ///
  /// - Returns: nil for valid JSON, several values, text that is not JSON at all, and text larger than ``maximumRepaired``.
  package func repairOfOneValue(_ layout: JSONLayout) -> JSONRepair? {
    guard count <= Self.maximumRepaired else { return nil }
    let range = textStart..<count
    switch layout {
    case .empty: return nil
    case .lines:
      // A bracket in a comment can be mistaken for the end of the first value.
      let first = JSONChildIndex(self, .concatenated(in: range)).first()
      guard let first, !isJSON(first.value) else { return nil }
      let repair = JSONRepair(self, in: range)
      return repair.isOneValue ? repair : nil
    case .concatenated:
      let index = JSONChildIndex(self, .concatenated(in: range))
      guard index.all.contains(where: { !isJSON(index.measured($0).value) }) else { return nil }
      // A superfluous closing bracket can be mistaken for the end of the first of several values.
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
  /// Returns whether the intended value is certain in spite of the mistake. Text around the value does not count.
  fileprivate func isReadable(in bytes: JSONBytes) -> Bool {
    switch cause {
    case .textBefore, .textAfter, .linePrefix: true
    default: isSure(in: bytes)
    }
  }
}

extension JSONRepair {
  /// The repaired text with `?` in place of each array element whose interpretation is uncertain.
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

  /// Finds the ranges of the outermost array elements that contain given offsets.
  ///
  /// - Parameter places: the offsets, in ascending order.
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

  /// Whether the text is one value with a certain interpretation, with or without other text around it.
  var isCertain: Bool {
    !isSequence && !isBlank && !isForeign && regions.allSatisfy { $0.isReadable(in: original) }
  }
}

extension TextReading {
  /// Returns the text with spaces instead of the text before and after its values and, if they are accepted, instead
  /// of comments and trailing commas. Text with other mistakes is returned unchanged.
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

  /// The text after the repair of the mistakes whose interpretation is certain. Elements and lines with other mistakes
  /// remain malformed.
  ///
  /// - Returns: nil if there is nothing to repair.
  package var repaired: TextReading? {
    if let repair = bytes.repairOfOneValue(layout) {
      return TextReading(repair.certainText, name: name)
    }
    guard isLines, bytes.count <= JSONBytes.maximumRepaired else { return nil }
    var reading = self
    reading.findDamage()
    guard reading.isLines, let ranges = try? reading.ranges() else { return nil }
    let repairs = ranges.filter { !reading.isSound($0) }.map { JSONRepair(bytes, in: $0) }
    let regions = repairs.filter(\.isCertain).flatMap(\.regions)
    return regions.isEmpty ? nil : TextReading(bytes.replacing(regions, in: 0..<bytes.count), name: name)
  }
}
