// Runs before the first paint, so that nobody sees a flash of the wrong theme, language or size. For somebody who is signed
// in it shows where the parts of the shell will be, and begins what the app would only begin after its scripts have run:
// fetching the shell, and the calls that this address began with the last time (src/platform/first-calls.ts). If the app's
// scripts cannot be loaded, because a new version has replaced them or the line is down, it says so.
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
  // As the app reads it (src/platform/preferences.ts): anything else counts as the default.
  const language = ["zh-cn", "en"].find((known) => known === stored("language")) || "zh-tw";
  root.lang = { "zh-tw": "zh-TW", "zh-cn": "zh-CN", en: "en" }[language];
  const size = stored("size");
  root.dataset.size = size === "large" || size === "small" ? size : "default";
  root.style.backgroundColor = dark ? "#0f1115" : "#f5f6f8";
  root.style.colorScheme = dark ? "dark" : "light";

  const failure = {
    "zh-TW": ["這個頁面無法載入", "可能是系統剛更新過，或網路暫時中斷。", "重新載入"],
    "zh-CN": ["该页面无法加载", "可能是系统刚更新过，或网络暂时中断。", "重新加载"],
    en: ["This page could not be loaded", "Homeroom may just have been updated, or the connection is down.", "Reload"],
  }[root.lang];
  /** Reloads once by itself, since nothing has been typed yet; the second time it is left to the person. */
  function reportFailure() {
    const frame = document.getElementById("first-paint");
    if (!frame) return;
    try {
      if (!(Date.now() - Number(sessionStorage.getItem("reloadedAt")) < 60000)) {
        sessionStorage.setItem("reloadedAt", String(Date.now()));
        location.reload();
        return;
      }
    } catch {
      // Without a storage nothing tells the second failure from the first.
    }
    const [title, detail, verb] = failure;
    const part = (name, textContent) => Object.assign(document.createElement(name), { textContent });
    const button = Object.assign(part("button", verb), { type: "button", onclick: () => location.reload() });
    const message = Object.assign(document.createElement("section"), { className: "failure" });
    message.setAttribute("role", "alert");
    message.append(part("h1", title), part("p", detail), button);
    frame.replaceChildren(message);
    frame.removeAttribute("aria-hidden");
    root.dataset.firstPaint = "failed";
  }
  addEventListener("error", (event) => event.target instanceof HTMLScriptElement && reportFailure(), true);
  addEventListener("homeroom:start-failed", reportFailure);

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
