import { Segmented } from "antd";
import { useTranslation } from "react-i18next";
import { useCan, useUser } from "#platform/access.ts";
import { useDateView, useNow } from "#platform/date-view.ts";
import { dayText, timeText } from "#platform/dates.ts";
import { Avatar } from "#ui/avatar/avatar.tsx";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { Page } from "#ui/page/page.tsx";
import { useAddress } from "#ui/page/use-address.ts";
import { EmptyState } from "#ui/states/empty-state.tsx";
import { Figures } from "../components/figures/figures.tsx";
import { SetUpList } from "../components/set-up-list.tsx";
import { Today } from "../components/today/today.tsx";
import { greetingAt } from "../rules/greeting.ts";
import styles from "./dashboard.module.css";

type Part = "today" | "figures";

/** The start of the day: the list of today and the figures. People who see everybody's figures start with those. */
export function Dashboard() {
  const { t } = useTranslation("dashboard");
  const can = useCan();
  const { search, change } = useAddress();
  const works = can("chat:message:query") || can("crm:lead:query");
  const parts: Part[] = [...(works ? ["today" as const] : []), ...(can("dash:home:query") ? ["figures" as const] : [])];
  const usual: Part | undefined = parts.includes("figures") && can("dash:home:all") ? "figures" : parts[0];
  const shown = parts.find((part) => part === search.get("show")) ?? usual;
  return (
    <Page>
      <Greeting />
      <SetUpList />
      {parts.length > 1 && shown && (
        <Segmented<Part>
          className={laid("below16 notOnPaper")}
          value={shown}
          aria-label={t("parts.title")}
          options={parts.map((part) => ({ value: part, label: t(`parts.${part}`) }))}
          onChange={(part) => change({ show: part === usual ? null : part, lead: null })}
        />
      )}
      {shown === "today" && <Today />}
      {shown === "figures" && <Figures />}
      {!shown && <EmptyState title={t("nothing.title")} detail={t("nothing.detail")} />}
    </Page>
  );
}

function Greeting() {
  const { t } = useTranslation("dashboard");
  const user = useUser();
  const view = useDateView();
  const now = useNow();
  const hour = Number(timeText(now, view).slice(0, 2));
  return (
    <header className={laid("middle gap16", styles.greeting)}>
      <Avatar name={user.nickname} picture={user.avatar} size={56} />
      <div>
        <h1 className={laid("strong text20 leading28")}>{t(`hello.${greetingAt(hour)}`, { name: user.nickname })}</h1>
        <p className={layout.quiet}>
          {user.organization.name} · {user.branch.name} · {dayText(now, view, now)} {timeText(now, view)}
        </p>
      </div>
    </header>
  );
}
