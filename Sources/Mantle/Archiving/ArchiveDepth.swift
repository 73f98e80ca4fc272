/// How deep what is archived may nest.
///
/// It is the same on the way in and on the way out, so that what was written can be read: models in models, and
/// collections in a value of JSON.
enum ArchiveDepth {
  static let limit = 512

  static var error: ArchiveError { ArchiveError(.limit("values nested deeper than \(limit)")) }
}
