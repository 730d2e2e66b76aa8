import type { PurchaseRow } from "@homeroom/contract/purchases";
import { useTranslation } from "react-i18next";
import { laid } from "#ui/laid.ts";

/** The lessons left in a package; renders nothing for other purchases. */
export function LessonsLeft({ purchase: { lessons } }: { purchase: PurchaseRow }) {
  const { t } = useTranslation("orders");
  if (!lessons) return null;
  return (
    <span className={laid("figures")}>
      {t("lessons.left", lessons)}
      {lessons.used > 0 && ` · ${t("lessons.used", lessons)}`}
    </span>
  );
}
