import type { LeadId } from "@homeroom/contract/ids";
import { Segmented } from "antd";
import { useDeferredValue, useState } from "react";
import { useTranslation } from "react-i18next";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { useMailPreview } from "../api.ts";
import styles from "./mail-preview.module.css";

const views = ["desktop", "phone", "text"] as const;
type View = (typeof views)[number];

interface MailPreviewProps {
  /** The mail's content, complete or not. */
  content: unknown;
  /** The lead it is filled for; null: the fallbacks. */
  leadId?: LeadId | null;
}

/** A mail as readers will see it: on a large screen, on a phone, and as plain text. */
export function MailPreview({ content, leadId = null }: MailPreviewProps) {
  const { t } = useTranslation("emailTemplates");
  const [view, setView] = useState<View>("desktop");
  const { data: mail, error, isFetching } = useMailPreview(useDeferredValue(content), leadId);
  return (
    <div className={laid("narrowable gridBox gap8 itemsLeft")}>
      <Segmented<View>
        size="small"
        value={view}
        aria-label={t("preview.title")}
        options={views.map((value) => ({ value, label: t(`preview.${value}`) }))}
        onChange={setView}
      />
      {error && <p role="alert">{String(error)}</p>}
      {!mail && !error && <p className={layout.hint}>{t(isFetching ? "preview.loading" : "preview.nothing")}</p>}
      {mail && (
        <>
          <p className={laid("cut strong maxWide")} title={mail.subject}>
            {mail.subject}
          </p>
          {view === "text" ? (
            <pre
              className={laid(
                "written wide noMargin pad12x16 outlined scroll round12 sunkenGround inheritFont",
                styles.text,
              )}
              // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, also with the keyboard
              tabIndex={0}
            >
              {mail.text}
            </pre>
          ) : (
            <div className={laid("wide outlined round12 clip relative", styles.frame)} data-view={view}>
              {/* Display only: without scripts, and not in our origin. */}
              <iframe
                className={laid("wide noBorder tall", styles.page)}
                sandbox=""
                title={t("preview.title")}
                srcDoc={mail.html}
              />
            </div>
          )}
        </>
      )}
    </div>
  );
}
