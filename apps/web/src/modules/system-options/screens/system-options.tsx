import type { Permission } from "@homeroom/contract/permissions";
import { Tabs } from "antd";
import { type ComponentType, lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { ReceiptSettings } from "#modules/orders/public.ts";
import { useCan } from "#platform/access.ts";
import { Page } from "#ui/page/page.tsx";
import { PageHeader } from "#ui/page/page-header.tsx";
import { useAddress } from "#ui/page/use-address.ts";
import { EmptyState } from "#ui/states/empty-state.tsx";

/** One tab of the system options; it needs one of the permissions. */
interface OptionTab {
  key: "gpt" | "welcome" | "pay" | "receipts" | "places";
  needs: readonly Permission[];
  Content: ComponentType;
}

/** The tabs in their order. A new tab is added here, with its texts in the namespace systemOptions. */
const optionTabs: readonly OptionTab[] = [
  {
    key: "gpt",
    needs: ["org:gpt:query"],
    Content: lazy(() => import("#modules/assistant/public.ts").then(({ AgentsTab }) => ({ default: AgentsTab }))),
  },
  {
    key: "welcome",
    needs: ["org:welcome:query"],
    Content: lazy(() =>
      import("#modules/channels/public.ts").then((channels) => ({ default: channels.WelcomeMessage })),
    ),
  },
  {
    key: "pay",
    needs: ["org:pay:query"],
    Content: lazy(() =>
      import("#modules/payment-platforms/public.ts").then(({ PlatformsTab }) => ({ default: PlatformsTab })),
    ),
  },
  {
    key: "receipts",
    needs: ["org:pay:query"],
    Content: ReceiptSettings,
  },
  {
    key: "places",
    needs: ["chat:reply:query", "org:whatsapp:query", "org:line:query"],
    Content: lazy(() =>
      import("../components/option-places.tsx").then(({ OptionPlaces }) => ({ default: OptionPlaces })),
    ),
  },
];

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
