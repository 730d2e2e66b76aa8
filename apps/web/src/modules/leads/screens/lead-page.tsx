import type { LeadId } from "@homeroom/contract/ids";
import { Button } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate, useParams } from "react-router";
import { readId } from "#platform/ids.ts";
import { useShortcut } from "#ui/keyboard/use-shortcut.ts";
import { Page } from "#ui/page/page.tsx";
import { useAddress } from "#ui/page/use-address.ts";
import { EmptyState } from "#ui/states/empty-state.tsx";
import { keptOrder } from "../api/lead-order.ts";
import { LeadDetail } from "../components/lead-detail.tsx";
import { LeadSteps } from "../components/lead-steps.tsx";
import { useLiveLeads } from "../realtime.ts";

/** One lead on a page of its own, with buttons to move through the list that it was opened from. */
export function LeadPage() {
  const { t } = useTranslation("leads");
  const params = useParams();
  const navigate = useNavigate();
  const { search, change } = useAddress();
  const [order] = useState(keptOrder);
  useLiveLeads();
  const leadId = readId<LeadId>(params["leadId"]);
  const editing = search.has("edit");
  const [over, setOver] = useState(false);
  const isOver = editing || over;
  const toList = () => void navigate(order?.address ?? "/lead/list");
  const edit = (on: boolean) => change({ edit: on ? "1" : null });
  useShortcut("e", () => edit(true), { enabled: !isOver });
  useShortcut("Escape", toList, { enabled: !isOver, whileWriting: false });

  if (!leadId)
    return (
      <Page>
        <EmptyState title={t("gone.title")} action={<Button onClick={toList}>{t("toList")}</Button>} />
      </Page>
    );
  return (
    <Page>
      <LeadDetail
        key={leadId}
        leadId={leadId}
        editing={editing}
        onEdit={edit}
        onLeave={toList}
        onOver={setOver}
        isOver={isOver}
        page
        steps={
          order && (
            <LeadSteps
              leadId={leadId}
              order={order}
              isOver={isOver}
              onOpen={(next) => void navigate(`/lead/edit/${next}`, { replace: true })}
            />
          )
        }
      />
    </Page>
  );
}
