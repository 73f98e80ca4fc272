/// A page of the help about one thing: `:help filter`.
struct HelpTopic: Sendable {
  let name: String
  let lines: [String]

  static let all = [
    HelpTopic(
      name: "filter",
      lines: [
        "&CONDITION shows only the elements that pass; another one narrows them down; Esc goes back one step.",
        "state = open and comments > 10 and labels.name ~ \"bug|crash\" and not assignee = null",
        "NAME is a property of the model, or a key; .NAME is always a key. labels.name is that of any label; l[0], l[].",
        "= != < <= > >= compare; ~ and !~ look for a regular expression; in (a, b) is one of several.",
        "and, or, not and ( ) join conditions; a text alone is looked for in keys and values, /re/ likewise.",
        "null and absent; a list compares by how many it holds, for = any of its elements will do; l[] > 3 asks only them.",
        "Dates: 2024-05-01, 2024-05, 2024, today, yesterday, now-7d. A day, a month or a year is all of it: = in it, < before",
        "it, > after it, <= up to its end. A duration such as 7d or 1h30m is the age of a date.",
        "Values are compared as what the model reads (dates, numbers in text); null and what it cannot read are neither < nor >.",
        "has-error, has-warning, has-unmapped, modified. $key, $index, $value are the element's own.",
        "In quotes a word is a text and nothing else. With the cursor on a list, that list is filtered.",
      ]),
    HelpTopic(
      name: "tables",
      lines: [
        "T shows the list, dictionary or lines around the cursor as a table: an element a row, a property or key a column.",
        "The cell under the cursor is the same value in the tree: e cc dn ~ . u y m / & t and the detail pane act on it.",
        "v selects rows: e, cc and ~ change their cells in the column, dd and yy are for the whole rows, as o O D p are.",
        "s sorts by the column: up, down, not at all; S adds the column as a further key. Nothing is edited by that.",
        "= keeps and ! excludes the rows with the value of the cell, & takes any filter, \\ removes filters and sort keys.",
        "( or zo expands objects into a column for each key, ) or zc collapses them. C lists the columns:",
        "type some letters of a name, Enter goes there, Space shows or hides; - hides the column, + shows all.",
        "H and L move it, f freezes those up to it, < > make it narrower and wider, _ fits it to the rows in sight.",
        "yr, yc and yt copy the row, the column and the table as TSV, :copy table md in another format; :export FILE.csv",
        "(.tsv .md .json .ndjson) writes the rows and columns as they are shown. A second click on a title sorts.",
        "Enter opens the row in the tree, q there returns to its cell; T or q leaves the table at the cell.",
        "F counts the values of the column, I shows the statistics of all columns, :group makes groups (:help groups).",
      ]),
    HelpTopic(
      name: "groups",
      lines: [
        "F in a table, gV and :values PROPERTY count the values of a property; F again puts numbers and dates into ranges.",
        "I and :statistics show the figures of all columns. gb and :group state, user.login group the elements, with any",
        "aggregates: :group state aggregate count, mean(comments) sort count desc (see mantle table --help).",
        "The results are tables: s sorts them, yr yc yt copy them, :export FILE.csv writes them, C H L f < > _ change columns.",
        "Enter shows the elements of a row, or of the figure in a column; q returns to the row, and q again leaves the table.",
      ]),
    HelpTopic(
      name: "search",
      lines: [
        "Lowercase letters match both cases; an uppercase one makes the case count. n and N go on, * looks for the name here.",
        "It is looked for while it is typed; Esc goes back. bug|crash/r is a regular expression (:set regex: always),",
        "name/k looks in keys only, name/v in values only. A text that ends in such a slash has another one after it.",
        ":hits lists all matches. Within a filter only what it shows is searched.",
      ]),
    HelpTopic(
      name: "editing",
      lines: [
        "v selects the rows of one level from here to the cursor; dd yy cc e dn ~ ^A ^X . and :set-all change all of them as",
        "one step, J and K move them, Esc ends it, gv selects them again. Letters with \" name registers: \"ayy, \"ap, \"a3p.",
        "o, O and a begin a new model line by line, required properties first: Tab and the arrows go from line to line, Space",
        "goes through cases, Enter after the last required one inserts it, ^T types its JSON, Esc inserts nothing.",
        "> moves a value into the list or object before it, < out of the one it is in; :sort KEY sorts a list, :sort-keys an",
        "object. Dates may be said as now, tomorrow, +2w, +1h, next monday, 2026-11-22. d and y take j, k, G and gg: d2j, dG, yG.",
        "]m and [m move an element, or a key of an object. Where a model is typed Tab lists those of the file.",
        "A string that contains JSON opens as a tree: its values are edited like others, and written back as a string.",
        "A long text, or one of several lines, is written in a pane: ^S keeps it, ^F searches, ^G goes on, Esc leaves it.",
      ]),
    HelpTopic(
      name: "models",
      lines: [
        "A file that no known model fits is read as a model inferred from it; the detail pane says what was seen of each",
        "property. t on a property lists the types its values could have: after ✓ every value comes back as it was,",
        "after ✗ is what speaks against it; Enter takes one, former is what it was before, :type TYPE sets any other.",
        "What is chosen is shown at once. :infer NAME.swift writes the models as Swift source, NAME.model.json as a",
        "definition, .schema.json as a JSON Schema, .txt as a table: those in use, with the types that were chosen.",
        "A definition beside the data, in ~/.config/mantle/models or named with --models is found and used; t changes its",
        "types too, and :infer! NAME.model.json writes it again. Or open it, change a \"type\" and write it with :w.",
        "Types: string, boolean, integer, unsigned, double, decimal, date, date(dd.MM.yyyy), url, uuid, json, unixSeconds,",
        "unixMilliseconds, iso8601Day, integerText, decimalText, boolText, zeroOrOne, base64, hex, enum with \"cases\", a model's",
        "name; [T] is a list, {T} an object with any keys, T? may be null or absent, A | B is either. :type takes map, model",
        "and enum as well. :model lists what a file can be read as. mantle infer --overrides FILE keeps decisions where it is",
        "inferred again.",
      ]),
    HelpTopic(
      name: "lists",
      lines: [
        "ge problems, gu unmapped keys, gc unsaved edits, :hits :jumps :marks: grouped by cause, with counts. @ goes to a",
        "path by some of its letters: @2login finds [2].user.login.",
        "Enter goes there, gl comes back, ]l and [l go on; / narrows, s sorts by count, h and l fold; u in the list of",
        "changes takes one of them back. In the list of differences (:compare) o takes a value or an element from the right",
        "side, O takes all, and u undoes. :types lists the forms of the values, with ranges and near misses: Enter shows the",
        "elements of one, c converts its values, or those of a problem, to the type that most of them have; u undoes it.",
      ]),
    HelpTopic(
      name: "files",
      lines: [
        "mantle FILE FILE… or mantle FOLDER opens several files: :ls lists them with their models and problems, Enter shows",
        "one, ]l and [l go on, :b takes a number or a part of a name, ^^ goes back. What was copied can be put into another",
        "file, and unsaved edits of each file stay until they are saved or dropped.",
        "When another program changes a file, :e reloads it and keeps unsaved edits. Where both changed a value, the edited",
        "one stays and :conflicts lists it; o there takes the file's. F follows a file that grows.",
      ]),
    HelpTopic(
      name: "mouse",
      lines: [
        "A click chooses a row, another one opens or closes it; the wheel scrolls; the divider can be dragged. In lists and",
        "forms a click chooses a line, and of what can be picked another one takes it.",
        ":set nomouse leaves the mouse to the terminal; Shift does so for one selection.",
      ]),
    HelpTopic(
      name: "options",
      lines: [
        "wrap: long values go on below in the detail pane. detail: the pane is shown. mouse: clicks and the wheel are",
        "taken. regex: what is searched for is a regular expression. sticky: the rows around those in sight stay at the",
        "top. remember: a file opened again is shown as it was left, and lines typed before come back. follow: a file that",
        "grows or changes is reloaded (F also goes to its end). ascii: no other signs. :set nowrap and the like switch",
        "one off; :set save keeps what is set. In config.json colors are set as well: {\"colors\": {\"string\": 114}}.",
        "theme=standard follows the terminal's background; dark, light, monochrome and contrast do not.",
        "config.json in ~/.config/mantle keeps them: {\"options\": {\"theme\": \"dark\"}, \"keys\": {\"X\": \":w<Enter>\"},",
        "\"colors\": {\"string\": 114, \"error\": \"red\"}}, by number of the 256 or by name; :config shows what is set and what is wrong.",
      ]),
    HelpTopic(
      name: "shell",
      lines: [
        ":!jq .name runs a command with the value under the cursor, or those selected a line each, as its input;",
        ":| jq .name puts what it writes in their place, as one step; :w !wc gets the whole text; :r !date puts",
        "what a command writes after the cursor. gx opens a URL, gf a file or the row of a foreign key.",
      ]),
  ]
}
