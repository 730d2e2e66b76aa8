import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { laid } from "#ui/laid.ts";
import type { ListState } from "./list-state.ts";

/** Shows below a list why its next rows failed to load, with a retry. Renders nothing without a failure. */
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
