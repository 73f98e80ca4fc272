/// A random list of objects as JSON text, and the same text with faults in some of its elements.
package struct FaultyText {
  /// The elements without faults.
  package let intact: [String]
  /// The elements with their faults.
  package private(set) var elements: [String]
  /// The numbers of the elements with faults.
  package private(set) var faulty: Set<Int> = []
  /// Whether the elements are lines rather than elements of an array.
  package let isLines: Bool

  /// A fault: a part of an element, and the text in its place.
  package typealias Fault = (name: String, part: String, other: String)

  /// The faults whose meaning is certain.
  package static let certain: [Fault] = [
    ("missing comma", #", "b""#, #" "b""#), ("trailing comma", #"]}"#, #"],}"#),
    ("single quotes", #""b": "two""#, #""b": 'two'"#), ("unquoted key", #""b":"#, "b:"),
    ("comment", #""b":"#, #"/* b */ "b":"#), ("literal of Python", "true", "True"),
    ("number of JSON5", "0.5", ".5"), ("plus sign", ": 7", ": +7"), ("semicolon", #", "b""#, #"; "b""#),
  ]

  /// The faults of which the meaning has to be guessed.
  package static let structural: [Fault] = [
    ("opening quote missing", #": "two""#, #": two""#), ("closing quote missing", #""two""#, #""two"#),
    ("quote too many", "two", #"t"wo"#), ("bracket missing", "]}", "]"), ("brace missing", "[1", "1"),
    ("inner bracket missing", "3]", "3"), ("brace too many", "]}", "]}}"), ("bracket too many", "]}", "]}]"),
    ("opening brace missing", #"{"id""#, #""id""#), ("colon missing", #""b": "#, #""b" "#),
    ("quote of a key missing", #""b":"#, #"b":"#), ("comma too many", ", 3", ",, 3"),
    ("literal misspelled", "true", "tru"), ("value missing", ": 7", ": "),
  ]

  /// Creates a text with at most four faults, each in an element of its own.
  package init(_ random: inout SeededGenerator, faults: [Fault], most: Int = 4, isLines: Bool = false) {
    let count = random.below(8) + 2
    intact = (0..<count).map { number in
      #"{"id": \#(number), "b": "two", "n": 7, "x": 0.5, "ok": true, "tags": [1, 2, 3]}"#
    }
    elements = intact
    self.isLines = isLines
    for _ in 0...random.below(most) {
      let (element, fault) = (random.below(count), random.pick(faults))
      guard faulty.insert(element).inserted else { continue }
      let text = elements[element]
      guard let range = text.firstRange(of: fault.part) else { continue }
      elements[element] = text.replacingCharacters(in: range, with: fault.other)
    }
  }

  private func text(_ elements: [String]) -> String {
    isLines
      ? elements.map { $0 + "\n" }.joined()
      : "[\n" + elements.map { "  " + $0 }.joined(separator: ",\n") + "\n]\n"
  }

  package var text: String { text(elements) }
  package var intactText: String { text(intact) }
}

extension String {
  fileprivate func replacingCharacters(in range: Range<Index>, with other: String) -> String {
    var text = self
    text.replaceSubrange(range, with: other)
    return text
  }
}
