import { Children } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import type { Block, Chapter, Words } from "../rules/read-chapter.ts";
import styles from "./chapter-text.module.css";

/** A chapter as it is read and printed; each section has its own address. */
export function ChapterText({ intro, sections }: Chapter) {
  const { t } = useTranslation("guide");
  return (
    <>
      <Blocks blocks={intro} />
      {sections.map(({ id, title, blocks }) => (
        <section key={id} aria-labelledby={id}>
          <div className={laid("line alignBaseline", styles.heading)}>
            <h2 id={id} className={laid("strong", styles.title)}>
              {title}
            </h2>
            <a className={laid("quiet notOnPaper")} href={`#${id}`} aria-label={t("link", { section: title })}>
              #
            </a>
          </div>
          <Blocks blocks={blocks} />
        </section>
      ))}
    </>
  );
}

function Blocks({ blocks }: { blocks: readonly Block[] }) {
  return blocks.map((block) => (
    <BlockText key={textOf("words" in block ? block.words : block.items.flat())} block={block} />
  ));
}

function BlockText({ block }: { block: Block }) {
  if ("words" in block)
    return (
      <p className={block.kind === "note" ? laid("above12 pad8x12 sunkenGround", styles.note) : layout.above12}>
        {line(block.words)}
      </p>
    );
  const items = block.items.map((words) => <li key={textOf(words)}>{line(words)}</li>);
  return block.kind === "steps" ? (
    <ol className={laid("above12", styles.list)}>{items}</ol>
  ) : (
    <ul className={laid("above12", styles.list)}>{items}</ul>
  );
}

function textOf(words: readonly Words[]): string {
  return words.map(({ text }) => text).join("");
}

function line(words: readonly Words[]) {
  return Children.toArray(words.map(run));
}

function run(words: Words) {
  if (words.kind === "label") return <b className={layout.strong}>{words.text}</b>;
  if (words.kind === "key") return <kbd className={laid("edged round4 surface", styles.key)}>{words.text}</kbd>;
  if (words.kind === "link") return <Link to={words.address}>{words.text}</Link>;
  return words.text;
}
