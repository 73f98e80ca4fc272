import Mantle
import MantleDocuments

/// How the text that a damaged record had when it was last saved is read: each edit is compared with it.
///
/// A cache of one text: finding it out takes as long as the text is large, and what is large is read whole only once.
final class FormerReading {
  private var known: (text: [UInt8], reading: Differences.Reading?)?
  /// The problems of that text.
  private var problems: ProblemCounts?

  /// The size in bytes up to which parsing again is fast enough.
  private static let least = 1 << 16

  /// Returns whether a text of `count` bytes is large enough to retain its former interpretation.
  static func isLarge(_ count: Int) -> Bool { count >= least }

  /// Keeps how a record is read that is about to be edited.
  func keep(_ record: Record) {
    guard record.damage != nil, Self.isLarge(record.range.count), let reading = record.reading else { return }
    let text = record.bytes.slice(record.range)
    guard text != known?.text else { return }
    (known, problems) = ((text, reading), nil)
  }

  func reading(of text: [UInt8]) -> Differences.Reading? {
    if let known, known.text == text { return known.reading }
    let reading = Differences.read(text)
    if reading?.repair != nil, Self.isLarge(text.count) { (known, problems) = ((text, reading), nil) }
    return reading
  }

  /// Returns the problem counts of a text, and passes the cached repair to `make` if there is one.
  func problems(in text: [UInt8], _ make: (JSONRepair?) -> ProblemCounts) -> ProblemCounts {
    guard Self.isLarge(text.count) else { return make(nil) }
    let reading = reading(of: text)
    guard let known, known.text == text else { return make(nil) }
    if let problems { return problems }
    let found = make(reading?.repair)
    problems = found
    return found
  }
}

extension Record {
  /// How its text is read, as that of a text of its own; nil where it is read as nothing, or is a part of another.
  var reading: Differences.Reading? {
    guard range.lowerBound == 0, case .success(let document) = content else { return nil }
    return (document.root, damage?.repair)
  }
}
