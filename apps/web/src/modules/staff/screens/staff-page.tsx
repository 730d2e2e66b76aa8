import { AccountId } from "@homeroom/contract/ids";
import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { useNavigate, useParams, useSearchParams } from "react-router";
import { Page } from "#ui/page/page.tsx";
import { EmptyState } from "#ui/states/empty-state.tsx";
import { StaffDetail } from "../components/staff-detail.tsx";
import { useLiveStaff } from "../realtime.ts";

/** One person on a page of its own. */
export function StaffPage() {
  const { t } = useTranslation("staff");
  const params = useParams();
  const navigate = useNavigate();
  const [search, setSearch] = useSearchParams();
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
        onEdit={(editing) => setSearch(editing ? { edit: "1" } : {}, { replace: true })}
        onLeave={toList}
        page
      />
    </Page>
  );
}
