import Foundation
import Testing

@testable import Mantle
@testable import MantleArchiving

/// One ticket as each version of its model archived it, byte for byte: never to be regenerated, only added to.
struct StoredArchiveTests {
  /// The cases were in the order low, medium, high when they were archived by their numbers.
  private enum Priority: String, CaseIterable { case high, low, medium }

  /// Version 0 called the title `name`; 1 still had `gone` and kept the priority as a number; 2 added the estimate.
  private struct Ticket: ArchivableModel, Equatable {
    let estimate: Int
    let priority: Priority
    let title: String

    static let archive = ModelArchive(
      "Ticket", version: 2,
      migrations: [
        Migration(from: 0, "`name` is now `title`") { $0.rename("name", to: "title") },
        Migration(from: 1, "the priority is kept as text") { fields in
          guard case .integer(let number) = fields["priority"] else { return }
          fields["priority"] = .string(["low", "medium", "high"][Int(clamping: min(max(number, 0), 2))])
        },
      ])

    static let properties = Properties(of: Ticket.self) {
      Property(\.estimate, "estimate").default(5)
      Property(\.priority, "priority", .cases)
      Property(\.title, "title")
    }
    static let mapping = Mapping(Ticket.init, properties)
  }

  @Test(arguments: [
    (StoredTickets.unversioned, 5, 2), (StoredTickets.version0, 5, 2), (StoredTickets.version1, 5, 1),
    (StoredTickets.version2, 3, 0),
  ])
  func storedArchivesOfEveryVersionDecode(_ stored: String, _ estimate: Int, _ steps: Int) throws {
    let bytes = [UInt8](try #require(Data(base64Encoded: stored)))
    let decoded = try Archive.report(Ticket.self, from: bytes)
    #expect(decoded.value == Ticket(estimate: estimate, priority: .high, title: "Fix"))
    #expect(decoded.diagnostics.filter { $0.code == .migration }.count == steps)
    let gone = decoded.diagnostics.filter { $0.code == .unmappedKey }.map(\.path.description)
    #expect(gone == (estimate == 5 ? ["gone"] : []))
  }

  /// The current version of the format is read without changes.
  @Test func currentVersionIsDecodedUnchanged() throws {
    let bytes = [UInt8](try #require(Data(base64Encoded: StoredTickets.version2)))
    let stored = try ArchiveGraph(reading: bytes)
    let written = try Archive.graph(of: try Archive.decode(Ticket.self, from: bytes))
    let (old, new) = (try #require(stored.root), try #require(written.root))
    for name in ["title", "priority", "estimate", "MTLModelVersion"] {
      #expect(
        stored.field(name, of: old).map { stored[$0] } == written.field(name, of: new).map { written[$0] })
    }
    #expect(stored.archiveClass(of: old) == written.archiveClass(of: new))
  }
}

/// Binary archives in base64.
private enum StoredTickets {
  static let unversioned = """
    YnBsaXN0MDDUAQIDBAUGBwpZJGFyY2hpdmVyWCR2ZXJzaW9uVCR0b3BYJG9iamVjdHNfEA9OU0tleWVkQXJjaGl2ZXISAAGG\
    oNEICVRyb290gAWmCwwNDg8WVSRudWxsU0ZpeBACUXjSEBESE1okY2xhc3NuYW1lWCRjbGFzc2VzVlRpY2tldKMSFBVYTVRM\
    TW9kZWxYTlNPYmplY3TUFxgZGhscHR5UbmFtZVhwcmlvcml0eVRnb25lViRjbGFzc4ABgAKAA4AECBEbJCkyRElMUVNaYGRm\
    aG14gYiMlZ6nrLW6wcPFxwAAAAAAAAEBAAAAAAAAAB8AAAAAAAAAAAAAAAAAAADJ
    """
  static let version0 = """
    YnBsaXN0MDDUAQIDBAUGBwpZJGFyY2hpdmVyWCR2ZXJzaW9uVCR0b3BYJG9iamVjdHNfEA9OU0tleWVkQXJjaGl2ZXISAAGG\
    oNEICVRyb290gAanCwwNDg8QF1UkbnVsbFNGaXgQAlF4EADSERITFFokY2xhc3NuYW1lWCRjbGFzc2VzVlRpY2tldKMTFRZY\
    TVRMTW9kZWxYTlNPYmplY3TVGBkaGxwdHh8gIVRuYW1lWHByaW9yaXR5VGdvbmVfEA9NVExNb2RlbFZlcnNpb25WJGNsYXNz\
    gAGAAoADgASABQgRGyQpMkRJTFFTW2FlZ2lrcHuEi4+Yoayxur/R2Nrc3uAAAAAAAAABAQAAAAAAAAAiAAAAAAAAAAAAAAAA\
    AAAA4g==
    """
  static let version1 = """
    YnBsaXN0MDDUAQIDBAUGBwpZJGFyY2hpdmVyWCR2ZXJzaW9uVCR0b3BYJG9iamVjdHNfEA9OU0tleWVkQXJjaGl2ZXISAAGG\
    oNEICVRyb290gAanCwwNDg8QF1UkbnVsbFNGaXgQAlF4EAHSERITFFokY2xhc3NuYW1lWCRjbGFzc2VzVlRpY2tldKMTFRZY\
    TVRMTW9kZWxYTlNPYmplY3TVGBkaGxwdHh8gIVV0aXRsZVhwcmlvcml0eVRnb25lXxAPTVRMTW9kZWxWZXJzaW9uViRjbGFz\
    c4ABgAKAA4AEgAUIERskKTJESUxRU1thZWdpa3B7hIuPmKGssrvA0tnb3d/hAAAAAAAAAQEAAAAAAAAAIgAAAAAAAAAAAAAA\
    AAAAAOM=
    """
  static let version2 = """
    YnBsaXN0MDDUAQIDBAUGBwpZJGFyY2hpdmVyWCR2ZXJzaW9uVCR0b3BYJG9iamVjdHNfEA9OU0tleWVkQXJjaGl2ZXISAAGG\
    oNEICVRyb290gAanCwwNDg8QF1UkbnVsbFNGaXhUaGlnaBADEALSERITFFokY2xhc3NuYW1lWCRjbGFzc2VzVlRpY2tldKMT\
    FRZYTVRMTW9kZWxYTlNPYmplY3TVGBkaGxwdHh8gIVV0aXRsZVhwcmlvcml0eVhlc3RpbWF0ZV8QD01UTE1vZGVsVmVyc2lv\
    blYkY2xhc3OAAYACgAOABIAFCBEbJCkyRElMUVNbYWVqbG5zfoeOkpukr7W+x9ng4uTm6AAAAAAAAAEBAAAAAAAAACIAAAAA\
    AAAAAAAAAAAAAADq
    """
}
