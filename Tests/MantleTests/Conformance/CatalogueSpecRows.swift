// The cases the original's own specs assert.

extension Catalogue {
  /// JSON adapter.
  static let adapter = """
    JA-01 a null text and a count given as text are read
    JA-02 writing that model gives null and the container of the nested name
    JA-03 a name two levels down is read
    JA-04 and written back where it was
    JA-05 several paths make one value, at the top and nested
    JA-06 and are written back, sharing a container
    JA-07 a text in the way of a nested path is an error
    JA-08 a plain path does not fan out over an array
    JA-09 a null container makes its leaf nil
    JA-10 unknown keys are ignored at every level
    JA-11 the model's own validation error comes through
    JA-12 URLs are read by their type and by the generic fallback
    JA-13 a URL is written as its text
    JA-14 UUIDs are read by their type and by the generic fallback
    JA-15 a UUID is written as its text
    JA-16 a boolean is written as a boolean
    JA-17 a computed property in the mapping is written, and not read
    JA-18 a number for a URL is an error with the number
    JA-19 a text for a boolean is an error with the text
    JA-20 a number for a text is an error with the number
    JA-21 a configured adapter reads as usual
    JA-22 and adds a member to every object it writes
    JA-23 properties left out of one call leave no container behind
    JA-24 an untyped property keeps what stands there
    JA-25 a reverse transformer that fails names the property
    JA-26 the model is chosen by the JSON
    JA-27 the chosen model is written back as it came
    JA-28 a cluster writes by the value's own type
    JA-29 for each of its types
    JA-30 a plain type is enough, no base class
    JA-31 JSON that chooses no model is an error
    JA-32 an absent key is validated too
    JA-33 a nested model is read as a value
    JA-34 the nested model's transformer is reversible
    JA-35 and writes the nested model
    JA-36 null is no nested model
    JA-37 writing null where a model belongs is an error, type-erased only
    JA-38 an array of optional models keeps null in its place
    JA-39 the array's transformer is reversible
    JA-40 and writes null for nil
    JA-41 null is no array of models
    JA-42 writing null where an array belongs is an error, type-erased only
    JA-43 nested reading takes the adapter's configuration
    JA-44 nested writing takes the adapter's configuration
    JA-45 an array of objects becomes an array of models
    JA-46 asking for no error gives the same value
    JA-47 texts are no models
    JA-48 one bad element fails the array and is named by its index
    JA-49 an array of models is written in order
    JA-50 mappings and transformers hold no cycle of references
    JA-51 models that refer to each other end
    JA-52 a property may hold a type that is no model
    JA-53 nested models are found by type, and null is nil
    JA-54 an object for a type that cannot be read is stopped
    """

  /// Model.
  static let model = """
    MD-01 an empty model has no properties
    MD-02 properties are listed in order, computed ones are not
    MD-03 a new model has its defaults
    MD-04 its dictionary view has every stored property
    MD-05 each entry is also reached by name
    MD-06 an empty dictionary makes the default model
    MD-07 a full dictionary makes a model
    MD-08 with exactly those values
    MD-09 and the dictionary view gives them back
    MD-10 as does access by name
    MD-11 a model equals itself
    MD-12 and another one of the same values
    MD-13 equal models have equal hashes
    MD-14 and equal dictionary views
    MD-15 it differs from a default one
    MD-16 in the dictionary view too
    MD-17 a copy is equal
    MD-18 and independent
    MD-19 a transitory property takes no part in equality
    MD-20 a dictionary with an invalid value is refused
    MD-21 merging takes the incoming name and adds the counts
    MD-22 a stored scalar is permanent
    MD-23 an unowned reference is permanent
    MD-24 a stored object is permanent
    MD-25 a computed property, or an unknown name, has no storage
    MD-26 an overridden stored property stays permanent
    MD-27 so does one that meets a protocol
    MD-28 a requirement met by a default has no storage
    MD-29 a requirement met by a stored property is permanent
    MD-30 a related model is merged in by shared names
    MD-31 and what it lacks stays as it was
    """

  /// Archives.
  static let archives = """
    NC-01 a text property is archived
    NC-02 so is a scalar
    NC-03 a weak reference is archived only with its object
    NC-04 a computed property is not archived
    NC-05 the text's stored kind is checked
    NC-06 the scalar's stored kind is checked
    NC-07 the reference's stored kind is checked
    NC-08 an excluded property in an archive is ignored
    NC-09 as is a computed one
    NC-10 a model's version is 0 unless it says otherwise
    NC-11 archived and read back, a model is equal
    NC-12 but for excluded properties
    NC-13 which make it differ
    NC-14 until they are cleared in the original
    NC-15 a weak reference alone is gone
    NC-16 a list of two objects is read back
    NC-17 the first equals the model
    NC-18 its reference is restored
    NC-19 version 0 is migrated by a hook
    NC-20 and keeps what has no hook
    NC-21 an archive of the oldest layout is imported
    """

  static let validation = """
    VA-01 a missing name is invalid
    VA-02 a present one is valid
    VA-03 a rule that substitutes makes it valid
    VA-04 and the substitute is set
    """

  static let predefinedTransformers = """
    PT-01 the URL transformer is there and reversible
    PT-02 text becomes a URL
    PT-03 and back
    PT-04 nil stays nil
    PT-05 nil stays nil on the way back
    PT-06 what is no URL is an error with the text
    PT-07 writing null as a URL is an error
    PT-08 the UUID transformer is there and reversible
    PT-09 text becomes a UUID
    PT-10 and back
    PT-11 nil stays nil
    PT-12 nil stays nil on the way back
    PT-13 what is no UUID is an error with the text
    PT-14 writing null as a UUID is an error
    PT-15 the boolean coercion is there and reversible
    PT-16 1 becomes true
    PT-17 true is written as a boolean
    PT-18 0 becomes false
    PT-19 false is written as a boolean
    PT-20 nil stays nil both ways
    PT-21 null is no boolean
    PT-22 writing null as a boolean is an error
    PT-23 a lifted URL transformer is reversible
    PT-24 texts become URLs, in order
    PT-25 and back
    PT-26 a lifted one-way transformer is one-way
    PT-27 and still reads
    PT-28 null is no array
    PT-29 writing null as an array is an error
    PT-30 a value table reads each of its keys
    PT-31 and is reversible
    PT-32 and writes each of its keys
    PT-33 an unknown key gives the default
    PT-34 the default is written as its own text
    PT-35 the date pattern transformer is there and reversible
    PT-36 nil stays nil both ways
    PT-37 a date text becomes an instant
    PT-38 and an instant a date text
    PT-39 the 37th of September is an error with a reason
    PT-40 null is no date
    PT-41 writing null as a date is an error
    PT-42 the number style transformer is there and reversible
    PT-43 nil stays nil both ways
    PT-44 a decimal text becomes a number
    PT-45 a number is written with its grouping
    PT-46 a word is an error with a reason
    PT-47 null is no number
    PT-48 writing null as a number is an error
    """

  static let transformerErrors = """
    TE-01 every predefined transformer can report errors
    TE-02 a bad input is an error that carries it
    TE-03 so is a bad value on the way back
    """

  static let valueTransformers = """
    VT-01 a one-way transformer has no way back
    VT-02 its forward applies
    VT-03 to any input
    VT-04 one function both ways is reversible
    VT-05 forward applies it
    VT-06 so does reverse
    VT-07 two functions are reversible
    VT-08 forward applies the first
    VT-09 reverse the second
    """

  static let inversion = """
    TI-01 inverted, forward is reverse
    TI-02 and reverse is forward
    TI-03 inverted twice, forward is forward
    TI-04 and reverse is reverse
    """

  static let arrays = """
    AM-01 the first of an array
    AM-02 of an empty one is nil
    AM-03 an array without an element
    AM-04 that it has three times
    AM-05 that it lacks
    AM-06 an array without its first
    AM-07 when it is empty
    AM-08 an array without its last
    AM-09 when it is empty
    """

  static let comparison = """
    CM-01 nil equals nil
    CM-02 a value equals itself
    CM-03 two texts differ
    CM-04 a text and nil differ
    CM-05 in either order
    CM-06 equal texts built apart are equal
    """

  static let dictionaries = """
    DM-01 adding no entries changes nothing
    DM-02 adding nothing changes nothing
    DM-03 new entries are added, null ones too
    DM-04 entries with the same key replace
    DM-05 removing an unknown key changes nothing
    DM-06 removing nothing changes nothing
    DM-07 removing a key leaves the others
    DM-08 removing every key leaves none
    """

  static let identityMapping = """
    MP-01 the identity mapping has every stored property under its own name
    """

  static let exceptions = """
    EX-01 a thrown error is kept
    EX-02 its words are shown
    EX-03 as the reason too
    """

  static let swiftBridge = """
    SW-01 true is true
    """

  /// The adapter before version 2, where it differs.
  static let olderAdapter = """
    OA-01 the adapter bound to JSON gives model and JSON
    OA-02 a model built from properties is written
    OA-03 names of all users, by an explicit path over each element
    OA-04 no JSON at all is an error
    OA-05 a text instead of an object is an error
    OA-06 a transformer fetched and dropped is gone
    """

  /// The Core Data adapter.
  static let managedObjects = """
    MO-01 a record with pending changes becomes a model
    MO-02 its ordered children refer back to the one parent
    MO-03 so do its unordered ones
    MO-04 a model becomes a record
    MO-05 with its children linked and in order
    MO-06 and is saved
    MO-07 a property the entity lacks is an error
    MO-08 a missing required attribute is an error
    MO-09 a mapping of an unknown property is an error
    MO-10 an attribute that is not written fails the insert
    MO-11 writing twice with a unique key gives one record
    MO-12 removed children are removed from the record
    MO-13 a merge hook sees the stored value
    MO-14 reading on the main queue does not block
    MO-15 a failing child leaves nothing behind
    MO-16 a failing unique key is the transformer's error
    """
}
