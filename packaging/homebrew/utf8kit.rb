# `brew install --HEAD ./packaging/homebrew/utf8kit.rb`. A release adds `url` and `sha256` of its source.
class Utf8kit < Formula
  desc "Find, explain and repair text that is not UTF-8"
  homepage "https://github.com/utf8kit/utf8kit"
  license any_of: ["MIT", "Apache-2.0"]
  head "https://github.com/utf8kit/utf8kit.git", branch: "main"

  depends_on "rust" => :build

  def install
    system "cargo", "install", *std_cargo_args(path: "crates/utf8kit-cli")
    generate_completions_from_executable(bin/"utf8", "--generate", shells: [:bash, :zsh, :fish])
    ["", "-check", "-fix", "-detect", "-convert", "-inspect", "-count", "-explain"].each do |page|
      (man1/"utf8#{page}.1").write Utils.safe_popen_read(bin/"utf8", "--generate", "man#{page}")
    end
    system "cargo", "xtask", "install-c", "--prefix", prefix
  end

  test do
    (testpath/"a.txt").binwrite "caf\xE9\n"
    assert_match "a.txt:1:4", shell_output("#{bin}/utf8 check a.txt", 1)
  end
end
