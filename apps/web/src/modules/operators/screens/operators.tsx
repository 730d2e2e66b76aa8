import { Tabs } from "antd";
import { useTranslation } from "react-i18next";
import { Page } from "#ui/page/page.tsx";
import { PageHeader } from "#ui/page/page-header.tsx";
import { useAddress } from "#ui/page/use-address.ts";
import { CentreServices } from "../components/centre-services.tsx";
import { CentreTable } from "../components/centre-table.tsx";
import { PriceTable } from "../components/price-table.tsx";

const tabs = ["centres", "services", "prices"] as const;

/** The work of people who run the product: centres and their accounts, ads to place, and prices. */
export function Operators() {
  const { t } = useTranslation("operators");
  const { search, change } = useAddress();
  const tab = tabs.find((one) => one === search.get("tab")) ?? "centres";
  return (
    <Page fill>
      <PageHeader title={t("title")} />
      <Tabs
        activeKey={tab}
        items={tabs.map((key) => ({ key, label: t(`tab.${key}`) }))}
        onChange={(key) => change({ tab: key === "centres" ? null : key })}
      />
      {tab === "centres" && <CentreTable />}
      {tab === "services" && <CentreServices />}
      {tab === "prices" && <PriceTable />}
    </Page>
  );
}
