import ModelBrowser
import Testing

@testable import CursesTerminal

@Suite struct PaletteTests {
  @Test(
    arguments: [
      (256, nil, .extended), (1 << 24, nil, .extended), (8, nil, .basic), (16, "", .basic),
      (0, nil, .monochrome),
      (-1, nil, .monochrome), (256, "1", .monochrome),
    ] as [(Int, String?, Palette)])
  func abilitiesChooseThePalette(colors: Int, noColor: String?, palette: Palette) {
    #expect(Palette(colors: colors, noColor: noColor) == palette)
  }

  @Test func monochromeHasNoColorAndStillShowsWhatMatters() {
    for role in Style.Role.allCases {
      let look = Palette.monochrome.look(role)
      #expect(look.foreground == nil && look.background == nil)
    }
    for role in [Style.Role.error, .warning, .match, .link, .dimmed, .label] {
      #expect(Palette.monochrome.look(role) != Look(), "\(role)")
    }
  }

  @Test func basicColorsAreTheEightEveryPaletteHas() {
    for role in Style.Role.allCases {
      let look = Palette.basic.look(role)
      #expect([look.foreground, look.background].allSatisfy { (0..<8).contains($0 ?? 0) })
    }
  }

  @Test func whatIsReversedStandsOutInAReversedRow() {
    #expect(Palette.basic.look(Style(.plain, reversed: true)).reversed)
    #expect(Palette.basic.look(Style(.status, reversed: true)).reversed)
    #expect(!Palette.monochrome.look(Style(.match, reversed: true)).reversed)
    #expect(Palette.basic.look(Style(.name, bold: true, underlined: true)).bold)
  }
}
