import { useWordsLanguage } from "#platform/words-language.ts";
import { laid } from "#ui/laid.ts";
import { piecesOf } from "../../rules/text-parts.ts";
import styles from "./message-body.module.css";

const fewEmoji =
  /^(?:\p{Extended_Pictographic}(?:\u{FE0F}|[\u{1F3FB}-\u{1F3FF}]|\u{200D}\p{Extended_Pictographic})*\s?){1,3}$/u;

/** The text of a message, with links. A message of one to three emoji is shown large. */
export function MessageText({ text }: { text: string }) {
  const languageOf = useWordsLanguage();
  if (text === "") return null;
  if (fewEmoji.test(text)) return <p className={styles.large}>{text}</p>;
  return (
    <p className={laid("written", styles.text)} dir="auto" {...languageOf(text)}>
      {piecesOf(text).map(({ text: piece, href }, index) => {
        const key = `${index}:${piece}`;
        if (!href) return <span key={key}>{piece}</span>;
        return (
          <a key={key} href={href} target="_blank" rel="noopener noreferrer nofollow">
            {piece}
          </a>
        );
      })}
    </p>
  );
}
