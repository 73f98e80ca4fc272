import Foundation

@testable import MantleArchiving

// Short names for the values that tests build archives of.
extension ArchiveBuilder {
  mutating func integer(_ value: Int64) -> ArchiveReference { add(.integer(value)) }
  mutating func unsigned(_ value: UInt64) -> ArchiveReference {
    add(Int64(exactly: value).map { .integer($0) } ?? .unsigned(value))
  }
  mutating func real(_ value: Double) -> ArchiveReference { add(.real(value)) }
  mutating func bool(_ value: Bool) -> ArchiveReference { add(.bool(value)) }
  mutating func data(_ value: [UInt8]) -> ArchiveReference { append(.data(value)) }
  mutating func date(_ value: Date) -> ArchiveReference { add(.date(value)) }
  mutating func uuid(_ value: UUID) -> ArchiveReference { add(.uuid(value)) }
  mutating func array(_ items: [ArchiveReference]) -> ArchiveReference { append(.array(items)) }
  mutating func set(_ items: [ArchiveReference]) -> ArchiveReference { append(.set(items)) }
  mutating func dictionary(_ entries: [ArchiveEntry]) -> ArchiveReference { append(.dictionary(entries)) }

  mutating func reserve(
    _ archiveClass: ArchiveClass, identity: ObjectIdentifier? = nil
  ) -> ArchiveReference {
    reserve(classIndex: graph.classIndex(archiveClass), identity: identity)
  }
}
