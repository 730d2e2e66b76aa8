import { Tabs } from "antd";
import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { GoogleForms } from "#modules/advertising/public.ts";
import { UtmLinks } from "#modules/lists/screens/utm-links.tsx";
import { useCan } from "#platform/access.ts";
import { Page } from "#ui/page/page.tsx";
import { PageHeader } from "#ui/page/page-header.tsx";
import { useAddress } from "#ui/page/use-address.ts";

/** Google: campaign links, and the lead forms of another module. */
export function GooglePage() {
  const { t } = useTranslation("advertising");
  const can = useCan();
  const { search } = useAddress();
  if (!can("org:google:query")) return <UtmLinks />;
  if (search.get("tab") !== "forms") return <UtmLinks tabs={<GoogleTabs active="links" />} />;
  return (
    <Page>
      <PageHeader title={t("google.title")} />
      <GoogleTabs active="forms" />
      <Suspense fallback={null}>
        <GoogleForms />
      </Suspense>
    </Page>
  );
}

function GoogleTabs({ active }: { active: "links" | "forms" }) {
  const { t } = useTranslation("advertising");
  const { change } = useAddress();
  return (
    <Tabs
      activeKey={active}
      items={(["links", "forms"] as const).map((key) => ({ key, label: t(`google.tabs.${key}`) }))}
      onChange={(key) => change({ tab: key === "forms" ? key : null, edit: null, new: null, link: null })}
    />
  );
}
