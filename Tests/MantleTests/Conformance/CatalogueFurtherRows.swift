// Behaviour of the original that no spec asserts: seen in its headers and source, or promised by the
// documents about it.

extension Catalogue {
  static let undocumented = """
    UX-01 an absent key keeps the default
    UX-02 null for a property that cannot be nil: an error, or the default where asked for
    UX-03 a transformer is not called for an absent key
    UX-04 null is nil, the default, or the transformer's, as the property says
    UX-05 an absent container keeps the default of its leaf
    UX-06 a null container counts as null for its leaf
    UX-07 a key with an unmapped property's name is ignored
    UX-08 something else than an object is an error with its kind
    UX-09 something else than an array is an error with its kind
    UX-10 a null element is an error with its index
    UX-11 a null element of optionals stays
    UX-12 null for a scalar is an error with key and path
    UX-13 a property's own transformer wins over the generic one
    UX-14 a property hook that yields nothing
    UX-15 where the generic hook yields nothing, the type's own way applies
    UX-16 a transformer by type wins over the nested model
    UX-17 numbers are no booleans, 0 and 1 by request
    UX-18 true is no integer
    UX-19 3.7 is no integer, 3.0 is
    UX-20 a text is no integer, by request it is
    UX-21 an integer out of range is an error
    UX-22 a cluster may choose a cluster
    UX-23 clusters that choose each other are an error
    UX-24 a cluster can choose models only
    UX-25 the input's kind is checked before a cluster chooses
    UX-26 an error inside a nested model has its path from the root
    UX-27 several paths, one absent: that member is nil
    UX-28 several paths, all absent: the property is absent
    UX-29 several paths, one null: that member is nil
    UX-30 several paths without a transformer
    UX-31 several paths, one blocked: the error names that path
    UX-32 a transformer that fails without a word still gives an error
    UX-33 two properties may be read from one path
    UX-34 every rule runs once, properties before the model
    UX-35 nil is written by the null policy
    UX-36 also with a transformer
    UX-37 no empty container stays behind
    UX-38 whatever the transformer
    UX-39 a one-way transformer on a written property is a definition error
    UX-40 two nested properties share a container
    UX-41 a property inside another's place is a definition error
    UX-42 two properties written to one place are a definition error
    UX-43 a member that is not written follows the null policy
    UX-44 a nil of several paths follows the null policy
    UX-45 a derived value is written by its own mapping
    UX-46 an unrelated type cannot be written
    UX-47 unknown names in a selection are ignored
    UX-48 an excluded property does not come back as null
    UX-49 a transitory property that is mapped is written
    UX-50 a key that starts with @
    UX-51 a key that contains a dot
    UX-52 empty, spaced and Unicode keys
    UX-53 models of any kind are written inside arrays
    UX-54 the order of keys is that of the mapping
    UX-55 a value table without a default: unknown is an error
    UX-56 a value table with an entry for nil
    UX-57 nil without an entry is the default
    UX-58 a value that is not in the table cannot be written
    UX-59 two texts for one value need a canonical one
    UX-60 nulls inside a lifted transformer
    UX-61 an element that becomes nil keeps its place
    UX-62 a failing element is named
    UX-63 even if it fails without a word
    UX-64 a failing model in an array is named
    UX-65 a text among models is named
    UX-66 a one-way transformer cannot be inverted
    UX-67 an inverted transformer reports errors too
    UX-68 there is one kind of transformer error
    UX-69 URLs are written absolute, UUIDs in upper case
    UX-70 a lower-case UUID, and a transformer that keeps it so
    UX-71 a number with trailing text is an error
    UX-72 a dictionary with an unknown name is an error
    UX-73 a base model and a derived one differ, both ways
    UX-74 a transitory property does not change the hash
    UX-75 equal values of two properties do not cancel in the hash
    UX-76 the description has the name and the permanent properties
    UX-77 copying does not validate
    UX-78 a copied model shares its nested objects
    UX-79 the dictionary view has transitory properties, and none without storage
    UX-80 merging nil in where nil is kept out changes nothing
    UX-81 a property's merge rule is not called for nil
    UX-82 merging nothing in
    UX-83 nil overwrites, or is kept out, by policy
    UX-84 a name the source lacks is skipped
    UX-85 nested models are merged by request
    UX-86 constants are merged into a new value
    UX-87 the first broken rule in order, or all of them
    UX-88 a substitute that is equal is assigned
    UX-89 the hook runs for JSON, dictionaries and archives
    UX-90 and not for copies
    UX-91 an archive newer than the model is an error
    UX-92 an archive without a version is version 0
    UX-93 a stored nil differs from a missing key
    UX-94 an archived key that is gone is ignored
    UX-95 a key that is new has its default
    UX-96 an archived value that breaks a rule is an error
    UX-97 a transitory property is not archived
    UX-98 a hook may supply an excluded property
    UX-99 an object archived twice is one object
    UX-100 an old archive without an importer is an error
    UX-101 a mapping names only properties there are
    UX-102 a mapping has only paths
    UX-103 one mapping is safe to use from many threads
    """

  /// The original's read-me and two articles about it.
  static let seedDocuments = """
    SD-01 an issue with all its keys
    SD-02 title and body are not lost
    SD-03 the reporter's login alone, from inside an object, and back
    SD-04 an assignee, null, absent
    SD-05 the states open and closed
    SD-06 a state there is not
    SD-07 a date means the same instant in every time zone
    SD-08 and is written as it came
    SD-09 two date formats in one program
    SD-10 the time of retrieval is set at every decode
    SD-11 and two decodes are equal all the same
    SD-12 a copy keeps its time of retrieval
    SD-13 the time of retrieval after unarchiving
    SD-14 a model chooses what makes it equal
    SD-15 an archived enum survives reordering
    SD-16 an archive survives new, gone and renamed properties
    SD-17 an issue is updated with newer data
    SD-18 an issue goes to JSON and back
    SD-19 a list of issues is written in order
    SD-20 a user with derived and local properties
    SD-21 the derived one is made once, after all values
    SD-22 and is not written
    SD-23 the generic fallback is given the property's name
    SD-24 a property's own transformer comes first
    SD-25 a reversible transformer writes too
    SD-26 a message with a picture
    SD-27 a message with text
    SD-28 a message with both: the first candidate
    SD-29 a message with neither: an error
    SD-30 a derived model takes its base's mapping
    SD-31 the identity mapping with two changes
    SD-32 a model is archived to a file and read back
    SD-33 a comma is missing
    SD-34 the sample with its comma
    SD-35 a property left out of the mapping is not filled
    SD-36 a mapping cannot name a property that is not there
    SD-37 a key the sample lacks makes an optional nil
    SD-38 an integer given as text, and back
    SD-39 or as a number
    SD-40 or as nonsense: an error
    SD-41 a text for a number without a transformer: an error
    SD-42 also for an unsigned one
    SD-43 a login from inside an object needs no transformer
    SD-44 the first login of several
    SD-45 is written where it was read
    SD-46 a person with two cars
    SD-47 keys without quotes
    SD-48 an array of what is no model does not compile
    SD-49 a URL and back
    SD-50 a date in a fixed format, and back
    SD-51 seconds since 1970, to the second
    SD-52 also as text
    SD-53 written as the number they were
    SD-54 with fractions, before 1970, in milliseconds
    SD-55 an enum and back
    SD-56 a nested model by an explicit transformer
    SD-57 a boolean whose Swift name differs from its key
    SD-58 1 for a boolean, by request
    SD-59 null for a scalar that has a default for null
    SD-60 null for one that has none
    SD-61 bytes to model in one call
    SD-62 model to bytes
    SD-63 a property that is not in JSON
    SD-64 the names of properties are checked by the compiler
    SD-65 one model from one API
    SD-66 and from another with other names
    SD-67 both names present: the first counts
    SD-68 the first null: it counts, or the next does
    SD-69 neither present
    SD-70 each API gets its own names back
    SD-71 without profiles, the canonical name
    SD-72 read by one profile, written by another
    SD-73 several keys for one property
    SD-74 at different depths
    SD-75 the generic fallback, then the type's own way
    SD-76 stored state outside the mapping is left alone
    SD-77 nested models both ways
    SD-78 a new key in the data breaks nothing
    SD-79 all of a model's values as a dictionary
    SD-80 a mapping is built once for each type
    SD-81 one model from network, database and memory
    """
}
