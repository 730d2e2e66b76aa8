import { en } from "./texts-en.js";
import { zhCn } from "./texts-zh-cn.js";
import { zhTw } from "./texts-zh-tw.js";

export const languages = [
  { code: "zh-tw", label: "繁體中文", tag: "zh-Hant-TW", texts: zhTw },
  { code: "zh-cn", label: "简体中文", tag: "zh-Hans-CN", texts: zhCn },
  { code: "en", label: "English", tag: "en", texts: en },
];

const KEY = "sandbox-language";
let current = languages.find(({ code }) => code === chosen()) ?? languages[0];
applyTag();

export function language() {
  return current;
}

export function setLanguage(code) {
  current = languages.find((one) => one.code === code) ?? current;
  localStorage.setItem(KEY, current.code);
  applyTag();
}

/** The text of a key; `{name}` is filled from the values. */
export function t(key, values = {}) {
  const text = current.texts[key] ?? zhTw[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ""));
}

export function time(milliseconds) {
  return new Intl.DateTimeFormat(current.tag, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" }).format(
    milliseconds,
  );
}

export function day(milliseconds) {
  const date = new Date(milliseconds);
  if (date.toDateString() === new Date().toDateString()) return t("today");
  return new Intl.DateTimeFormat(current.tag, { month: "short", day: "numeric", weekday: "short" }).format(date);
}

export function dateTime(milliseconds) {
  return new Intl.DateTimeFormat(current.tag, { dateStyle: "medium", timeStyle: "medium", hourCycle: "h23" }).format(
    milliseconds,
  );
}

/** Grouped for reading: +886 912 345 678, +852 9123 4567. */
export function phoneNumber(digits) {
  const groups = /^(886)(\d{3})(\d{3})(\d{3})$|^(852|853)(\d{4})(\d{4})$/.exec(digits);
  return `+${groups === null ? digits : groups.slice(1).filter(Boolean).join(" ")}`;
}

function chosen() {
  const stored = localStorage.getItem(KEY);
  if (stored !== null) return stored;
  const wished = navigator.language.toLowerCase();
  if (/^zh-(cn|sg|hans)/.test(wished)) return "zh-cn";
  return wished.startsWith("zh") ? "zh-tw" : wished.startsWith("en") ? "en" : "zh-tw";
}

function applyTag() {
  document.documentElement.lang = current.tag;
  document.title = t("title");
}
