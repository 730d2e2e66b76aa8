import { DeleteOutlined, EnvironmentOutlined, FlagOutlined, SwapOutlined, TagsOutlined } from "@ant-design/icons";
import { leadsAtOnce } from "@homeroom/contract/lead-bulk";
import type { LeadQuery } from "@homeroom/contract/lead-query";
import { Button } from "antd";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { useCan } from "#platform/access.ts";
import { useBranches } from "#platform/branches.ts";
import type { SelectionState } from "#ui/data-table/selection.ts";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { meant } from "../../rules/bulk.ts";
import { AssignDialog } from "./assign-dialog.tsx";
import { ExportMenu } from "./export-menu.tsx";
import { StatusDialog } from "./status-dialog.tsx";
import { TagsDialog } from "./tags-dialog.tsx";
import { useBulkWords } from "./use-bulk-words.ts";
import { useRunBulk } from "./use-run-bulk.ts";

// Only some centres have several branches.
const MoveDialog = lazy(() => import("./move-dialog.tsx").then((dialog) => ({ default: dialog.MoveDialog })));

interface SelectedLeads {
  selection: SelectionState;
  /** The query for the selected leads, or for everything that matches. */
  query: LeadQuery;
  /** Students, or leads. */
  kind?: "leads" | "students";
  /** How many leads match; for a selection its own number is used. */
  count: number | undefined;
}

/** The actions on the selected leads: assign, tag, change status, move, export, delete. */
export function BulkActions({ selection, query, count, kind = "leads" }: SelectedLeads) {
  const { t } = useTranslation("leads");
  const can = useCan();
  const { confirm } = useFeedback();
  const { number, question } = useBulkWords();
  const run = useRunBulk();
  const [open, setOpen] = useState<"assign" | "tags" | "status" | "branch" | null>(null);
  const severalBranches = (useBranches().data?.length ?? 0) > 1;
  const [deleting, setDeleting] = useState(false);
  const leads = meant(query, count);
  // A selection of single leads has a limit; beyond it people select everything that matches.
  const tooMany = (query.leadIds?.length ?? 0) > leadsAtOnce;
  const students = kind === "students";
  const mayChange = students && can("crm:student:edit");
  const asked = { students, query, count: leads, onClose: () => setOpen(null), onDone: selection.clear };

  const remove = async () => {
    const asked = { title: question("delete", leads), detail: t("bulk.delete.detail"), verb: t("bulk.delete.verb") };
    if (selection.allMatching && !(await confirm({ ...asked, danger: true }))) return;
    setDeleting(true);
    if (await run(query, { kind: "delete" })) selection.clear();
    setDeleting(false);
  };
  if (tooMany) return <span role="status">{t("bulk.tooMany", { number: number(leadsAtOnce) })}</span>;
  return (
    <>
      {can("crm:lead:assign") && (
        <Button size="small" icon={<SwapOutlined />} onClick={() => setOpen("assign")}>
          {t("bulk.assign.action")}
        </Button>
      )}
      {(mayChange || can("crm:lead:tag")) && (
        <Button size="small" icon={<TagsOutlined />} onClick={() => setOpen("tags")}>
          {t("bulk.tags.action")}
        </Button>
      )}
      {(mayChange || can("crm:lead:edit")) && (
        <Button size="small" icon={<FlagOutlined />} onClick={() => setOpen("status")}>
          {t("bulk.status.action")}
        </Button>
      )}
      {severalBranches && can("crm:lead:assign") && (
        <Button size="small" icon={<EnvironmentOutlined />} onClick={() => setOpen("branch")}>
          {t("bulk.branch.action")}
        </Button>
      )}
      <ExportMenu kind={kind} query={query} size="small" />
      {!students && can("crm:lead:delete") && (
        <Button size="small" icon={<DeleteOutlined />} loading={deleting} onClick={() => void remove()}>
          {t("bulk.delete.action")}
        </Button>
      )}
      {open === "assign" && <AssignDialog {...asked} />}
      {open === "tags" && <TagsDialog {...asked} />}
      {open === "status" && <StatusDialog {...asked} />}
      <Suspense fallback={null}>{open === "branch" && <MoveDialog {...asked} />}</Suspense>
    </>
  );
}
