import { BranchId } from "@homeroom/contract/ids";
import { Button, Tabs } from "antd";
import { useTranslation } from "react-i18next";
import { useCan } from "#platform/access.ts";
import { laid } from "#ui/laid.ts";
import { Page } from "#ui/page/page.tsx";
import { PageHeader } from "#ui/page/page-header.tsx";
import { useAddress } from "#ui/page/use-address.ts";
import { useBranch } from "../api.ts";
import { AddBranch, EditBranch } from "../components/branch-form.tsx";
import { BranchList } from "../components/branch-list.tsx";
import { BranchPanel } from "../components/branch-panel.tsx";
import { OrganizationData } from "../components/organization-data.tsx";
import styles from "./places.module.css";

/** The organisation's branches, and its own data. */
export function Places() {
  const { t } = useTranslation("organizations");
  const can = useCan();
  const { search, change } = useAddress();
  const tabs = (["branches", "organization"] as const).filter((key) => key === "branches" || can("org:info:query"));
  const first = can("org:branch:query") || !can("org:info:query") ? "branches" : "organization";
  const tab = tabs.find((key) => key === search.get("tab")) ?? first;
  const add = can("org:branch:add") && (
    <Button type="primary" onClick={() => change({ new: "1", branch: null })}>
      {t("add")}
    </Button>
  );
  return (
    <Page fill={tab === "branches"}>
      <PageHeader title={t("title")} actions={tab === "branches" && add} />
      <Tabs
        className={laid("fixed", styles.tabs)}
        activeKey={tab}
        items={tabs.map((key) => ({ key, label: t(`tab.${key}`) }))}
        onChange={(key) => change({ tab: key === "branches" ? null : key, branch: null, new: null, edit: null })}
      />
      {tab === "branches" ? <Branches add={add} /> : <OrganizationData />}
    </Page>
  );
}

function Branches({ add }: { add: React.ReactNode }) {
  const can = useCan();
  const { search, change } = useAddress();
  const parsed = BranchId.safeParse(search.get("branch"));
  const open = parsed.success ? parsed.data : undefined;
  return (
    <>
      <BranchList
        openKey={open}
        onOpen={(branch) => change({ branch: branch.recordID, edit: null }, !!open)}
        add={add}
      />
      {open && (
        <BranchPanel
          recordID={open}
          onClose={() => change({ branch: null, edit: null })}
          onEdit={() => change({ edit: "1" })}
        />
      )}
      {open && search.has("edit") && can("org:branch:edit") && (
        <Editing recordID={open} onClose={() => change({ edit: null })} />
      )}
      {search.has("new") && can("org:branch:add") && (
        <AddBranch
          onClose={() => change({ new: null })}
          onDone={(recordID) => change({ new: null, branch: recordID })}
        />
      )}
    </>
  );
}

function Editing({ recordID, onClose }: { recordID: BranchId; onClose: () => void }) {
  const { data } = useBranch(recordID);
  return data && <EditBranch branch={data} onClose={onClose} onDone={onClose} />;
}
