import { useTranslation } from "react-i18next";
import styles from "./step-progress.module.css";

interface StepProgressProps {
  step: number;
  /** A step that was passed can be opened again. */
  onOpen: (step: number) => void;
}

const steps = ["organization", "contact", "password"] as const;

/** Where one is among the three steps. */
export function StepProgress({ step, onOpen }: StepProgressProps) {
  const { t } = useTranslation("register");
  return (
    <ol className={styles.steps} aria-label={t("progress", { step: step + 1, steps: steps.length })}>
      {steps.map((name, index) => (
        <li key={name} className={styles.step} aria-current={index === step ? "step" : undefined}>
          {index < step ? (
            <button type="button" className={styles.passed} onClick={() => onOpen(index)}>
              <span className={styles.number}>{index + 1}</span>
              {t(`steps.${name}`)}
            </button>
          ) : (
            <span className={styles.passed}>
              <span className={styles.number}>{index + 1}</span>
              {t(`steps.${name}`)}
            </span>
          )}
        </li>
      ))}
    </ol>
  );
}
