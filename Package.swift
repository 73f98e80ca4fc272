// swift-tools-version: 6.2
import PackageDescription

// On Linux the header is in the default path and the module map links the library; there ncursesw.pc would add
// nothing but `-D` flags, which SwiftPM refuses with a warning at every build.
#if os(Linux)
  let pkgConfigName: String? = nil
#else
  let pkgConfigName: String? = "ncursesw"
#endif

let package = Package(
  name: "Mantle",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "Mantle", targets: ["Mantle"]),
    .library(name: "MantleArchiving", targets: ["MantleArchiving"]),
    .library(name: "MantleFiles", targets: ["MantleFiles"]),
    .library(name: "MantleFormatters", targets: ["MantleFormatters"]),
    .library(name: "MantleDefinitions", targets: ["MantleDefinitions"]),
    .library(name: "MantleStore", targets: ["MantleStore"]),
    .library(name: "ModelBrowser", targets: ["ModelBrowser"]),
    .library(name: "MantleCommand", targets: ["MantleCommand"]),
    .executable(name: "mantle", targets: ["MantleProgram"]),
    .plugin(name: "CheckModels", targets: ["CheckModels"]),
  ],
  targets: [
    .target(name: "MantlePlatform"),
    .target(name: "LinearRegex"),
    .target(name: "TextCells"),
    .target(name: "TerminalText", dependencies: ["TextCells"]),
    // Cursors cannot be stored, and methods that return one state on what its lifetime depends.
    .target(
      name: "Mantle", dependencies: ["MantlePlatform", "TextCells"],
      swiftSettings: [.enableExperimentalFeature("Lifetimes")]),
    .target(name: "MantleArchiving", dependencies: ["Mantle", "MantlePlatform"]),
    .target(name: "MantleDocuments", dependencies: ["LinearRegex", "Mantle", "MantlePlatform"]),
    .target(name: "MantleChecking", dependencies: ["Mantle", "MantleDocuments"]),
    .target(
      name: "MantleQuery",
      dependencies: [
        "LinearRegex", "Mantle", "MantleDocuments", "MantlePlatform", "TerminalText", "TextCells",
      ]),
    .target(
      name: "MantleFiles",
      dependencies: [
        "CExtendedAttributes", "Mantle", "MantleArchiving", "MantleChecking", "MantleDocuments",
        "MantlePlatform",
      ]),
    .target(name: "MantleFormatters", dependencies: ["Mantle"]),
    .target(
      name: "MantleDefinitions",
      dependencies: [
        "LinearRegex", "Mantle", "MantleArchiving", "MantleDocuments", "MantlePlatform", "TextCells",
      ]),
    .systemLibrary(
      name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]),
    .target(
      name: "MantleStore",
      dependencies: ["CSQLite", "Mantle", "MantleArchiving", "MantlePlatform", "MantleQuery"]),
    .systemLibrary(name: "CExtendedAttributes"),
    .target(
      name: "ModelBrowser",
      dependencies: [
        "CursesTerminal", "LinearRegex", "Mantle", "MantleArchiving", "MantleChecking", "MantleDocuments",
        "MantleFiles", "MantlePlatform", "MantleQuery", "TerminalText", "TextCells",
      ]),
    .systemLibrary(
      name: "Cncursesw",
      pkgConfig: pkgConfigName,
      providers: [.apt(["libncurses-dev"]), .brew(["ncurses"])]
    ),
    .target(
      name: "CNCurses",
      dependencies: ["Cncursesw"],
      linkerSettings: [
        .linkedLibrary("ncursesw", .when(platforms: [.linux])),
        .linkedLibrary("ncurses", .when(platforms: [.macOS])),
      ]
    ),
    .target(
      name: "CursesTerminal",
      dependencies: ["CNCurses", "Mantle", "MantleFiles", "MantlePlatform", "TerminalText", "TextCells"]),
    .executableTarget(name: "ModelChecker", dependencies: ["MantlePlatform"]),
    .plugin(
      name: "CheckModels", capability: .buildTool(), dependencies: ["ModelChecker"],
      path: "Sources/CheckModels"),
    .target(
      name: "GitHubModels", dependencies: ["Mantle", "MantleArchiving", "MantlePlatform"],
      plugins: ["CheckModels"]),
    .target(
      name: "MantleReports",
      dependencies: ["Mantle", "MantleArchiving", "MantleChecking", "MantleDocuments", "TextCells"]),
    .target(
      name: "MantleCommand",
      dependencies: [
        "CNCurses", "CursesTerminal", "Mantle", "MantleArchiving", "MantleChecking", "MantleDefinitions",
        "MantleDocuments", "MantleFiles", "MantlePlatform", "MantleQuery", "MantleReports", "MantleStore",
        "ModelBrowser", "TerminalText", "TextCells",
      ],
      resources: [.embedInCode("Help/Cookbook.md"), .embedInCode("Help/DefinitionFiles.md")]
    ),
    .executableTarget(name: "MantleProgram", dependencies: ["GitHubModels", "MantleCommand"]),
    .executableTarget(
      name: "Benchmarks",
      dependencies: [
        "CSQLite", "GitHubModels", "Mantle", "MantleArchiving", "MantleChecking", "MantleDefinitions",
        "MantleDocuments", "MantleFiles", "MantleStore", "ModelBrowser", "TerminalText",
      ],
      exclude: ["peers"]),
    .target(name: "TestSupport", path: "Tests/TestSupport"),
    .testTarget(name: "LinearRegexTests", dependencies: ["LinearRegex", "TestSupport"]),
    .testTarget(name: "TerminalTextTests", dependencies: ["TerminalText", "TestSupport", "TextCells"]),
    .testTarget(
      name: "MantleTests",
      dependencies: [
        "Mantle", "MantleArchiving", "MantleChecking", "MantleCommand", "MantleDefinitions", "MantleFiles",
        "MantleFormatters", "MantleStore", "ModelBrowser", "TerminalText", "TestSupport",
      ]),
    .testTarget(
      name: "MantleArchivingTests", dependencies: ["Mantle", "MantleArchiving", "TestSupport"]),
    .testTarget(
      name: "MantleDocumentsTests",
      dependencies: ["Mantle", "MantleDocuments", "TestSupport"]),
    .testTarget(name: "MantleCheckingTests", dependencies: ["Mantle", "MantleChecking", "MantleDocuments"]),
    .testTarget(
      name: "MantleFilesTests",
      dependencies: ["Mantle", "MantleDocuments", "MantleFiles"]),
    .testTarget(
      name: "MantleDefinitionsTests",
      dependencies: [
        "GitHubModels", "LinearRegex", "Mantle", "MantleArchiving", "MantleChecking", "MantleDefinitions",
        "MantleDocuments", "MantleFiles", "TestSupport",
      ]),
    .testTarget(
      name: "MantleQueryTests",
      dependencies: ["Mantle", "MantleDefinitions", "MantleDocuments", "MantleQuery", "TestSupport"],
      exclude: ["calculations.py", "duckdb_queries.py"]),
    .testTarget(
      name: "MantleStoreTests",
      dependencies: [
        "GitHubModels", "Mantle", "MantleArchiving", "MantleQuery", "MantleStore", "TestSupport",
      ]),
    .testTarget(
      name: "ModelBrowserTests",
      dependencies: [
        "GitHubModels", "Mantle", "MantleArchiving", "MantleChecking", "MantleDefinitions", "MantleDocuments",
        "MantleFiles", "MantlePlatform", "MantleQuery", "ModelBrowser", "TerminalText", "TestSupport",
        "TextCells",
      ]),
    .testTarget(
      name: "CursesTerminalTests",
      dependencies: ["CursesTerminal", "Mantle", "ModelBrowser", "TerminalText", "TextCells"]),
    .testTarget(name: "ModelCheckerTests", dependencies: ["ModelChecker"]),
    .testTarget(
      name: "GitHubModelsTests",
      dependencies: [
        "GitHubModels", "Mantle", "MantleArchiving", "MantleChecking", "MantleDocuments", "MantleFiles",
      ]),
    .testTarget(
      name: "MantleReportsTests",
      dependencies: ["GitHubModels", "Mantle", "MantleChecking", "MantleReports"]),
    .testTarget(
      name: "MantleCommandTests",
      dependencies: [
        "Mantle", "MantleArchiving", "MantleCommand", "MantleDefinitions", "MantleReports", "ModelBrowser",
      ]),
    .testTarget(
      name: "EndToEndTests", dependencies: ["MantleProgram", "TestSupport"]),
    .testTarget(
      name: "FuzzTests",
      dependencies: [
        "CursesTerminal", "GitHubModels", "Mantle", "MantleChecking", "MantleDefinitions", "MantleDocuments",
        "MantleQuery", "MantleReports", "ModelBrowser", "TerminalText",
      ]),
  ],
  swiftLanguageModes: [.v6]
)
