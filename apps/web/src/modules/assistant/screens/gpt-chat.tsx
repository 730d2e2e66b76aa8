import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { isComposing } from "#ui/keyboard/shortcut.ts";
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
    <div className={styles.page}>
      <header className={styles.bar}>
        <h1 className={styles.name}>{name || t("title")}</h1>
        <PagePreferences />
      </header>
      {state === "ready" && <Talk talk={talk} />}
      {state !== "ready" && (
        <main className={styles.state}>
          {state === "loading" && <p role="status">{t("loading")}</p>}
          {state === "gone" && (
            <>
              <p className={styles.stateTitle}>{t("gone.title")}</p>
              <p>{t("gone.detail")}</p>
            </>
          )}
          {state === "failed" && (
            <>
              <p className={styles.stateTitle}>{t("failed")}</p>
              <button type="button" className={styles.retry} onClick={talk.retry}>
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
    <main className={styles.main}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keys */}
      <div className={styles.log} role="log" aria-label={t("log")} tabIndex={0}>
        <Bubble by="assistant" name={name} text={talk.openingText || t("opening", { name })} />
        {lines.map((line, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- lines only come at the end
          <Bubble key={index} by={line.role} name={name} text={line.text} />
        ))}
        {waiting !== null && <Bubble by="visitor" name={name} text={waiting} />}
        {waiting !== null && (
          <p className={styles.thinking} role="status">
            {t("thinking", { name })}
          </p>
        )}
        {problem && (
          <p className={styles.problem} role="alert">
            {problem}{" "}
            <button type="button" className={styles.retry} onClick={retry}>
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
    <div className={styles.bubble} data-role={by}>
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
      className={styles.writing}
      onSubmit={(event) => {
        event.preventDefault();
        handleSend();
      }}
    >
      <div className={styles.line}>
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
        <button type="submit" className={styles.send} disabled={!maySend}>
          {t("send")}
        </button>
      </div>
      <p className={styles.note}>{t("note")}</p>
    </form>
  );
}
