import { Tabs } from "antd";
import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { GroupBackup } from "#modules/group-backup/public.ts";
import { useCan } from "#platform/access.ts";
import { Page } from "#ui/page/page.tsx";
import { PageHeader } from "#ui/page/page-header.tsx";
import { useAddress } from "#ui/page/use-address.ts";
import { ChatRulesPanel } from "../components/chat-rules-panel.tsx";

/** Chat management: the chat rules, and the backup of group chats. */
export function ChatManagement() {
  const { t } = useTranslation("chatManage");
  const can = useCan();
  const { search, change } = useAddress();
  const tabs = can("org:chat:backup") ? (["rules", "backup"] as const) : (["rules"] as const);
  const tab = tabs.find((one) => one === search.get("tab")) ?? "rules";
  return (
    <Page>
      <PageHeader title={t("title")} detail={t("detail")} />
      {tabs.length > 1 && (
        <Tabs
          activeKey={tab}
          items={tabs.map((key) => ({ key, label: t(`tabs.${key}`) }))}
          onChange={(key) => change({ tab: key === "rules" ? null : key, group: null, branch: null, q: null })}
        />
      )}
      <Suspense fallback={null}>{tab === "rules" ? <ChatRulesPanel /> : <GroupBackup />}</Suspense>
    </Page>
  );
}
