import { type ReactNode, useEffect, useRef } from "react";

interface InSightProps {
  /** The message; a new one is scrolled into view again. Null: none. */
  about: object | string | null;
  className?: string | undefined;
  /** `nearest`: a message below its button scrolls no further than necessary. */
  block?: "start" | "nearest";
  children: ReactNode;
}

/** A message in a form, scrolled into view: the pressed button may be far from it, or at the edge. */
export function InSight({ about, className, block = "start", children }: InSightProps) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (about !== null) place.current?.scrollIntoView({ block });
  }, [about, block]);
  return (
    <div ref={place} className={className}>
      {children}
    </div>
  );
}
