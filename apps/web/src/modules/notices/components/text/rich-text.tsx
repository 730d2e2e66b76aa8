import { useLayoutEffect, useRef } from "react";
import layout from "#ui/layout.module.css";
import { cleanFragment } from "../../rules/clean-html.ts";
import styles from "./rich-text.module.css";

/** A notice's content, as nodes that were made one by one: never as the HTML that came. */
export function RichText({ html }: { html: string }) {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => place.current?.replaceChildren(cleanFragment(html)), [html]);
  return <div ref={place} className={`${layout.breaking} ${layout.leading24} ${styles.text}`} />;
}
