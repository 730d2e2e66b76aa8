import { CopyOutlined } from "@ant-design/icons";
import { useTranslation } from "react-i18next";
import { phoneLink, phoneText } from "#platform/phone.ts";
import { useCopy } from "#ui/feedback/use-copy.ts";
import { laid } from "#ui/laid.ts";
import styles from "./reach-links.module.css";

/** A phone number as a call link; `copies` adds a copy button. */
export function PhoneLink({ areaCode, phone, copies = false }: { areaCode: string; phone: string; copies?: boolean }) {
  const text = phoneText(areaCode, phone);
  return (
    <span className={laid("breaking narrowable inlineFlex alignBaseline gap4 maxWide")}>
      <a href={phoneLink(areaCode, phone)}>{text}</a>
      {copies && <Copy text={text} />}
    </span>
  );
}

/** An e-mail address as a mail link. */
export function EmailLink({ email, copies = false }: { email: string; copies?: boolean }) {
  return (
    <span className={laid("breaking narrowable inlineFlex alignBaseline gap4 maxWide")}>
      <a href={`mailto:${email}`}>{email}</a>
      {copies && <Copy text={email} />}
    </span>
  );
}

function Copy({ text }: { text: string }) {
  const { t } = useTranslation("leads");
  const copy = useCopy();
  return (
    <button
      type="button"
      className={laid("bare small fixed pad0x4 round4 hoverable wakeable", styles.copy)}
      aria-label={t("card.copy", { text })}
      title={t("card.copy", { text })}
      onClick={() => void copy(text, { done: t("card.copied", { text }), failed: t("card.copyFailed") })}
    >
      <CopyOutlined aria-hidden />
    </button>
  );
}
