import { VerticalAlignTopOutlined } from "@ant-design/icons";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import styles from "./back-to-top.module.css";

const shownFrom = 400;

/** Leads back to the beginning of a long screen. It is away while it would lie on something to press or to write in. */
export function BackToTop() {
  const { t } = useTranslation("shell");
  const place = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState(false);
  useEffect(() => {
    const main = place.current?.parentElement;
    const screen = document.getElementById("screen");
    if (!main || !screen) return;
    const look = () => setShown(main.scrollTop > shownFrom && !coversControl(place.current));
    main.addEventListener("scroll", look, { passive: true });
    const observer = new ResizeObserver(look);
    observer.observe(main);
    observer.observe(screen);
    return () => {
      main.removeEventListener("scroll", look);
      observer.disconnect();
    };
  }, []);

  return (
    <div ref={place} className={styles.place}>
      {shown && (
        <button
          type="button"
          className={styles.button}
          aria-label={t("backToTop")}
          title={t("backToTop")}
          onClick={() => place.current?.parentElement?.scrollTo({ top: 0 })}
        >
          <VerticalAlignTopOutlined aria-hidden />
        </button>
      )}
    </div>
  );
}

const controls = "input, textarea, select, button, a, [role=button], [contenteditable=true]";

/** Whether there is something to press or to write in under a place, looked at in nine points. */
function coversControl(place: HTMLElement | null): boolean {
  if (!place) return false;
  const { left, top, width, height } = place.getBoundingClientRect();
  const steps = [0, 0.5, 1];
  return steps.some((across) =>
    steps.some((down) =>
      document
        .elementsFromPoint(left + across * width, top + down * height)
        .some((element) => element.closest("#screen") && element.closest(controls)),
    ),
  );
}
