import { CopyOutlined } from "@ant-design/icons";
import { useTranslation } from "react-i18next";
import { phoneLink, phoneText } from "#platform/phone.ts";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { laid } from "#ui/laid.ts";
import styles from "./reach-links.module.css";

/** A number that calls when it is pressed; `copies` puts a way to copy it beside. */
export function PhoneLink({ areaCode, phone, copies = false }: { areaCode: string; phone: string; copies?: boolean }) {
  const text = phoneText(areaCode, phone);
  return (
    <span className={laid("breaking narrowable inlineFlex alignBaseline gap4 maxWide")}>
      <a href={phoneLink(areaCode, phone)}>{text}</a>
      {copies && <Copy text={text} />}
    </span>
  );
}

/** An address that begins a mail when it is pressed. */
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
  const { done, failed } = useFeedback();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      done(t("card.copied", { text }));
    } catch {
      failed(t("card.copyFailed"));
    }
  };
  return (
    <button
      type="button"
      className={laid("bare small fixed pad0x4 round4 hoverable wakeable", styles.copy)}
      aria-label={t("card.copy", { text })}
      title={t("card.copy", { text })}
      onClick={() => void copy()}
    >
      <CopyOutlined aria-hidden />
    </button>
  );
}
