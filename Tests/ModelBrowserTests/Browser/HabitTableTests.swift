import Mantle
import Testing

@testable import ModelBrowser

/// Keys that people of vim, less, jless, fx and visidata type, and what each must do, with the cursor on a title.
struct HabitTableTests {
  enum Outcome: Sendable {
    case goes(to: String)
    /// The first of these texts is another one then.
    case edits(String, to: String)
    case copies(String)
    case says(String)
    case shows(String)
    case asks(String)
    case effect(String)
    case quits
  }

  private static let title = #""title": "Wrong colour""#
  private static let new = #""title": "New""#

  static let motions: [(String, Outcome)] = [
    ("j", .goes(to: "[1].body")), ("<Down>", .goes(to: "[1].body")), ("^N", .goes(to: "[1].body")),
    ("+", .goes(to: "[1].body")), ("k", .goes(to: "[1].state")), ("<Up>", .goes(to: "[1].state")),
    ("^P", .goes(to: "[1].state")), ("-", .goes(to: "[1].state")), ("3j", .goes(to: "[1].user")),
    ("h", .goes(to: "[1]")), ("<Left>", .goes(to: "[1]")), ("<Backspace>", .goes(to: "[1]")),
    ("hl", .goes(to: "[1].url")), ("h<Right>", .goes(to: "[1].url")),
    ("J", .goes(to: "[1].body")), ("K", .goes(to: "[1].state")), ("0", .goes(to: "[1].url")),
    ("<Caret>", .goes(to: "[1].url")), ("gg", .goes(to: "")), ("<Home>", .goes(to: "")),
    ("G", .goes(to: "[2]")),
    ("<End>", .goes(to: "[2]")), ("3G", .goes(to: "[2]")), (":3<Enter>", .goes(to: "[2]")),
    (":goto [2].title<Enter>", .goes(to: "[2].title")), ("100%", .goes(to: "[2]")),
    (":50%<Enter>", .goes(to: "[1]")),
    (":$<Enter>", .goes(to: "[2]")), (":+3<Enter>", .goes(to: "[1].user")),
    (":-1<Enter>", .goes(to: "[1].state")),
    ("}", .goes(to: "[2]")), ("{", .goes(to: "[0]")), ("9}", .goes(to: "[2]")), ("L", .goes(to: "[2]")),
    ("H", .goes(to: "")), ("majj'a", .goes(to: "[1].title")), ("/colour<Enter>", .goes(to: "[1].title")),
    ("/日本語<Enter>", .goes(to: "[2].title")), ("/open<Enter><F3>", .goes(to: "[0].title")),
    ("hzc}l", .goes(to: "[2]")), ("<PgDn>", .goes(to: "[2]")), ("<PgUp>", .goes(to: "")),
    ("gg^D", .goes(to: "[1]")),
    ("zC", .goes(to: "[1]")), ("zA", .goes(to: "[1]")), ("hzAzA5j", .goes(to: "[1].state")),
    ("]j", .says("No later jump")),
  ]

  static let edits: [(String, Outcome)] = [
    ("ccNew<Enter>", .edits(title, to: new)), ("CNew<Enter>", .edits(title, to: new)),
    ("SNew<Enter>", .edits(title, to: new)), ("e^UNew<Enter>", .edits(title, to: new)),
    ("<Enter>^UNew<Enter>", .edits(title, to: new)),
    ("iX<Enter>", .edits(title, to: #""title": "XWrong colour""#)),
    ("<Insert>X<Enter>", .edits(title, to: #""title": "XWrong colour""#)),
    ("A!<Enter>", .edits(title, to: #""title": "Wrong colour!""#)),
    ("ccNew<Enter>u", .edits(title, to: title)), ("ccNew<Enter>u^R", .edits(title, to: new)),
    (":goto [1].locked<Enter>~", .edits(#""locked": true"#, to: #""locked": false"#)),
    (":goto [1].locked<Enter>^A", .edits(#""locked": true"#, to: #""locked": false"#)),
    (":goto [1].locked<Enter>~.", .edits(title, to: title)), ("v<Esc>ccNew<Enter>", .edits(title, to: new)),
    ("VccNew<Enter>", .edits(title, to: new)), ("Vj<Esc>kgvk<Esc>", .goes(to: "[1].title")),
    (":goto [0].body<Enter>dd", .edits(#", "body": "It crashes.\nAlways.""#, to: "")),
    (":goto [0].body<Enter>x", .edits(#", "body": "It crashes.\nAlways.""#, to: "")),
    (":goto [0].body<Enter><Delete>", .edits(#", "body": "It crashes.\nAlways.""#, to: "")),
    (":goto [0].body<Enter>dn", .edits(#""It crashes.\nAlways.""#, to: "null")),
    ("dd", .says("title is required")), ("dn", .says("title is not optional")),
    ("cw", .says("The model defines the key")),
    ("<F2>", .says("The model defines the key")), ("p", .says("Nothing was copied or deleted yet")),
    ("\"ap", .says("Nothing was copied to the register a")),
    ("^X", .says("Cannot increase this value")),
    ("u", .says("There is nothing to undo")), ("^R", .says("There is nothing to redo")),
    (".", .says("There is no edit to repeat")),
    (":goto [1].number<Enter>e", .asks("number is read-only in Issue")),
    ("D", .says("No command has the key D")), ("]m", .says("The model defines the order of its properties")),
  ]

  static let others: [(String, Outcome)] = [
    ("yy", .copies(#""Wrong colour""#)), ("Y", .copies(#""Wrong colour""#)),
    ("yv", .copies(#""Wrong colour""#)),
    ("ys", .copies("Wrong colour")), ("yk", .copies("title")), ("yp", .copies("[1].title")),
    ("yj", .copies("/1/title")), ("yq", .copies(".[1].title")),
    ("gr", .says("Raw JSON view")), ("gx", .says("There is no URL")), ("gf", .effect("open Wrong colour")),
    ("^G", .says("test.json: [1].title")), (":f<Enter>", .says("test.json: [1].title")),
    ("^L", .effect("redraw")),
    ("^Z", .effect("suspend")), ("<F1>", .shows("Moving")), ("g?", .shows("Moving")),
    (":h filter<Enter>", .shows("About filter")),
    (":he mouse<Enter>", .shows("About mouse")), (":reg<Enter>", .shows("Nothing was copied")),
    ("yy:di<Enter>", .shows("Wrong colour")),
    ("gV", .shows("values of title   3 values of 3 elements")),
    (":frequency state<Enter>", .shows("values of state   3 values of 3 elements")),
    ("T", .shows("  0 │")), (":table<Enter>", .shows("q tree")),
    ("ge", .shows("problems: ")), ("gu", .shows("unmapped: ")), (":set<Enter>", .says("wrap")),
    (":set nu<Enter>", .says("Rows have no fixed numbers")),
    (":goto [1].state<Enter>e", .shows("CHOOSE")),
    (":set nomouse<Enter>", .effect("nomouse")),
    (":set nowrap<Enter>:set save<Enter>", .effect("keep nowrap")),
    ("^^", .says("No other file was open")), (":e #<Enter>", .says("No other file was open")),
    ("F", .says("There is no file to follow")),
    (":diff<Enter>", .says("There are no unsaved edits")), ("<F5>", .says("There is no file to reload")),
    ("&state=closed<Enter>", .goes(to: "[2]")), ("!", .shows(":!")), ("q", .quits), ("<F10>", .quits),
    ("ZZ", .quits), ("ZQ", .quits), (":q<Enter>", .quits), (":qa!<Enter>", .quits), (":wqa<Enter>", .quits),
    (":x<Enter>", .quits), (":!echo hi<Enter>q", .says("")), (":!echo hi<Enter>qq", .quits),
    ("ccNew<Enter>q", .asks("test.json has unsaved edits. Save them?")),
    ("hvG:!wc -l<Enter>", .says("2")), ("|", .shows(":|")),
    (":goto [1]<Enter>>", .says("Nothing before it holds")),
    ("<", .says("Not moved: title is required")),
    // What has no meaning says so: tables, macros, several files.
    ("w", .says("No command has the key w  (} and {")), ("R", .says("No command has the key R")),
    ("U", .says("No command has the key U")),
    ("@", .shows("paths: ")), ("@2title<Enter>", .goes(to: "[2].title")),
    ("s", .says("No command has the key s  (cc replaces the value")),
    ("^S", .says("No command has the key ^S  (:w saves)")),
    ("X", .says("No command has the key X  (x deletes")),
    ("gd", .says("No command has the key gd  (gf opens")),
    ("<BackTab>", .says("No command has the key BackTab  (Tab shows")),
    (";", .says("No command has the key ;  (n goes")),
    (":ls<Enter>", .shows("files: 1")), (":b 2<Enter>", .says("No open file matches 2  (:ls lists them")),
    (":bn<Enter>", .says("Not a command: :bn  (]l and [l go through the files")),
    (":sp<Enter>", .says("Not a command: :sp  (one file is shown at a time")),
    (":%s/a/b/g<Enter>", .says("Not a command: :%s/a/b/g  (:set-all PROPERTY VALUE")),
    (":s/a/b/<Enter>", .says("Not a command: :s/a/b/  (:set-all")),
    (":nohl<Enter>", .says("")), (":und<Enter>", .says("There is nothing to undo")),
    (":saveas a<Enter>", .says("Not a command: :saveas  (:w PATH writes a copy")),
    (":archive a<Enter>", .says("Not a command: :archive  (:w PATH.archive")),
    (":wirte<Enter>", .says("Not a command: :wirte  (did you mean :write?")),
    (":set theme<Enter>", .says("theme=")), (":set wrap?<Enter>", .says("wrap")),
    (":set wrap!<Enter>:set wrap?<Enter>", .says("nowrap")),
    (":set wrap!<Enter>:set invwrap<Enter>:set wrap?<Enter>", .says("wrap")),
    (":pwd<Enter>", .says("Not a command: :pwd  (:!pwd")),
    (":ver<Enter>", .says("Not a command: :ver  (:!mantle --version")),
    (":cq<Enter>", .says("Not a command: :cq  (:q!")),
    (":messages<Enter>", .says("Not a command: :messages  (messages are not stored")),
    (":m 3<Enter>", .says("Not a command: :m  (]m and [m")),
    (":%!jq .<Enter>", .says("Not a command: :%!jq  (gg:| COMMAND")),
    (":zzz<Enter>", .says("Not a command: :zzz  (:help")),
    (":y<Enter>", .copies(#""Wrong colour""#)), (":wq!<Enter>", .quits),
    (":u<Enter>", .says("There is nothing to undo")),
    (":goto [0].body<Enter>:d<Enter>", .edits(#", "body": "It crashes.\nAlways.""#, to: "")),
    (":goto [0].labels[0]<Enter>:t<Enter>:u<Enter>", .edits(title, to: title)),
    ("ma`a", .goes(to: "[1].title")),
  ]

  @Test(arguments: motions + edits + others)
  func keysFollowVimHabits(keys: String, outcome: Outcome) {
    var session = Session(Samples.issues, columns: 100, rows: 44)
    session.press(":goto [1].title<Enter>")
    session.press(keys)
    switch outcome {
    case .goes(let path): #expect(session.cursorPath == path)
    case .edits(let before, let after):
      #expect(session.text == Samples.issues.replacingFirst(before, with: after), "\(session.message)")
    case .copies(let text): #expect(session.copied == [text])
    case .says(let words): #expect(session.message.hasPrefix(words), "\(session.message)")
    case .shows(let text): #expect(session.screen.contains(text))
    case .asks(let text): #expect(session.lines.last?.hasPrefix(text) == true)
    case .effect(let effect): #expect(session.effects.last == effect)
    case .quits: #expect(session.hasQuit)
    }
  }

  @Test func pickingValueEndsTheProgram() {
    for (keys, picked) in [
      ("<Enter>", ["pick [1].title: Wrong colour"]),
      ("vj<Enter>", ["pick [1].title: Wrong colour", "pick [1].body: null"]),
      (":goto [2].labels<Enter><Enter>", ["pick [2].labels: []"]),
    ] {
      var session = Session(Samples.issues, columns: 100, rows: 44)
      session.startPicking()
      session.press(":goto [1].title<Enter>" + keys)
      #expect(session.effects == picked)
    }
  }
}
