import Mantle

/// An archived object that is being decoded as a model.
struct ArchiveSource {
  /// The decoder of the archive.
  let decoder: ArchiveDecoder
  /// The plan of the model.
  let plan: ArchivePlan
  /// The index of the object.
  let object: Int
  /// The fields of the properties, by the index of the property.
  let slots: [ArchiveReference]
  /// The dictionary of JSON values in an archive from before Mantle 0.3, which has no other
  /// fields; nil for newer archives.
  let legacy: ArchiveReference?
}

/// A property that is set after the object it refers to is complete, because the reference is
/// part of a cycle.
///
/// The parts are the index of the object that the property refers to, and the action that sets the property
/// of a model to the complete object.
typealias ArchiveBackReference = (object: Int, set: (_ root: Any, _ target: Any) -> Void)
