import { type ReactNode, useEffect, useRef } from "react";

interface InSightProps {
  /** What is said: something new is brought into sight again. Null: nothing. */
  about: object | string | null;
  className?: string | undefined;
  children: ReactNode;
}

/** Something said above a form, brought into sight: the button that was pressed may be far below. */
export function InSight({ about, className, children }: InSightProps) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (about !== null) place.current?.scrollIntoView({ block: "start" });
  }, [about]);
  return (
    <div ref={place} className={className}>
      {children}
    </div>
  );
}
