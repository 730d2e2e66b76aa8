import { LeadId } from "@homeroom/contract/ids";
import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { useNavigate, useParams, useSearchParams } from "react-router";
import { Page } from "#ui/page/page.tsx";
import { EmptyState } from "#ui/states/empty-state.tsx";
import { LeadDetail } from "../components/lead-detail.tsx";
import { useLiveLeads } from "../realtime.ts";

/** One lead on a page of its own. */
export function LeadPage() {
  const { t } = useTranslation("leads");
  const params = useParams();
  const navigate = useNavigate();
  const [search, setSearch] = useSearchParams();
  useLiveLeads();
  const leadId = LeadId.safeParse(params.leadId);
  const toList = () => void navigate("/lead/list");

  if (!leadId.success)
    return (
      <Page>
        <EmptyState title={t("gone.title")} action={<Button onClick={toList}>{t("toList")}</Button>} />
      </Page>
    );
  return (
    <Page>
      <LeadDetail
        key={leadId.data}
        leadId={leadId.data}
        editing={search.has("edit")}
        onEdit={(editing) => setSearch(editing ? { edit: "1" } : {}, { replace: true })}
        onLeave={toList}
        page
      />
    </Page>
  );
}
