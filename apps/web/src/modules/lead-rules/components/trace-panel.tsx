import type { BranchId, RecordId } from "@homeroom/contract/ids";
import { Drawer } from "antd";
import { useTranslation } from "react-i18next";
import { useNarrow } from "#ui/page/use-narrow.ts";
import { EmptyState } from "#ui/states/empty-state.tsx";
import { ErrorState } from "#ui/states/error-state.tsx";
import { Skeleton } from "#ui/states/skeleton.tsx";
import { useAssignments } from "../api.ts";
import { AssignmentList } from "./assignment-list.tsx";

interface TracePanelProps {
  title: string;
  of: { recordID?: RecordId; branchID?: BranchId };
  onClose: () => void;
}

/** The last leads that a rule, or the branch, has assigned, and why. */
export function TracePanel({ title, of, onClose }: TracePanelProps) {
  const { t } = useTranslation("leadRules");
  const narrow = useNarrow(640);
  const { data, error, refetch } = useAssignments(of);
  return (
    <Drawer open title={title} size={narrow ? "100%" : 600} onClose={onClose} destroyOnHidden>
      {error && !data && <ErrorState message={String(error)} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={180} />}
      {data?.length === 0 && <EmptyState title={t("trace.none")} detail={t("trace.noneDetail")} />}
      {data && data.length > 0 && <AssignmentList list={data} namesLead />}
    </Drawer>
  );
}
