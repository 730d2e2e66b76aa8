import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { keyed } from "#platform/keyed.ts";
import { isComposing } from "#ui/keyboard/shortcut.ts";
import layout from "#ui/layout.module.css";
import { PagePreferences } from "#ui/public-page/page-preferences.tsx";
import { type PublicTalk, usePublicTalk } from "../components/use-public-talk.ts";
import styles from "./gpt-chat.module.css";

const longest = 2000;

/** Anybody asks an agent of a centre, without signing in. No component kit: it has to be there at once on a phone. */
export function GptChat() {
  const { t } = useTranslation("gptChat");
  const [search] = useSearchParams();
  const talk = usePublicTalk(search.get("key") ?? "");
  const { state, name } = talk;
  useEffect(() => {
    if (name) document.title = name;
  }, [name]);
  return (
    <div className={`${layout.column} ${styles.page}`}>
      <header
        className={`${layout.middle} ${layout.fixed} ${layout.lineBelow} ${layout.gap4} ${layout.surface} ${styles.bar}`}
      >
        <h1 className={`${layout.heading} ${layout.cut} ${layout.grow}`}>{name || t("title")}</h1>
        <PagePreferences />
      </header>
      {state === "ready" && <Talk talk={talk} />}
      {state !== "ready" && (
        <main
          className={`${layout.quiet} ${layout.gridBox} ${layout.gap8} ${layout.textCentre} ${layout.flex1} ${styles.state}`}
        >
          {state === "loading" && <p role="status">{t("loading")}</p>}
          {state === "gone" && (
            <>
              <p className={`${layout.title} ${layout.textColour}`}>{t("gone.title")}</p>
              <p>{t("gone.detail")}</p>
            </>
          )}
          {state === "failed" && (
            <>
              <p className={`${layout.title} ${layout.textColour}`}>{t("failed")}</p>
              <button
                type="button"
                className={`${layout.edged} ${layout.round8} ${layout.surface} ${layout.textColour} ${layout.pointer} ${layout.minHeight32} ${layout.pad0x10}`}
                onClick={talk.retry}
              >
                {t("retry")}
              </button>
            </>
          )}
        </main>
      )}
    </div>
  );
}

function Talk({ talk }: { talk: PublicTalk }) {
  const { t } = useTranslation("gptChat");
  const { name, lines, waiting, problem, retry } = talk;
  const end = useRef<HTMLDivElement>(null);
  const count = lines.length + (waiting === null ? 0 : 1);
  useEffect(() => {
    if (count > 0 || problem) end.current?.scrollIntoView({ block: "end" });
  }, [count, problem]);
  return (
    <main className={`${layout.column} ${layout.fill}`}>
      <div
        className={`${layout.closeStack} ${layout.fill} ${layout.wide} ${layout.marginAuto} ${layout.pad16} ${layout.scrollY} ${styles.log}`}
        role="log"
        aria-label={t("log")}
        tabIndex={0}
      >
        <Bubble by="assistant" name={name} text={talk.openingText || t("opening", { name })} />
        {keyed(lines, ({ role, text }) => `${role} ${text}`).map(({ key, item: line }) => (
          <Bubble key={key} by={line.role} name={name} text={line.text} />
        ))}
        {waiting !== null && <Bubble by="visitor" name={name} text={waiting} />}
        {waiting !== null && (
          <p className={layout.quiet} role="status">
            {t("thinking", { name })}
          </p>
        )}
        {problem && (
          <p className={`${layout.danger} ${layout.pad8x12} ${layout.round8} ${layout.dangerTint}`} role="alert">
            {problem}{" "}
            <button
              type="button"
              className={`${layout.edged} ${layout.round8} ${layout.surface} ${layout.textColour} ${layout.pointer} ${layout.minHeight32} ${layout.pad0x10}`}
              onClick={retry}
            >
              {t("retry")}
            </button>
          </p>
        )}
        <div ref={end} />
      </div>
      <Writing isWaiting={waiting !== null} onAsk={talk.ask} />
    </main>
  );
}

function Bubble({ by, name, text }: { by: "visitor" | "assistant"; name: string; text: string }) {
  const { t } = useTranslation("gptChat");
  return (
    <div
      className={`${layout.frame} ${layout.written} ${layout.selfStart} ${layout.pad8x12} ${styles.bubble}`}
      data-role={by}
    >
      <span className="visually-hidden">{by === "visitor" ? t("you") : name}</span>
      <p>{text}</p>
    </div>
  );
}

function Writing({ isWaiting, onAsk }: { isWaiting: boolean; onAsk: (content: string) => void }) {
  const { t } = useTranslation("gptChat");
  const [text, setText] = useState("");
  const words = text.trim();
  const maySend = words !== "" && !isWaiting;
  const handleSend = () => {
    if (!maySend) return;
    onAsk(words);
    setText("");
  };
  const handleKey = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.shiftKey || isComposing(event.nativeEvent)) return;
    event.preventDefault();
    handleSend();
  };
  return (
    <form
      className={`${layout.fixed} ${layout.wide} ${layout.marginAuto} ${styles.writing}`}
      onSubmit={(event) => {
        event.preventDefault();
        handleSend();
      }}
    >
      <div className={`${layout.line} ${styles.line}`}>
        <textarea
          className={styles.text}
          rows={2}
          value={text}
          maxLength={longest}
          placeholder={t("write")}
          aria-label={t("write")}
          onChange={({ target }) => setText(target.value)}
          onKeyDown={handleKey}
        />
        <button
          type="submit"
          className={`${layout.noBorder} ${layout.round12} ${layout.filled} ${layout.white} ${layout.pointer} ${styles.send}`}
          disabled={!maySend}
        >
          {t("send")}
        </button>
      </div>
      <p className={`${layout.hint} ${layout.textCentre} ${styles.note}`}>{t("note")}</p>
    </form>
  );
}
