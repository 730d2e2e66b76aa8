import { Input, type InputRef } from "antd";
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { isComposing } from "#ui/keyboard/shortcut.ts";
import { laid } from "#ui/laid.ts";
import { emojiOf, findEmoji, withRecent } from "../../../rules/composer/emoji-search.ts";
import lines from "./emoji.json";
import styles from "./emoji-board.module.css";

const all = emojiOf(lines);
const storageKey = "inbox-emoji";
/** The most emoji shown at once; others can be searched for. */
const mostShown = 400;
const columns = 9;

/** All emoji, recently used ones first, with a search in three languages. It stays open, so that several can be picked. */
export function EmojiBoard({ onPick }: { onPick: (emoji: string) => void }) {
  const { t } = useTranslation("composer");
  const [words, setWords] = useState("");
  const [recent, setRecent] = useState(readRecent);
  const input = useRef<InputRef>(null);
  const board = useRef<HTMLDivElement>(null);
  useEffect(() => input.current?.focus(), []);
  const found = useMemo(() => findEmoji(all, words).slice(0, mostShown), [words]);

  const pick = (sign: string) => {
    const next = withRecent(recent, sign);
    setRecent(next);
    keepRecent(next);
    onPick(sign);
  };
  const handleKey = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return;
    if (event.key === "ArrowDown" && event.target instanceof HTMLInputElement) {
      event.preventDefault();
      board.current?.querySelector("button")?.focus();
      return;
    }
    const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: columns, ArrowUp: -columns }[event.key];
    if (step === undefined || !(event.target instanceof HTMLButtonElement)) return;
    event.preventDefault();
    const buttons = [...(board.current?.querySelectorAll("button") ?? [])];
    const next = buttons.indexOf(event.target) + step;
    if (next < 0) input.current?.focus();
    else buttons[next]?.focus();
  };

  return (
    <div className={laid("gridBox gap8", styles.picker)} onKeyDown={handleKey}>
      <Input
        ref={input}
        type="search"
        size="small"
        value={words}
        allowClear
        placeholder={t("emoji.search")}
        aria-label={t("emoji.search")}
        onChange={({ target }) => setWords(target.value)}
      />
      <div ref={board} className={laid("scrollY", styles.board)}>
        {words === "" && recent.length > 0 && <Signs title={t("emoji.recent")} signs={recent} onPick={pick} />}
        <Signs title={t("emoji.all")} signs={found.map(({ sign }) => sign)} onPick={pick} />
        {found.length === 0 && <p className={laid("quiet textCentre", styles.none)}>{t("emoji.none")}</p>}
      </div>
    </div>
  );
}

interface SignsProps {
  title: string;
  signs: readonly string[];
  onPick: (sign: string) => void;
}

function Signs({ title, signs, onPick }: SignsProps) {
  return (
    <div className={laid("gridBox ruled", styles.signs)} role="group" aria-label={title}>
      {signs.map((sign) => (
        <button
          key={sign}
          type="button"
          className={laid("bare noPadding round8 height32 text20 sinkable")}
          onClick={() => onPick(sign)}
        >
          {sign}
        </button>
      ))}
    </div>
  );
}

function readRecent(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(storageKey) ?? "[]");
    return Array.isArray(kept) ? kept.filter((sign) => typeof sign === "string").slice(0, 20) : [];
  } catch {
    return [];
  }
}

function keepRecent(recent: readonly string[]): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify(recent));
  } catch {
    // Storage is full or blocked: they are kept until the page is closed.
  }
}
