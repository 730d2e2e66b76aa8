import { useLayoutEffect, useRef } from "react";
import { laid } from "#ui/laid.ts";
import { cleanFragment } from "../../rules/clean-html.ts";
import styles from "./rich-text.module.css";

/** A notice's content, as nodes that were made one by one: never as the HTML that came. */
export function RichText({ html }: { html: string }) {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => place.current?.replaceChildren(cleanFragment(html)), [html]);
  return <div ref={place} className={laid("breaking leading24", styles.text)} />;
}
