import { useTranslation } from "react-i18next";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import type { WelcomeDraft } from "../rules/welcome-draft.ts";
import styles from "./welcome-preview.module.css";

/** The welcome message as it will look on a customer's phone. */
export function WelcomePreview({ draft, name }: { draft: WelcomeDraft; name: string }) {
  const { t } = useTranslation("line");
  const buttons = draft.buttons.filter(({ label }) => label.trim() !== "");
  const last = draft.segments.at(-1);
  const joined = buttons.length > 0 && last?.kind === "text" && last.text.length <= 160;
  return (
    <figure className={laid("column marginAuto maxWide clip", styles.phone)} aria-label={t("welcome.preview")}>
      <div className={laid("strong fixed textCentre", styles.bar)}>{name}</div>
      <div className={laid("closeStack flex1 scrollY", styles.screen)}>
        {draft.segments.map((segment) => {
          if (segment.kind === "image") {
            if (!segment.url) return <div key={segment.key} className={laid("selfStart round16", styles.noPicture)} />;
            return (
              <img
                key={segment.key}
                className={laid("selfStart covering round16", styles.picture)}
                src={segment.url}
                alt={t("welcome.picture")}
              />
            );
          }
          const withButtons = joined && segment === last;
          return (
            <div
              key={segment.key}
              className={laid("selfStart clip round16 whiteGround", styles.bubble)}
              data-empty={segment.text === "" || undefined}
            >
              <p className={laid("written pad8x12", styles.text)}>{segment.text || t("welcome.emptyPreview")}</p>
              {withButtons && <Buttons labels={buttons} />}
            </div>
          );
        })}
        {buttons.length > 0 && !joined && (
          <div className={laid("selfStart clip round16 whiteGround", styles.bubble)}>
            <p className={laid("written pad8x12", styles.text)}>👇</p>
            <Buttons labels={buttons} />
          </div>
        )}
      </div>
    </figure>
  );
}

function Buttons({ labels }: { labels: WelcomeDraft["buttons"] }) {
  return (
    <div className={layout.column}>
      {labels.map(({ key, label }) => (
        <span key={key} className={laid("strong breaking pad8x12 textCentre", styles.button)}>
          {label}
        </span>
      ))}
    </div>
  );
}
