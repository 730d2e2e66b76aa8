import type { Language, Texts } from "@homeroom/contract/language";
import { escapeHtml } from "#platform/mail/layout";

/** The state of the page: asking, thanking, or rejecting a link that is not ours. */
export type PageState = "ask" | "done" | "unknown";

/** What a link is about, as its page words it. */
export type UnsubscribeDetails = Readonly<Record<PageState, Texts>>;

const titles: Record<PageState, Texts> = {
  ask: { "zh-tw": "取消訂閱？", "zh-cn": "取消订阅？", en: "Unsubscribe?" },
  done: { "zh-tw": "已取消訂閱", "zh-cn": "已取消订阅", en: "You are unsubscribed" },
  unknown: { "zh-tw": "連結無效", "zh-cn": "链接无效", en: "This link does not work" },
};
const confirmTexts: Texts = { "zh-tw": "確認取消訂閱", "zh-cn": "确认取消订阅", en: "Unsubscribe" };

interface UnsubscribePage {
  readonly state: PageState;
  readonly details: UnsubscribeDetails;
  /** The sender's name; empty if unknown. */
  readonly sender: string;
}

/** The page of a link. It works without scripts; its button posts to the page's own address. */
export function unsubscribePage(language: Language, { state, details, sender }: UnsubscribePage): string {
  const from = sender === "" ? "" : `<p class="from">${escapeHtml(sender)}</p>`;
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
<body><main>${from}<h1>${titles[state][language]}</h1><p>${details[state][language]}</p>${button}</main></body>
</html>
`;
}

const style = `:root{color-scheme:light dark}
body{margin:0;padding:24px;font:16px/26px system-ui,"PingFang TC","Noto Sans TC","Microsoft JhengHei",sans-serif}
main{max-width:440px;margin:12vh auto 0}
h1{margin:0 0 12px;font-size:22px;line-height:30px}
p{margin:0 0 24px}
.from{margin:0 0 8px;font-weight:600;overflow-wrap:anywhere}
button{padding:12px 24px;border:0;border-radius:8px;background:#1668c7;color:#fff;font:inherit;cursor:pointer}
button:focus-visible{outline:2px solid currentColor;outline-offset:2px}`;
