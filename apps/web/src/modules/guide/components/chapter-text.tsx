import { Fragment } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { Block, Chapter, Words } from "../rules/read-chapter.ts";
import styles from "./chapter-text.module.css";

/** A chapter as it is read and printed; each section has an address of its own. */
export function ChapterText({ intro, sections }: Chapter) {
  const { t } = useTranslation("guide");
  return (
    <>
      <Blocks blocks={intro} />
      {sections.map(({ id, title, blocks }) => (
        <section key={id} aria-labelledby={id}>
          <div className={styles.heading}>
            <h2 id={id} className={styles.title}>
              {title}
            </h2>
            <a className={styles.link} href={`#${id}`} aria-label={t("link", { section: title })}>
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
  // The text of a chapter never changes its order.
  return blocks.map((block, index) => <BlockText key={index} block={block} />);
}

function BlockText({ block }: { block: Block }) {
  if ("words" in block)
    return (
      <p className={block.kind === "note" ? styles.note : styles.paragraph}>
        <Line words={block.words} />
      </p>
    );
  const items = block.items.map((words, index) => (
    <li key={index}>
      <Line words={words} />
    </li>
  ));
  return block.kind === "steps" ? <ol className={styles.list}>{items}</ol> : <ul className={styles.list}>{items}</ul>;
}

function Line({ words }: { words: readonly Words[] }) {
  return words.map((some, index) => <Fragment key={index}>{run(some)}</Fragment>);
}

function run(words: Words) {
  if (words.kind === "label") return <b className={styles.label}>{words.text}</b>;
  if (words.kind === "key") return <kbd className={styles.key}>{words.text}</kbd>;
  if (words.kind === "link") return <Link to={words.address}>{words.text}</Link>;
  return words.text;
}
