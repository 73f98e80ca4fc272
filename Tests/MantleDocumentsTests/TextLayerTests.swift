import Foundation
import Testing

@testable import Mantle
@testable import MantleChecking
@testable import MantleDocuments

/// What is wrong with all of a text is one mistake, and what is below it is read.
@Suite struct TextLayerTests {
  private static let values = (1...6).map { number in
    #"{"id": \#(number), "name": "a \"b\", c: d", "at": {"x": [1, 2]}, "tags": ["e", "f"], "ok": true}"#
  }
  private static let pretty = values.map {
    "  "
      + $0.replacing("{", with: "{\n    ").replacing(", \"", with: ",\n    \"").replacing("}", with: "\n  }")
  }

  private func causes(_ repair: JSONRepair) -> [String] {
    repair.regions.indices.filter(repair.isReported).map { repair.regions[$0].cause.rawValue }
  }

  private func isRead(_ repair: JSONRepair) -> Bool {
    repair.text.text(0..<repair.text.count).split(separator: "\n").filter { $0 != " " }.allSatisfy {
      (try? JSONDocument(parsing: JSONBytes(String($0)))) != nil
    } || (try? JSONDocument(parsing: repair.text)) != nil
  }

  // MARK: - The beginning is missing

  private static let points = (0..<90).map { "[\($0), -0.5]" }.joined(separator: ",")
  private static let members = (0..<40).map { "    \"k\($0)\": \"^1.\($0)\"" }.joined(separator: ",\n")
  private static let texts: [String] = [
    "[\(values.joined(separator: ", "))]", "[\n\(pretty.joined(separator: ",\n"))\n]\n",
    "{\"total\": 6, \"items\": [\(values.joined(separator: ","))], \"next\": null}",
    "{\"points\": [\(points)]}", "{\n  \"a\": {\n\(members)\n  },\n  \"b\": {\"c\": 1}\n}\n",
    "\(values.joined(separator: "\n"))\n",
  ]

  /// All cuts take minutes: they are for the nightly run, and one in seven is for every change.
  private static let step = ProcessInfo.processInfo.environment["MANTLE_FUZZ_ROUNDS"] == nil ? 7 : 1

  /// Wherever a text is cut, that is the one thing wrong with it.
  @Test(arguments: texts) func whatIsMissingIsOneMistake(_ text: String) {
    let bytes = Array(text.utf8)
    var several: [Int: [String]] = [:]
    let cuts = stride(from: 20, to: bytes.count - 60, by: Self.step)
    for cut in cuts {
      let repair = JSONRepair(JSONBytes(Array(bytes[cut...])))
      if causes(repair).count < 2 {
        #expect(isRead(repair), "\(cut)")
      } else {
        several[cut] = [String(decoding: bytes[cut...].prefix(30), as: UTF8.self)] + causes(repair)
      }
    }
    #expect(several.count * 50 <= Array(cuts).count, "\(several)")
  }

  /// The elements that are whole are read, and those of a list that is not; members that may be missing are not missed.
  @Test func whatFollowsIsRead() {
    func text(_ start: String) -> String {
      let repair = JSONRepair(JSONBytes(start))
      return repair.text.text(0..<repair.text.count)
    }
    #expect(text(#"me": "x"}, {"a": 1}, {"a": 2}]"#) == #"[ {"a": 1}, {"a": 2}]"#)
    #expect(text(#"x, y", "b": [1]}, {"a": 1}], "n": 2}"#) == #"{"…":[ {"a": 1}], "n": 2}"#)
    #expect(text(#"ms": [{"a": 1}, {"a": 2}], "n": 2}"#) == #"{"ms": [{"a": 1}, {"a": 2}], "n": 2}"#)
    #expect(text("1\", \"b\": 2}\n{\"a\": 1}\n") == "{\"a\": 1}\n")
    #expect(text(#"7, 18], [19, 20], [21, 22]]"#) == #"[ [19, 20], [21, 22]]"#)
    let half = Checker(JSONBytes(#"lo", "b": 1}, "c": 2}"#), model: nil).diagnostics().diagnostics
    #expect(half.map { "\($0.path) \($0.hint?.description ?? "")" }.count == 1)
  }

  @Test(arguments: [
    "}", "]]]]]", ")]}'\n{\"a\": 1}", "\"a\": 1, \"b\": 2", "{\"a\": 1}]", "x} y", "},{\"a\":1}",
    "\"", "\\",
    "{\"a\": 1}}\n{\"a\": 2}}\n{\"a\": 3}\n", "[{\"a\": 1}}, {\"a\": 2}}, {\"a\": 3}]",
    "1}\n{\"a\": 2}}\n{\"a\": 3}\n",
  ]) func otherTextsAreWhatTheyWere(_ text: String) {
    #expect(!causes(JSONRepair(JSONBytes(text))).contains("missing-beginning"))
  }

  // MARK: - Progress

  private static let head = """
      % Total    % Received % Xferd  Average Speed   Time    Time     Time  Current
                                       Dload  Upload   Total   Spent    Left  Speed

    """
  private static let meter =
    "\r  0     0    0     0    0     0      0      0 --:--:-- --:--:-- --:--:--     0"
  private static let done =
    "\r100 27366  100 27366    0     0  1234k      0  0:00:01  0:00:01 --:--:-- 1272k\n"
  private static let bar = "\r#######                                           12.3%"

  @Test(arguments: [
    (head, meter, done), ("", bar, "\r######## 100.0%\n"), ("", "\r#=#=#\r##O=#  #", bar + "\n"),
  ])
  func progressIsOneMistake(_ kind: (head: String, meter: String, done: String)) {
    let text = Array(("[\n" + Self.pretty.joined(separator: ",\n") + "\n]\n").utf8)
    for (first, second) in [(0, 0), (0, text.count), (100, 200), (101, 377), (text.count, text.count)] {
      let pieces = [
        Array(kind.head.utf8), Array(text[..<first]), Array(kind.meter.utf8), Array(text[first..<second]),
        Array(kind.done.utf8), Array(text[second...]),
      ]
      let mixed = Array(pieces.joined())
      let repair = JSONRepair(JSONBytes(mixed))
      #expect(causes(repair) == ["progress"], "\(first) \(second)")
      // A frame without a number has no end of its own.
      let isExact = !kind.meter.contains("O")
      #expect(
        isExact ? repair.text.slice(0..<repair.text.count) == text : isRead(repair), "\(first) \(second)")
    }
  }

  @Test(arguments: [
    "# a comment 5%\n{\"a\": 1}", "{\"a\": 1,\r\n# b\r\n\"c\": 2}", "12 13 14 15 16 17 18 19 1:2 1:2 1:2",
  ])
  func whatLooksLikeProgressIsNone(_ text: String) {
    #expect(!causes(JSONRepair(JSONBytes(text))).contains("progress"))
  }
}
