import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { laid } from "#ui/laid.ts";
import type { ListState } from "./list-state.ts";

/** Says under a list why its next rows did not come, and asks for them again. Nothing while none were refused. */
export function MoreProblem({ moreError, loadMore }: Pick<ListState<unknown>, "moreError" | "loadMore">) {
  const { t } = useTranslation("ui");
  if (moreError === null) return null;
  return (
    <p className={laid("row justifyCentre fixed quiet text13 pad6x12 lineAbove")} role="alert">
      {moreError}
      <Button size="small" onClick={loadMore}>
        {t("retry")}
      </Button>
    </p>
  );
}
