import type { PurchaseRow } from "@homeroom/contract/purchases";
import { useTranslation } from "react-i18next";
import { laid } from "#ui/laid.ts";

/** What is left of a package of lessons; nothing for what is no package. */
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
