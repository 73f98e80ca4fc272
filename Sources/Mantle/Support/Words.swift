/// Words that depend on a number.
package enum Words {
  package static func plural(_ noun: String) -> String {
    if noun.hasSuffix("s") || noun.hasSuffix("x") || noun.hasSuffix("ch") { return noun + "es" }
    if noun.hasSuffix("y"), let before = noun.dropLast().last, !"aeiou".contains(before) {
      return noun.dropLast() + "ies"
    }
    return noun + "s"
  }

  package static func count(_ number: Int, _ noun: String) -> String {
    "\(number) \(number == 1 ? noun : plural(noun))"
  }
}
