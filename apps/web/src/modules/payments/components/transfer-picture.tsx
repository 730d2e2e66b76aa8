import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { FileInput } from "#ui/choice/file-input.tsx";
import { pictureProblem, pictureTypes } from "#ui/picture-upload/picture-rules.ts";
import styles from "./pay.module.css";
import type { PayView } from "./use-pay-page.ts";

const maxMb = 10;

/** Uploads a picture of a transfer, which staff check. */
export function TransferPicture({ view }: { view: PayView }) {
  const { t } = useTranslation("pay");
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<ReturnType<typeof pictureProblem>>(null);
  const take = (file: File | undefined) => {
    if (!file) return;
    const found = pictureProblem(file, maxMb);
    setProblem(found);
    if (!found) view.show(file);
  };
  return (
    <div className={styles.card}>
      <h2 className={styles.title}>{t("picture.title")}</h2>
      <p className={styles.quiet}>{t("picture.detail")}</p>
      {problem && (
        <p className={styles.problem} role="alert">
          {t(`picture.${problem}`, { number: maxMb })}
        </p>
      )}
      <button type="button" className={styles.second} disabled={view.busy} onClick={() => input.current?.click()}>
        {t("picture.choose")}
      </button>
      <FileInput
        ref={input}
        accept={pictureTypes.join(",")}
        label={t("picture.title")}
        onFiles={([file]) => take(file)}
      />
    </div>
  );
}
