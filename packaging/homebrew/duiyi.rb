cask "duiyi" do
  version "{{version}}"
  sha256 "{{sha256 Duiyi_{{version}}_universal.dmg}}"

  url "{{repository}}/releases/download/v#{version}/Duiyi_#{version}_universal.dmg"
  name "Duiyi"
  name "对弈"
  desc "Xiangqi and Gomoku with built-in engines"
  homepage "{{repository}}"

  # Homebrew knows no 13.1; on 13.0 macOS refuses to open the app.
  depends_on macos: ">= :ventura"

  app "Duiyi.app"
  binary "#{appdir}/Duiyi.app/Contents/MacOS/duiyi"

  zap trash: [
    "~/Library/Application Support/app.duiyi.Duiyi",
    "~/Library/Application Support/duiyi",
    "~/Library/Caches/app.duiyi.Duiyi",
    "~/Library/Preferences/app.duiyi.Duiyi.plist",
    "~/Library/Saved Application State/app.duiyi.Duiyi.savedState",
    "~/Library/WebKit/app.duiyi.Duiyi",
  ]
end
