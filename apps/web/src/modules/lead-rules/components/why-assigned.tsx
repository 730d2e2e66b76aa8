import type { LeadId } from "@homeroom/contract/ids";
import { useTranslation } from "react-i18next";
import { ErrorState } from "#ui/states/error-state.tsx";
import { Skeleton } from "#ui/states/skeleton.tsx";
import { useLeadTrace } from "../api.ts";
import { AssignmentList } from "./assignment-list.tsx";

/** The reasons for a lead's assignments by the rules, newest first. */
export function WhyAssigned({ leadId }: { leadId: LeadId }) {
  const { t } = useTranslation("leadRules");
  const { data, error, refetch } = useLeadTrace(leadId);
  if (error && !data) return <ErrorState message={String(error)} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={60} />;
  if (data.length === 0) return <p>{t("trace.byHand")}</p>;
  return <AssignmentList list={data} namesLead={false} />;
}
