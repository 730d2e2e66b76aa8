import { Tabs } from "antd";
import { useTranslation } from "react-i18next";
import { useCan, useUser } from "#platform/access.ts";
import { AddButton } from "#ui/choice/add-button.tsx";
import { HeadAction } from "#ui/page/head-action.tsx";
import { Page } from "#ui/page/page.tsx";
import { PageHeader } from "#ui/page/page-header.tsx";
import { useAddress } from "#ui/page/use-address.ts";
import { Absences } from "../components/absences.tsx";
import { RuleList } from "../components/rule-list.tsx";
import { TracePanel } from "../components/trace-panel.tsx";

/** Who gets new leads: the rules, and who is away. */
export function LeadRules() {
  const { t } = useTranslation("leadRules");
  const can = useCan();
  const { branch } = useUser();
  const { search, change } = useAddress();
  const tab = search.get("tab") === "absences" ? "absences" : "rules";
  const add = can("crm:rule:add") && <AddButton label={t("add")} onClick={() => change({ new: "1" })} />;
  const actions = (
    <>
      <HeadAction label={t("trace.open")} onClick={() => change({ trace: "all" }, false)} />
      {add}
    </>
  );
  return (
    <Page>
      <PageHeader title={t("title")} detail={t("detail")} actions={tab === "rules" && actions} />
      <Tabs
        activeKey={tab}
        items={(["rules", "absences"] as const).map((key) => ({ key, label: t(`tabs.${key}`) }))}
        onChange={(key) => change({ tab: key === "rules" ? null : key, edit: null, new: null, trace: null })}
      />
      {tab === "rules" ? <RuleList add={add} /> : <Absences />}
      {search.get("trace") === "all" && (
        <TracePanel
          title={t("trace.ofBranch", { name: branch.name })}
          of={{ branchID: branch.branchID }}
          onClose={() => change({ trace: null })}
        />
      )}
    </Page>
  );
}
