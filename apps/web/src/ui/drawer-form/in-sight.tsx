import { type ReactNode, useEffect, useRef } from "react";

interface InSightProps {
  /** What is said: something new is brought into sight again. Null: nothing. */
  about: object | string | null;
  className?: string | undefined;
  /** `nearest`: what is said below its button moves no further than it must. */
  block?: "start" | "nearest";
  children: ReactNode;
}

/** Something said in a form, brought into sight: the button that was pressed may be far from it, or at the edge. */
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
