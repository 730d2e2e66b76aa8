import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import styles from "./pay.module.css";

const copiedForMs = 2000;

/** Copies a text; says so for a moment. Where a browser does not let it, the text can be marked by hand. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const { t } = useTranslation("pay");
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return undefined;
    const timer = setTimeout(() => setCopied(false), copiedForMs);
    return () => clearTimeout(timer);
  }, [copied]);
  const handleCopy = () => {
    void navigator.clipboard?.writeText(text).then(
      () => setCopied(true),
      () => undefined,
    );
  };
  return (
    <button type="button" className={styles.copy} aria-label={t("copyOf", { label })} onClick={handleCopy}>
      {t(copied ? "copied" : "copy")}
    </button>
  );
}
