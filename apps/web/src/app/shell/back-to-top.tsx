import { VerticalAlignTopOutlined } from "@ant-design/icons";
import { type RefObject, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { laid } from "#ui/laid.ts";
import styles from "./back-to-top.module.css";

const shownFrom = 400;

/** Scrolls back to the top of a long screen. It is hidden while it would cover a control or an input. */
export function BackToTop() {
  const { t } = useTranslation("shell");
  const place = useRef<HTMLDivElement>(null);
  const shown = useRoom(place);

  return (
    <div ref={place} className={laid("height40 width40 pinned untouchable", styles.place)}>
      {shown && (
        <button
          type="button"
          className={laid("wide outlined circle raised text16 tall pointer shadow", styles.button)}
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

/** Whether the screen has been scrolled far enough, and no control or input is under the button. */
function useRoom(place: RefObject<HTMLElement | null>): boolean {
  const [isFar, setFar] = useState(false);
  const [isFree, setFree] = useState(true);
  useEffect(() => {
    const main = place.current?.parentElement;
    if (!main) return;
    const look = () => {
      setFar(main.scrollTop > shownFrom);
      setFree(!coversControl(place.current));
    };
    main.addEventListener("scroll", look, { passive: true });
    const observer = new ResizeObserver(look);
    observer.observe(main);
    return () => {
      main.removeEventListener("scroll", look);
      observer.disconnect();
    };
  }, [place]);
  useEffect(() => {
    const screen = document.getElementById("screen");
    if (!isFar || !screen) return;
    // Something else may move under it without a scroll, such as the composer.
    const observer = new MutationObserver(() => setFree(!coversControl(place.current)));
    observer.observe(screen, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [isFar, place]);
  return isFar && isFree;
}

const controls = "input, textarea, select, button, a, [role=button], [contenteditable=true]";

/** Whether there is a control or an input under an area, checked at nine points. */
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
