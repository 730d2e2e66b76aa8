// Runs before the first paint, so that nobody sees a flash of the wrong theme, language or size. For somebody who is signed
// in it shows where the parts of the shell will be, and begins what the app would only begin after its scripts have run:
// fetching the shell, and the calls that this address began with the last time (src/platform/first-calls.ts).
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

  const scripts = document.currentScript.dataset;
  function preload(list) {
    for (const href of (list || "").split(" ").filter(Boolean)) {
      document.head.append(
        Object.assign(document.createElement("link"), { rel: "modulepreload", crossOrigin: "", href }),
      );
    }
  }

  const token = stored("accessToken");
  const isPublic = /^\/(login|register|forgotpassword|gptchat|googlelead|pay|guide|advert\/lppreview)(\/|$)/i;
  const isOnTheWayIn =
    /^\/(login|register|forgotpassword)$/.test(location.pathname) || !isPublic.test(location.pathname);
  if (!token && isOnTheWayIn) preload(scripts.public);
  if (!token || isPublic.test(location.pathname)) return;
  const opened = stored("sidebarStatus") || (matchMedia("(min-width: 1280px)").matches ? "opened" : "closed");
  root.dataset.firstPaint = opened;
  root.dataset.sidebar = stored("sidebarColor") === "classic" ? "classic" : "light";

  preload(scripts.shell);

  let calls = {};
  try {
    calls = JSON.parse(stored("firstCalls")) || {};
  } catch {
    // Nothing that can be read: the app begins its calls itself.
  }
  const language = stored("language") || "zh-tw";
  const wanted = [calls["*"], calls[location.pathname + location.search]].flatMap((list) => list || []);
  window.homeroomFirstCalls = wanted.map((call) => {
    const [method, address, body] = JSON.parse(call);
    const headers = { accessToken: token, "Accept-Language": language };
    if (body !== null) headers["Content-Type"] = "application/json";
    const answer = fetch(address, body === null ? { method, headers } : { method, headers, body });
    // Its failure is handled where the answer is used, which may be nowhere.
    answer.catch(() => undefined);
    return { call, token, language, begunAt: performance.now(), answer };
  });
})();
