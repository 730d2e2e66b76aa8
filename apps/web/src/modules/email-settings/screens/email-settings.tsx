import { useTranslation } from "react-i18next";
import { useCan } from "#platform/access.ts";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { Page } from "#ui/page/page.tsx";
import { PageHeader } from "#ui/page/page-header.tsx";
import { useAddress } from "#ui/page/use-address.ts";
import { EmptyState } from "#ui/states/empty-state.tsx";
import { Unread } from "#ui/states/unread.tsx";
import { useEmailSettings } from "../api.ts";
import { EmailCard } from "../components/email-card.tsx";
import { EmailForm } from "../components/email-form.tsx";

/** The branches' mail servers, and whether receivers can verify their domains. */
export function EmailSettings() {
  const { t } = useTranslation("emailSettings");
  const can = useCan();
  const { search, change } = useAddress();
  const query = useEmailSettings();
  const { data } = query;
  const edited = data?.find(({ branch }) => branch.branchID === search.get("edit"));
  return (
    <Page>
      <PageHeader title={t("title")} />
      <p className={laid("quiet below16")}>{t("intro")}</p>
      {!data && <Unread query={query} height={220} />}
      {data?.length === 0 && <EmptyState title={t("noBranch")} />}
      <div className={layout.grid}>
        {data?.map((one) => (
          <EmailCard key={one.branch.branchID} of={one} onEdit={() => change({ edit: one.branch.branchID }, false)} />
        ))}
      </div>
      {edited && can("org:email:edit") && (
        <EmailForm key={edited.branch.branchID} of={edited} onClose={() => change({ edit: null })} />
      )}
    </Page>
  );
}
