import CNCurses
import Mantle
import ModelBrowser

extension Character {
  /// Whether terminals, the C library and ``cellWidth`` agree on the cells the character takes: a letter with at most a
  /// few marks is safe; emoji, whose width depends on the terminal's age, are not.
  var hasAgreedWidth: Bool {
    if isASCII { return true }
    let scalars = unicodeScalars
    guard let base = scalars.first, base.value < 0x1F000, !base.properties.isEmojiPresentation,
      scalars.count <= Self.mostInACursesCell,
      scalars.dropFirst().allSatisfy({ $0.properties.generalCategory == .nonspacingMark && $0.value < 0xFE00 }
      )
    else { return false }
    return scalars.reduce(0) { $0 + Int(cn_character_width($1.value)) } == cellWidth
  }

  /// CCHARW_MAX of ncurses.
  private static var mostInACursesCell: Int { 5 }
}

extension String {
  /// Whether all its characters have an agreed width.
  var hasAgreedWidth: Bool {
    utf8.allSatisfy { $0 < 0x80 } || allSatisfy(\.hasAgreedWidth)
  }
}
