import { SettingOutlined } from "@ant-design/icons";
import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { VolcengineSettings } from "#modules/advertising/public.ts";
import { HeadAction } from "#ui/page/head-action.tsx";
import { useAddress } from "#ui/page/use-address.ts";
import { AdScreen } from "../components/ad-screen.tsx";
import { adPlatforms } from "../rules/platforms.ts";

/** The projects or promotions of Volcengine's advertising. People who come back from signing in there find the settings open. */
export function Volcengine() {
  const { t } = useTranslation("campaigns");
  const { search, change } = useAddress();
  const isOpen = search.has("settings") || search.has("state");
  return (
    <>
      <AdScreen
        platform={adPlatforms.volcengine}
        level={search.get("level") === "ad" ? "ad" : "campaign"}
        extra={
          <HeadAction
            icon={<SettingOutlined />}
            label={t("settings")}
            onClick={() => change({ settings: "1" }, false)}
          />
        }
      />
      {isOpen && (
        <Suspense>
          <VolcengineSettings onClose={() => change({ settings: null, account: null })} />
        </Suspense>
      )}
    </>
  );
}
