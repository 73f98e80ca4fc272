# Installs this checkout with Homebrew: brew install --HEAD --formula .github/mantle.rb
class Mantle < Formula
  desc "Looks at JSON as models, in a terminal"
  license "MIT"
  head "file://#{File.expand_path("..", __dir__)}", using: :git, branch: "main"

  depends_on xcode: ["26.0", :build]

  uses_from_macos "swift" => :build
  uses_from_macos "ncurses"

  def install
    system "swift", "build", "--disable-sandbox", "--configuration", "release", "--product", "mantle"
    bin.install ".build/release/mantle"
    man1.mkpath
    (man1/"mantle.1").write Utils.safe_popen_read(bin/"mantle", "man")
    generate_completions_from_executable(bin/"mantle", "completion")
  end

  test do
    (testpath/"labels.json").write '[{"id": 1, "name": "bug", "color": "d73a4a"}]'
    assert_match "bug", shell_output("#{bin}/mantle get labels.json '[].name' --raw")
  end
end
