import { ExclamationCircleFilled } from "@ant-design/icons";
import type { ReactNode } from "react";
import { laid } from "#ui/laid.ts";
import { RelativeTime } from "#ui/time/relative-time.tsx";

interface StopNoticeProps {
  /** What it is, for screen readers. */
  label: string;
  what: string;
  at: string;
  todo: string;
  hint: string;
  /** The button that fixes it, for people with the permission. */
  children?: ReactNode;
}

/** Says why an account sends or receives nothing more, since when, and what to do about it. */
export function StopNotice({ label, what, at, todo, hint, children }: StopNoticeProps) {
  return (
    <section className={laid("flexBox wrap alignStart gap12 pad12x16 round8 dangerTint")} aria-label={label}>
      <ExclamationCircleFilled className={laid("danger text16 leading22")} aria-hidden />
      <div className={laid("narrowable basis200")}>
        <p className={laid("danger strong")}>
          {what}
          <span className={laid("before8 text12 regular")}>
            <RelativeTime value={at} />
          </span>
        </p>
        <p>{todo}</p>
        <p className={laid("above4 text12 leading20")}>{hint}</p>
      </div>
      {children}
    </section>
  );
}
