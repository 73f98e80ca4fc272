import Foundation
import Mantle
import Testing

/// The code about merging.
enum MergingArticle {
  // snippet
  struct Track: Model, Equatable {
    let id: Int
    let title: String
    let rating: Int?
    let plays: Int

    static let properties = Properties(of: Track.self) {
      Property(\.id, "id").identity()
      Property(\.title, "title")
      Property(\.rating, "rating")
      Property(\.plays, "plays").default(0).merged { $0 + $1 }
    }
    static let mapping = Mapping(Track.init, properties)
  }

  struct Album: Model, Equatable {
    let name: String
    let tracks: [Track]

    static let properties = Properties(of: Album.self) {
      Property(\.name, "name")
      Property(\.tracks, "tracks")
    }
    static let mapping = Mapping(Album.init, properties)
  }
  // end

  @Test static func mergePoliciesDecideAboutNil() throws {
    // snippet
    let known = Track(id: 1, title: "One", rating: 5, plays: 10)
    let update = Track(id: 1, title: "One (live)", rating: nil, plays: 2)

    let merged = try known.merging(update)
    // Track(id: 1, title: "One (live)", rating: 5, plays: 12)
    let overwritten = try known.merging(update, by: .overwrite)
    // Track(id: 1, title: "One (live)", rating: nil, plays: 12)
    // end
    #expect(merged == Track(id: 1, title: "One (live)", rating: 5, plays: 12))
    #expect(overwritten == Track(id: 1, title: "One (live)", rating: nil, plays: 12))
  }

  @Test static func mergingAReportTakesPresentKeysOnly() throws {
    let known = Track(id: 1, title: "One", rating: 5, plays: 10)
    // snippet
    let response = try Track.report(json: #"{"id":1,"title":"One","rating":null}"#)
    let merged = try known.merging(response)
    // Track(id: 1, title: "One", rating: nil, plays: 10)
    // end
    #expect(merged == Track(id: 1, title: "One", rating: nil, plays: 10))
  }

  @Test static func recursiveMergeMatchesElementsByIdentity() throws {
    let one = Track(id: 1, title: "One", rating: 5, plays: 1)
    let two = Track(id: 2, title: "Two", rating: nil, plays: 1)
    let three = Track(id: 3, title: "Three", rating: nil, plays: 0)
    let again = Track(id: 2, title: "Two", rating: 4, plays: 1)
    // snippet
    let old = Album(name: "A", tracks: [one, two])
    let new = Album(name: "A", tracks: [again, three])
    let merged = try old.merging(new, by: .recursive)
    // tracks: one as it was, two with its new rating, three
    let mirrored = try old.merging(new, by: .mirror)
    // tracks: two with its new rating, three
    // end
    #expect(merged.tracks == [one, Track(id: 2, title: "Two", rating: 4, plays: 2), three])
    #expect(mirrored.tracks == Array(merged.tracks.dropFirst()))
  }

  // snippet
  struct Summary: Model, Equatable {
    let title: String
    let rating: Int?

    static let properties = Properties(of: Summary.self) {
      Property(\.title, "title")
      Property(\.rating, "rating")
    }
    static let mapping = Mapping(Summary.init, properties)
  }
  // end

  @Test static func mergingSharedPropertiesOfAnotherModel() throws {
    let track = Track(id: 1, title: "One", rating: 5, plays: 10)
    // snippet
    let updated = try track.merging(propertiesOf: Summary(title: "First", rating: 3))
    // Track(id: 1, title: "First", rating: 3, plays: 10)
    // end
    #expect(updated == Track(id: 1, title: "First", rating: 3, plays: 10))
  }

  @Test static func changesAndMergePatchLeadToTheNewValue() throws {
    let one = Track(id: 1, title: "One", rating: 5, plays: 1)
    // snippet
    let a = Album(name: "A", tracks: [one])
    let b = Album(name: "B", tracks: [])
    for change in try a.changes(to: b) {
      print(change)  // name: "A" → "B", and one for the tracks
    }
    let patch = try a.mergePatch(to: b)  // {"name":"B","tracks":[]}
    let patched = try a.applying(mergePatch: patch)
    // end
    #expect(try a.changes(to: b).map(\.property) == ["name", "tracks"])
    #expect(patch.text == #"{"name":"B","tracks":[]}"#)
    #expect(patched == b)
  }
}
