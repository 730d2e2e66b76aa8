import { Alert } from "antd";
import { useEffect, useRef } from "react";
import layout from "#ui/layout.module.css";

/** The problem that prevents a save, shown above the fields and scrolled into view, since the button may be far below. */
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
