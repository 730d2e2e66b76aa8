import { Tabs } from "antd";
import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { useCan } from "#platform/access.ts";
import { Page } from "#ui/page/page.tsx";
import { PageHeader } from "#ui/page/page-header.tsx";
import { useAddress } from "#ui/page/use-address.ts";
import { EmptyState } from "#ui/states/empty-state.tsx";
import { optionTabs } from "../components/option-tabs.ts";

/** The settings of the whole product, tab by tab, each with its permission. */
export function SystemOptions() {
  const { t } = useTranslation("systemOptions");
  const can = useCan();
  const { search, change } = useAddress();
  const tabs = optionTabs.filter(({ needs }) => needs.some((one) => can(one)));
  const shown = tabs.find(({ key }) => key === search.get("tab")) ?? tabs[0];
  return (
    <Page>
      <PageHeader title={t("title")} />
      {!shown && <EmptyState title={t("nothing")} />}
      {shown && (
        <>
          <Tabs
            activeKey={shown.key}
            items={tabs.map(({ key }) => ({ key, label: t(`tabs.${key}`) }))}
            onChange={(key) => change({ tab: key, edit: null, new: null })}
          />
          <Suspense fallback={null}>
            <shown.Content />
          </Suspense>
        </>
      )}
    </Page>
  );
}
