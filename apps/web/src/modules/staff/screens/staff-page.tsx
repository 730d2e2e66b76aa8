import { AccountId } from "@homeroom/contract/ids";
import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { useNavigate, useParams } from "react-router";
import { Page } from "#ui/page/page.tsx";
import { useAddress } from "#ui/page/use-address.ts";
import { EmptyState } from "#ui/states/empty-state.tsx";
import { StaffDetail } from "../components/staff-detail.tsx";
import { useLiveStaff } from "../realtime.ts";

/** One person on a page of its own. */
export function StaffPage() {
  const { t } = useTranslation("staff");
  const params = useParams();
  const navigate = useNavigate();
  const { search, change } = useAddress();
  useLiveStaff();
  const id = AccountId.safeParse(params.recordsn);
  const toList = () => void navigate("/staff/list");

  if (!id.success)
    return (
      <Page>
        <EmptyState title={t("gone.title")} action={<Button onClick={toList}>{t("gone.toList")}</Button>} />
      </Page>
    );
  return (
    <Page>
      <StaffDetail
        key={id.data}
        id={id.data}
        editing={search.has("edit")}
        onEdit={(editing) => change({ edit: editing ? "1" : null })}
        onLeave={toList}
        page
      />
    </Page>
  );
}
