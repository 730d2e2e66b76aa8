import type { Language } from "@homeroom/contract/language";
import { html } from "@homeroom/contract/page-design/markup";
import { pageWords } from "@homeroom/contract/page-design/words";

/** The script of the page; another name when it changes, because browsers keep it for a year. */
export const liffScriptPath = "/p/-/line-1.js";

/**
 * Asks LINE's script who opened the page, tells the server, and goes on to the chat. Whatever goes wrong, or takes longer than
 * somebody waits, it goes on to the chat with the code in the text. Nobody is asked to sign in.
 */
export const liffScript = `(function(){
var page=document.querySelector("[data-liff]"),chat=page.querySelector("a").href,gone=false;
function go(address){if(gone)return;gone=true;location.replace(address)}
setTimeout(function(){go(chat)},6000);
if(!window.liff)return go(chat);
liff.init({liffId:page.dataset.liff}).then(function(){
var token=liff.isLoggedIn()?liff.getIDToken():null;
if(!token||!page.dataset.press)return go(chat);
return fetch(page.dataset.send,{method:"POST",headers:{accept:"application/json"},
body:new URLSearchParams({press:page.dataset.press,token:token})}).then(function(answer){
if(!answer.ok)throw new Error("not taken");return answer.json()}).then(function(said){go(said.chat||chat)})
}).catch(function(){go(chat)})
})();
`;

interface LiffPageValues {
  liffId: string;
  press: string;
  /** Where the chat opens if LINE does not say who it is. */
  chat: string;
  sdk: string;
  /** Where the page tells who it is. */
  send: string;
  language: Language;
}

/** What LINE opens after a press: for a moment, on the way to the chat. */
export function liffPage({ liffId, press, chat, sdk, send, language }: LiffPageValues): string {
  const words = pageWords[language];
  return html`<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><meta name="referrer" content="no-referrer"><title>LINE</title><style>body{font:18px/1.6 system-ui,sans-serif;max-width:640px;margin:20vh auto;padding:0 20px;text-align:center;color:#16181d}a{color:#1a56bd}</style></head><body><main data-liff="${liffId}" data-press="${press}" data-send="${send}"><p role="status">${words.opensChat}</p><p><a href="${chat}">${words.toChat}</a></p></main><script src="${sdk}"></script><script src="${liffScriptPath}"></script></body></html>`
    .text;
}

/** What the page may load and call: our script, LINE's, and LINE. It has no storage of ours where it has no own host. */
export function liffPolicy({ sdk, ownOrigin }: { sdk: string; ownOrigin: boolean }): string {
  return [
    "default-src 'none'",
    `script-src 'self' ${new URL(sdk).origin} https://*.line-scdn.net`,
    "connect-src 'self' https://*.line.me https://*.line-scdn.net",
    "style-src 'unsafe-inline'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    ...(ownOrigin ? [] : ["sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox"]),
  ].join("; ");
}
