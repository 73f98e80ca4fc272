import Foundation
import ModelBrowser
import Testing

@testable import CursesTerminal
@testable import TerminalText

@Suite struct PaletteTests {
  @Test(
    arguments: [
      ("rgb:0000/0000/0000", Background.dark), ("rgb:ffff/ffff/ffff", .light), ("rgb:fd/f6/e3", .light),
      ("rgb:0/2b/36", .dark), ("rgba:ffff/ffff/ffff/ffff", .light), ("rgb:f/f/f", .light),
      ("#ffffff", nil), ("rgb:ffff/ffff", nil), ("rgb:x/y/z", nil), ("", nil), ("rgb:fffff/0/0", nil),
    ] as [(String, Background?)])
  func reportedColorDeterminesBackground(color: String, background: Background?) {
    #expect(Background(color: color) == background)
  }

  @Test(
    arguments: [
      ("15;0", Background.dark), ("0;15", .light), ("15;default;0", .dark), ("0;7", .light), ("7;8", .dark),
      ("15;default", nil), ("", nil), ("15;99", nil),
    ] as [(String, Background?)])
  func environmentVariableDeterminesBackground(value: String, background: Background?) {
    #expect(Background(foregroundAndBackground: value) == background)
  }

  @Test(
    arguments: [
      (Theme.standard, Background?.none, nil, Palette.extended), (.standard, .dark, nil, .dark),
      (.standard, .light, nil, .light), (.dark, .light, nil, .dark), (.standard, .light, "1", .monochrome),
    ] as [(Theme, Background?, String?, Palette)])
  func theStandardThemeFollowsTheBackground(
    theme: Theme, background: Background?, noColor: String?, palette: Palette
  ) {
    #expect(Palette(colors: 256, noColor: noColor, theme: theme, background: background) == palette)
  }

  @Test(
    arguments: [
      (256, nil, .extended), (1 << 24, nil, .extended), (8, nil, .basic), (16, "", .basic),
      (0, nil, .monochrome),
      (-1, nil, .monochrome), (256, "1", .monochrome),
    ] as [(Int, String?, Palette)])
  func colorSupportDeterminesPalette(colors: Int, noColor: String?, palette: Palette) {
    #expect(Palette(colors: colors, noColor: noColor) == palette)
  }

  @Test(
    arguments: [
      (256, .dark, .dark), (256, .light, .light), (256, .monochrome, .monochrome),
      (256, .contrast, .contrast),
      (8, .dark, .basic), (8, .contrast, .contrast), (0, .dark, .monochrome), (256, .standard, .extended),
    ] as [(Int, Theme, Palette)])
  func themeDeterminesPalette(colors: Int, theme: Theme, palette: Palette) {
    #expect(Palette(colors: colors, noColor: nil, theme: theme) == palette)
  }

  /// Every palette distinguishes meaningful styles from plain text, and the selection from its background.
  @Test(arguments: [Palette.monochrome, .basic, .extended, .dark, .light, .contrast])
  func everyPaletteDistinguishesMeaningfulRoles(palette: Palette) {
    for role in [Style.Role.error, .warning, .match, .link, .selected] {
      #expect(palette.look(role) != Look(), "\(role)")
    }
    #expect(palette.look(.selected) != palette.look(Style(reversed: true)))
  }

  /// The contrast of text colors with the background they are chosen for, as WCAG 2 counts it.
  @Test func themeColorsMeetContrastRatio() {
    for (palette, background) in [(Palette.dark, 16), (.light, 231), (.extended, 16), (.extended, 231)] {
      for role in Style.Role.allCases
      where palette.look(role).background == nil && !palette.look(role).reversed {
        guard let color = palette.look(role).foreground else { continue }
        let least = palette == .extended ? 3.9 : 4.5
        #expect(
          Self.contrast(color, background) >= least, "\(palette) \(role) \(Self.contrast(color, background))")
      }
    }
  }

  private static func contrast(_ a: Int, _ b: Int) -> Double {
    let (one, other) = (luminance(a), luminance(b))
    return (max(one, other) + 0.05) / (min(one, other) + 0.05)
  }

  /// Of a color of the 256: the cube of 6 × 6 × 6, then the greys.
  private static func luminance(_ color: Int) -> Double {
    let levels = [0, 95, 135, 175, 215, 255]
    let parts =
      color >= 232
      ? Array(repeating: 8 + (color - 232) * 10, count: 3)
      : [levels[(color - 16) / 36], levels[(color - 16) / 6 % 6], levels[(color - 16) % 6]]
    let linear = parts.map { part -> Double in
      let value = Double(part) / 255
      return value <= 0.03928 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
  }

  @Test(
    arguments: [
      (nil, nil, nil, false), ("C", nil, "de_DE.UTF-8", true), ("", "", "de_DE.ISO-8859-1", true),
      (nil, "de_DE.utf8", "C.ISO-8859-1", false), (nil, nil, "C", false), (nil, nil, "en_US.UTF-8", false),
    ] as [(String?, String?, String?, Bool)])
  func localesWithoutUnicodeGetASCII(all: String?, types: String?, language: String?, isPlain: Bool) {
    #expect(Environment.lacksUnicode(all: all, types: types, language: language) == isPlain)
  }

  @Test func monochromeMarksRolesWithoutColor() {
    for role in Style.Role.allCases {
      let look = Palette.monochrome.look(role)
      #expect(look.foreground == nil && look.background == nil)
    }
    for role in [Style.Role.error, .warning, .match, .link, .dimmed, .label] {
      #expect(Palette.monochrome.look(role) != Look(), "\(role)")
    }
  }

  @Test func basicPaletteUsesOnlyEightColors() {
    for role in Style.Role.allCases {
      let look = Palette.basic.look(role)
      #expect([look.foreground, look.background].allSatisfy { (0..<8).contains($0 ?? 0) })
    }
  }

  @Test func reversedStyleIsVisibleInReversedRow() {
    #expect(Palette.basic.look(Style(.plain, reversed: true)).reversed)
    #expect(Palette.basic.look(Style(.status, reversed: true)).reversed)
    #expect(!Palette.monochrome.look(Style(.match, reversed: true)).reversed)
    #expect(Palette.basic.look(Style(.name, bold: true, underlined: true)).bold)
  }
}

extension Palette {
  fileprivate func look(_ style: Style) -> Look { Looks(palette: self).look(style) }
}
