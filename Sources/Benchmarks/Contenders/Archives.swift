import Foundation
import Mantle
import MantleArchiving

/// The contenders that archive and unarchive the same issues, with Mantle and with Foundation.
final class Archives {
  private let issues: [Issue]
  /// The issues as objects that Foundation archives under the same keys.
  private lazy var twins = issues.map(ArchivedIssue.init)
  /// The archive of the issues, which all contenders unarchive.
  private lazy var archive = (try? Archive.bytes(of: issues)) ?? []

  /// The tasks and names of the contenders, which are known before the issues are made, because making them takes a
  /// while.
  static let names: [(Contender.Work, String)] = [
    (.archive, "Mantle"), (.archive, "NSKeyedArchiver"), (.unarchive, "Mantle"),
    (.unarchive, "NSKeyedUnarchiver"),
  ]

  init(_ issues: ArraySlice<Issue>) { self.issues = Array(issues) }

  var contenders: [Contender] { archiving + unarchiving }

  private var archiving: [Contender] {
    [
      .making(
        .archive, "Mantle", bytes: archive.count, tally: { Tally(try Archive.decode([Issue].self, from: $0)) }
      ) {
        [issues] in try Archive.bytes(of: issues)
      },
      .making(
        .archive, "NSKeyedArchiver", bytes: archive.count,
        tally: { (data: Data) in Tally(try ArchivedIssue.unarchive(data).map(\.issue)) }
      ) { [twins] in
        let archiver = NSKeyedArchiver(requiringSecureCoding: false)
        archiver.encode(twins, forKey: NSKeyedArchiveRootObjectKey)
        return archiver.encodedData
      },
    ]
  }

  private var unarchiving: [Contender] {
    let data = Data(archive)
    return [
      .making(.unarchive, "Mantle", bytes: archive.count, tally: { Tally($0) }) { [archive] in
        try Archive.decode([Issue].self, from: archive)
      },
      .making(.unarchive, "NSKeyedUnarchiver", bytes: archive.count, tally: { Tally($0.map(\.issue)) }) {
        try ArchivedIssue.unarchive(data)
      },
    ]
  }
}
