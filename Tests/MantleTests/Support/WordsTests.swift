import Mantle
import Testing

struct WordsTests {
  @Test(arguments: [
    ("Issue", "Issues"), ("Entry", "Entries"), ("Key", "Keys"), ("Box", "Boxes"), ("Match", "Matches"),
    ("Class", "Classes"), ("Status", "Statuses"), ("Alias", "Aliases"),
    ("Properties", "Properties"), ("Timings", "Timings"), ("Series", "Series"),
  ])
  func pluralsOfNamesAreUnchanged(noun: String, plural: String) {
    #expect(Words.plural(noun) == plural)
  }
}
