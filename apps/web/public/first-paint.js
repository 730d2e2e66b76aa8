// Runs before the first paint, so that nobody sees a flash of the wrong theme, language or size.
// A file of its own, because the content security policy allows no inline script.
(function () {
  const root = document.documentElement;
  function stored(key) {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  }
  const theme = stored("theme");
  const dark = theme === "dark" || (theme !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  root.classList.toggle("dark", dark);
  root.lang = { "zh-cn": "zh-CN", en: "en" }[stored("language")] || "zh-TW";
  const size = stored("size");
  root.dataset.size = size === "large" || size === "small" ? size : "default";
  root.style.backgroundColor = dark ? "#0f1115" : "#f5f6f8";
  root.style.colorScheme = dark ? "dark" : "light";
})();
