import { Alert } from "antd";
import { useEffect, useRef } from "react";
import layout from "#ui/layout.module.css";

/** What keeps a form from being saved, above its fields, and brought into sight: the button may be far below. */
export function FormProblem({ text }: { text: string | null }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (text) place.current?.scrollIntoView({ block: "nearest" });
  }, [text]);
  if (!text) return null;
  return (
    <div ref={place} className={layout.below16}>
      <Alert type="error" showIcon title={text} />
    </div>
  );
}
