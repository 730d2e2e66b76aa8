import { useTranslation } from "react-i18next";
import { useCan } from "#platform/access.ts";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { useAddress } from "#ui/page/use-address.ts";
import { Unread } from "#ui/states/unread.tsx";
import { usePaymentPlatforms } from "../api.ts";
import { PlatformCard } from "./platform-card.tsx";
import { PlatformForm } from "./platform-form.tsx";
import styles from "./platforms.module.css";

/** How customers can pay: a card for each platform, set up or not. */
export function PlatformsTab() {
  const { t } = useTranslation("paymentPlatforms");
  const can = useCan();
  const { search, change } = useAddress();
  const query = usePaymentPlatforms();
  const { data } = query;
  const edited = data?.find(({ provider }) => provider === search.get("edit"));
  return (
    <section className={layout.stack} aria-label={t("title")}>
      <p className={layout.quiet}>{t("intro")}</p>
      {!data && <Unread query={query} height={180} />}
      {data && (
        <div className={laid("grid", styles.cards)}>
          {data.map((platform) => (
            <PlatformCard
              key={platform.provider}
              platform={platform}
              onEdit={() => change({ edit: platform.provider }, false)}
            />
          ))}
        </div>
      )}
      {edited && can("org:pay:edit") && (
        <PlatformForm key={edited.provider} platform={edited} onClose={() => change({ edit: null })} />
      )}
    </section>
  );
}
