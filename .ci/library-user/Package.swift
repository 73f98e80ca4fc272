// swift-tools-version: 6.2
import PackageDescription

let isSwift5 = false
let package = Package(
  name: "Shop",
  platforms: [.macOS(.v15)],
  products: [.library(name: "Shop", targets: ["Shop"])],
  dependencies: [.package(url: "@URL@", from: "@VERSION@")],
  targets: [
    .target(
      name: "Shop", dependencies: [.product(name: "Mantle", package: "Mantle")],
      plugins: [.plugin(name: "CheckModels", package: "Mantle")]),
    .executableTarget(name: "shop-tool", dependencies: ["Shop"]),
    .executableTarget(
      name: "shop-browser", dependencies: ["Shop", .product(name: "MantleCommand", package: "Mantle")]),
    .testTarget(
      name: "ShopTests",
      dependencies: [
        "Shop", .product(name: "MantleArchiving", package: "Mantle"),
        .product(name: "MantleCommand", package: "Mantle"),
        .product(name: "MantleFiles", package: "Mantle"),
        .product(name: "MantleFormatters", package: "Mantle"),
        .product(name: "MantleStore", package: "Mantle"),
        .product(name: "ModelBrowser", package: "Mantle"),
      ]),
  ],
  swiftLanguageModes: [isSwift5 ? .v5 : .v6]
)
