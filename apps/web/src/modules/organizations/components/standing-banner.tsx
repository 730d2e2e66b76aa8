import { ClockCircleOutlined } from "@ant-design/icons";
import { useTranslation } from "react-i18next";
import { Link, useLocation } from "react-router";
import { useCan, useUser } from "#platform/access.ts";
import { useNow } from "#platform/date-view.ts";
import { dateText } from "#platform/dates.ts";
import { usePreference } from "#platform/preferences.ts";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { standingOf } from "../rules/standing.ts";
import styles from "./banner.module.css";

/**
 * Shown above every screen while a trial or plan is about to end, is in its grace period, or has ended. Only the last is
 * shown to everybody.
 */
export function StandingBanner() {
  const { t } = useTranslation("organizations");
  const { organization } = useUser();
  const [language] = usePreference("language");
  const { pathname } = useLocation();
  const can = useCan();
  const standing = standingOf(organization, useNow());
  if (!standing) return null;
  const { kind, days, until } = standing;
  if (kind !== "expired" && !can("org:info:query", "bill:plan:query")) return null;
  const isBuyer = can("bill:plan:buy");
  const canPay = isBuyer && pathname !== "/system/payment";
  const told = kind === "expired" && !isBuyer ? "expiredForStaff" : kind;
  const isTrial = organization.membership === "trial" || organization.trialOver;
  const ended = t(isTrial ? "standing.trialOver" : "standing.planOver");
  const date = dateText(until, { language, zone: organization.timeZone });
  return (
    <section
      className={laid("row text13 leading20", styles.banner)}
      data-tone={kind === "trialEnds" || kind === "planEnds" ? "warning" : "danger"}
    >
      <ClockCircleOutlined aria-hidden />
      <p className={layout.grow}>
        {days === 0 ? t(`standing.${kind}Today`, { date, ended }) : t(`standing.${told}`, { count: days, date, ended })}
      </p>
      {canPay && (
        <Link to="/system/payment" className={laid("inheritColour oneLine", styles.action)}>
          {t(isTrial ? "standing.buy" : "standing.renew")}
        </Link>
      )}
    </section>
  );
}
