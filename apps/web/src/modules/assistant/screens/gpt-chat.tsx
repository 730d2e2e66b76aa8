import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { keyed } from "#platform/keyed.ts";
import { isComposing } from "#ui/keyboard/shortcut.ts";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { PagePreferences } from "#ui/public-page/page-preferences.tsx";
import { type PublicTalk, usePublicTalk } from "../components/use-public-talk.ts";
import styles from "./gpt-chat.module.css";

const longest = 2000;

/** Anybody can ask an agent of a centre, without signing in. No component kit, so that it loads at once on a phone. */
export function GptChat() {
  const { t } = useTranslation("gptChat");
  const [search] = useSearchParams();
  const talk = usePublicTalk(search.get("key") ?? "");
  const { state, name } = talk;
  useEffect(() => {
    if (name) document.title = name;
  }, [name]);
  return (
    <div className={laid("column", styles.page)}>
      <header className={laid("middle fixed lineBelow gap4 surface", styles.bar)}>
        <h1 className={laid("heading cut grow")}>{name || t("title")}</h1>
        <PagePreferences />
      </header>
      {state === "ready" && <Talk talk={talk} />}
      {state !== "ready" && (
        <main className={laid("quiet gridBox gap8 textCentre flex1", styles.state)}>
          {state === "loading" && <p role="status">{t("loading")}</p>}
          {state === "gone" && (
            <>
              <p className={laid("title textColour")}>{t("gone.title")}</p>
              <p>{t("gone.detail")}</p>
            </>
          )}
          {state === "failed" && (
            <>
              <p className={laid("title textColour")}>{t("failed")}</p>
              <button
                type="button"
                className={laid("edged round8 surface textColour pointer minHeight32 pad0x10")}
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
    <main className={laid("column fill")}>
      <div
        className={laid("closeStack fill wide marginAuto pad16 scrollY", styles.log)}
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
          <p className={laid("danger pad8x12 round8 dangerTint")} role="alert">
            {problem}{" "}
            <button
              type="button"
              className={laid("edged round8 surface textColour pointer minHeight32 pad0x10")}
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
    <div className={laid("frame written selfStart pad8x12", styles.bubble)} data-role={by}>
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
      className={laid("fixed wide marginAuto", styles.writing)}
      onSubmit={(event) => {
        event.preventDefault();
        handleSend();
      }}
    >
      <div className={laid("line", styles.line)}>
        <textarea
          className={laid("grow pad8x12 edged round12 surface textColour leading24", styles.text)}
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
          className={laid("noBorder round12 filled white pointer strong", styles.send)}
          disabled={!maySend}
        >
          {t("send")}
        </button>
      </div>
      <p className={laid("hint textCentre", styles.note)}>{t("note")}</p>
    </form>
  );
}
