extension Catalogue {
  /// What has no counterpart here, and why.
  static let droppedText = """
    SW-01 The case asserts that true is true; it only made the Swift runtime link into the test bundle.
    MO-01 There is no Core Data on Linux, nor a record store in this library; a database row is one more profile of a model (SD-72).
    MO-02 A managed object's children: without a record store there are no inverse relationships to keep.
    MO-03 As MO-02, for unordered relationships.
    MO-04 Inserting a managed object: a store would take the dictionary view or the JSON of a profile (SD-72).
    MO-05 As MO-04, with relationships.
    MO-06 Saving belongs to the store.
    MO-07 An attribute the entity lacks: only the store knows its columns.
    MO-08 A missing required attribute is the store's constraint.
    MO-09 A mapping of a property that is not there does not compile (UX-101).
    MO-10 Validation for insert is the store's.
    MO-11 Finding the record to update: identity properties say what makes two values one thing, and merging uses them for arrays (UX-85); the look-up is the store's.
    MO-12 Replacing a to-many relationship: in values, assigning the array does it.
    MO-13 The merge hook that sees the stored value is a property's merge rule (MD-21).
    MO-14 Queues and managed object contexts do not exist here; decoding blocks on nothing (UX-103).
    MO-15 Undoing a failed insert is the store's; a failed decode leaves nothing behind, for it makes no value.
    MO-16 A unique key whose transformer fails is a decode error before anything is written.
    """
}
