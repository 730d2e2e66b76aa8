import type { Language, Texts } from "@homeroom/contract/language";

/** What the page says: asking, thanking, or that the link is not one of ours. */
export type PageState = "ask" | "done" | "unknown";

const titles: Record<PageState, Texts> = {
  ask: { "zh-tw": "取消訂閱？", "zh-cn": "取消订阅？", en: "Unsubscribe?" },
  done: { "zh-tw": "已取消訂閱", "zh-cn": "已取消订阅", en: "You are unsubscribed" },
  unknown: { "zh-tw": "連結無效", "zh-cn": "链接无效", en: "This link does not work" },
};
const details: Record<PageState, Texts> = {
  ask: {
    "zh-tw": "確認後，我們不會再透過此渠道傳送推廣訊息給您。",
    "zh-cn": "确认后，我们不会再通过此渠道向您发送推广消息。",
    en: "Once you confirm, we send you no more news this way.",
  },
  done: {
    "zh-tw": "您不會再收到推廣訊息。如要恢復，請與我們聯絡。",
    "zh-cn": "您不会再收到推广消息。如需恢复，请与我们联系。",
    en: "We send you no more news this way. Contact us to change your mind.",
  },
  unknown: {
    "zh-tw": "請確認連結完整，或直接與我們聯絡。",
    "zh-cn": "请确认链接完整，或直接与我们联系。",
    en: "Please check that the link is complete, or contact us.",
  },
};
const confirmTexts: Texts = { "zh-tw": "確認取消訂閱", "zh-cn": "确认取消订阅", en: "Unsubscribe" };

/** The page behind the link. It works without scripts, and its button posts to the address that it was opened at. */
export function unsubscribePage(language: Language, state: PageState): string {
  const button =
    state === "ask" ? `<form method="post"><button type="submit">${confirmTexts[language]}</button></form>` : "";
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${titles[state][language]}</title>
<style>${style}</style>
</head>
<body><main><h1>${titles[state][language]}</h1><p>${details[state][language]}</p>${button}</main></body>
</html>
`;
}

const style = `:root{color-scheme:light dark}
body{margin:0;padding:24px;font:16px/26px system-ui,"PingFang TC","Noto Sans TC","Microsoft JhengHei",sans-serif}
main{max-width:440px;margin:12vh auto 0}
h1{margin:0 0 12px;font-size:22px;line-height:30px}
p{margin:0 0 24px}
button{padding:12px 24px;border:0;border-radius:8px;background:#1668c7;color:#fff;font:inherit;cursor:pointer}
button:focus-visible{outline:2px solid currentColor;outline-offset:2px}`;
