/// A page of the help about one topic, such as `:help filter`.
struct HelpTopic: Sendable {
  let name: String
  /// A short description of the topic.
  let summary: String
  let lines: [String]

  static let all = text.split(separator: "\n# ").map { topic in
    let lines = topic.split(separator: "\n").map(String.init)
    let (name, summary) = (lines[0].prefix { $0 != ":" }, lines[0].drop { $0 != " " }.dropFirst())
    return HelpTopic(name: String(name), summary: String(summary), lines: Array(lines.dropFirst()))
  }

  /// The text of all topics. Each topic begins with `# `, its name and its summary, followed by its lines.
  private static let text = """

    # filter: Conditions for elements
    &CONDITION shows only the elements that pass. Another condition narrows them down; Esc removes the last one.
    state = open and comments > 10 and labels.name ~ "bug|crash" and not assignee = null
    NAME is a property of the model, or a key; .NAME is always a key. labels.name is the name of any label; also l[0], l[].
    = != < <= > >= compare values; ~ and !~ match a regular expression; in (a, b) means one of several.
    === and !== compare with JSON exactly: n === "1" is not n === 1; user === {"id": 1} is the whole object.
    and, or, not and ( ) combine conditions. A word alone, or a regular expression /re/, is searched in keys and values.
    null and absent are conditions. = holds for any element of a list; < and > compare its count, l[] > 3 its elements.
    Dates: 2024-05-01, 2024-05, 2024, today, yesterday, now-7d. A day, a month or a year is a period: = is in it, < before
    it, > after it, <= before its end. A duration such as 7d or 1h30m is the age of a date.
    Values are compared as the model decodes them (dates, numbers in text). Null and unreadable values are neither < nor >.
    has-error, has-warning, has-unmapped, modified. $key, $index and $value are those of the element itself.
    A word in quotes is always text. With the cursor on a list, that list is filtered.
    Values are calculated on both sides: + - * / % are exact, || joins text in ( ). A word on the right side is text, .NAME is
    another property, and ( ) calculate: price > .cost, total > (qty * price), (qty + 1) * 2 > 9. Columns (:column gross =
    total * 1.19), sort keys, groups, aggregates and :set-all take the same values.
    Text: lower upper trim length replace(t, "a", "b") split(t, ",", 1) match(t, /v(\\d+)/, 1) substring(t, 1, 3) concat(a, b)
    contains(t, "x") starts_with ends_with text(v) number("12.5"). Numbers: round(n, 2) abs floor ceil greatest(a, b) least(a, b).
    Dates in UTC: year quarter month week day hour minute second isodow date(d) date_trunc("month", d) now today. Differences
    are in seconds, and 7d is a number of seconds: closed_at - created_at > 7d, due + 7d.
    Lists: length count sum avg min max first last join(l, ", "). any all count sum avg min max filter calculate for each element:
    any(items, price > 3 and qty = 1), sum(items, qty * price). Others: if(condition, a, b), coalesce(a, b), type(v).
    A missing operand makes a missing result: unreadable before absent before null. ✗ shows why a value cannot be calculated.

    # tables: Columns, rows and cells
    T shows the list, dictionary or lines around the cursor as a table: a row for each element, a column for each property.
    A cell is the same value as in the tree: e cc dn ~ . u y m / & t and the detail pane work on it.
    v selects rows: e, cc and ~ change their cells in the column, dd asks for rows or cells; yy, o, O and p take whole rows.
    s sorts by the column: ascending, descending, not at all. S adds the column as a further key. Sorting edits nothing.
    = keeps and ! excludes the rows with the value of the cell; & takes any filter; \\ removes filters and sort keys.
    ( or zo expands objects into a column for each key, ) or zc collapses them. C lists the columns:
    type letters of a name to find it, Enter goes to it, Space shows or hides it. - hides the column, + shows all.
    H and L move the column, f freezes the columns up to it, < > make it narrower and wider, _ fits it to the visible rows.
    yr, yc and yt copy the row, the column and the table as TSV; :copy table md copies another format. :export FILE.csv
    (.tsv .md .json .ndjson) writes the rows and columns as shown. Another click on a title sorts.
    cw or :rename renames the column, which is the key in all rows; in the tree, it renames one key. :total or z+ shows the sum of
    the column below the table. Arrays have a column for each index. If the first one has the titles, a filter hides it.
    Enter opens the row in the tree, where q returns to the cell. T or q leaves the table at the cell.
    F counts the values of the column, I shows statistics of all columns, :group makes groups (:help groups).

    # groups: Counting, statistics and groups
    F in a table, or gV, or :values PROPERTY, counts the values of a property; F again groups numbers by ranges, and dates by minute to year.
    I and :statistics show the figures of all columns. gb and :group state, user.login group the elements, with any
    aggregates: :group state aggregate count, mean(comments) sort count desc (see mantle table --help).
    :distinct groups by all shown columns. :sql QUERY runs a query of SQLite over the open files (see mantle sql --help).
    The results are tables: s sorts them, yr yc yt copy them, :export FILE.csv writes them, C H L f < > _ change columns.
    Enter shows the elements of a row, or of a figure; q returns to the row, and another q leaves the table.

    # search: Patterns and matches
    Lowercase letters match both cases; with an uppercase letter, case matters. n and N go to the next and the previous
    match; * searches for the name at the cursor. The search runs while you type; Esc returns. bug|crash/r is a regular
    expression (:set regex: always), name/k searches only keys, name/v only values. To search for text that ends in such
    a suffix, add another one. :hits lists all matches. With a filter, only the elements that pass are searched.

    # editing: Selections, forms, dates and long strings
    v selects rows of one level from here to the cursor. dd yy cc e dn ~ ^A ^X . and :set-all change all of them in one
    step, J and K move them, Esc ends the selection, gv restores it. " and a letter name a register: "ayy, "ap, "a3p.
    o, O and a start a new model in a form, required properties first. Tab and the arrows go from line to line, Space
    goes through cases, Enter after the last required line inserts the model, ^T edits its JSON, Esc cancels.
    > moves a value into the list or object before it, < out of its own; :sort KEY sorts a list, :sort-keys an object.
    Dates can be typed as now, tomorrow, +2w, +1h, next monday, 2026-11-22. d and y take j, k, G and gg: d2j, dG, yG.
    ]m and [m move an element, or a key of an object. Where a model name is typed, Tab lists those of the file.
    A string that contains JSON opens as a tree. Its values are edited as usual and written back as a string.
    A long text, or one of several lines, is edited in a pane: ^S keeps it, ^F searches, ^G finds the next, Esc cancels.

    # models: Inference, types and definitions
    A file that fits no known model is read as a model inferred from it. An inferred model has the name of its key, and that
    of the root the name of the file. The detail pane shows statistics of each
    property. t on a property lists the types that its values can have. A type with ✓ reproduces every value; the text
    after ✗ says why not. Enter chooses one, `former` is the type before, :type TYPE sets any other.
    The choice applies at once. :infer NAME.swift writes the models as Swift source, NAME.model.json as a definition,
    .schema.json as a JSON Schema, .txt as a table, with the chosen types.
    A definition next to the data, in ~/.config/mantle/models or named with --models is used automatically. t changes its
    types, too, and :infer! NAME.model.json writes it again. Or open it, change a "type" and save it with :w.
    Types: string, boolean, integer, unsigned, double, decimal, date, date(dd.MM.yyyy), url, uuid, json, unixSeconds,
    unixMilliseconds, iso8601Day, integerString, decimalString, boolString, zeroOrOne, base64, hex, enum with "cases", the name of
    a model; [T] is a list, {T} an object with any keys, T? may be null or absent, A | B is either. :type also takes map,
    model and enum. :model lists the models that can read a file. mantle infer --overrides FILE repeats decisions when
    models are inferred again.

    # lists: Problems, edits and other lists
    ge lists problems, gu unmapped keys, gc unsaved edits; also :hits :jumps :marks. They are grouped by cause, with counts.
    @ goes to a path by some of its letters: @2login finds [2].user.login.
    Enter goes to a place, gl returns to the list, ]l and [l go to the next and the previous place; / narrows the list, s
    sorts by count, h and l fold. u in the list of edits undoes one of them. In the list of differences (:compare), o takes
    a value or an element from the right side, x keeps the left side, O takes all, and u undoes. :types lists the forms of the
    values, with ranges and near misses: Enter shows the elements of one, c converts its values, or those of a problem, to
    the most common type.

    # files: Several files, saving and reloading
    mantle FILE FILE… or mantle FOLDER opens several files. :ls lists them with their models and problems, Enter shows one,
    ]l and [l go to the next and the previous one, :b takes a number or a part of a name, ^^ goes back. Copied values can be
    inserted into another file. Unsaved edits of each file remain until they are saved or discarded.
    :w PATH writes a copy of the whole file in the format of the suffix (.json .ndjson .plist .archive .xml), and :export
    PATH the elements that are shown or selected, with mapped keys only. :w! overwrites a file that changed on disk or is
    write-protected. :q asks about unsaved edits, :q! drops them. :b # returns to the file before. After a crash,
    :recover shows the unsaved edits and takes them over, :discard deletes them.
    When another program changes a file, :e reloads it and keeps unsaved edits. Where both changed a value, the edit
    remains and :conflicts lists it; o in that list takes the value of the file. F follows a file that grows.

    # mouse: Clicks and the wheel
    A click selects a row, another click opens or closes it. The wheel scrolls, and the divider can be dragged. In lists
    and forms a click selects a line, and another click chooses it.
    :set nomouse leaves the mouse to the terminal; holding Shift does so for one selection.

    # options: Settings and config.json
    wrap: long values continue on the next line of the detail pane. detail: show the pane. mouse: use clicks and the wheel.
    regex: searches are regular expressions. sticky: the parents of the visible rows stay at the top. remember: a file
    opens as it was left, and typed lines are restored. follow: reload a file that grows or changes (F also goes to its
    end). copy: saving an archive changes a copy of an edited object that is shared. ascii: use only ASCII signs.
    :set nowrap and so on switch an option off; :set alone shows the options, :set save keeps them.
    :map X :filter has-error<Enter> maps a key to a command, :map alone lists them, :unmap X removes one.
    theme=standard follows the background of the terminal; dark, light, monochrome and contrast do not.
    ~/.config/mantle/config.json contains them: {"options": {"theme": "dark"}, "keys": {"X": ":w<Enter>"},
    "colors": {"string": 114, "error": "red"}}. A color is one of 256 numbers or a name. :config shows settings and mistakes.

    # shell: Commands of the system
    :!jq .name runs a command with the value under the cursor, or the selected values one per line, as its input.
    :| jq .name replaces the value with the output, in one step. :w !wc gets the whole text. :r !date inserts the output
    after the cursor. gx opens a URL, gf a file or the row of a foreign key.
    """
}

/// The commands and help topics of the browser for the manual.
package enum KeyReference {
  /// An entry of the key reference: the keys or the name of a command, and its help line.
  package typealias Entry = (keys: String, help: String)

  /// The topics of the help that are not about a single command.
  package static var topics: [(name: String, lines: [String])] {
    HelpTopic.all.map { ($0.name, $0.lines) }
  }

  /// The title of the help section about keys with different meanings on several screens.
  static let otherMeanings = "Keys with another meaning in tables and lists"

  /// The entries of the help screen by group, and the keys with several meanings.
  package static var helpSections: [(title: String, entries: [Entry])] {
    Command.Group.allCases.map { group in
      (
        group.rawValue,
        HelpEntry.all(of: group, in: .standard).map { (keys: $0.keys, help: $0.help) }
      )
    } + [(otherMeanings, KeyMeaning.all(in: .standard).map { (keys: $0.keys, help: $0.words) })]
  }

  /// All commands by group, in the order of the help screen.
  package static var sections: [(title: String, entries: [Entry])] {
    Command.Group.allCases.map { group in
      (
        group.rawValue,
        CommandTable.standard.all.filter { $0.group == group }
          .map { (keys: HelpScreen.keys($0), help: $0.helpLine) }
      )
    }
  }
}
