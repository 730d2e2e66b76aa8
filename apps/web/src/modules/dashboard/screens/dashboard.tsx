import { useTranslation } from "react-i18next";
import { useCan, useUser } from "#platform/access.ts";
import { useDateView, useNow } from "#platform/date-view.ts";
import { dayText, timeText } from "#platform/dates.ts";
import { Avatar } from "#ui/avatar/avatar.tsx";
import layout from "#ui/layout.module.css";
import { Page } from "#ui/page/page.tsx";
import { EmptyState } from "#ui/states/empty-state.tsx";
import { useUnreadConversations } from "../api.ts";
import { Figures } from "../components/figures/figures.tsx";
import { NextCard } from "../components/next-card.tsx";
import { SetUpList } from "../components/set-up-list.tsx";
import { useLiveDashboard } from "../realtime.ts";
import { chatCardOf, greetingAt } from "../rules/greeting.ts";
import styles from "./dashboard.module.css";

/** The start of the day: a greeting, where the work is, and how things go. */
export function Dashboard() {
  const { t } = useTranslation("dashboard");
  const user = useUser();
  const can = useCan();
  const view = useDateView();
  const now = useNow();
  const hour = Number(timeText(now, view).slice(0, 2));
  const chats = can("chat:message:query");
  const leads = can("crm:lead:query");
  useLiveDashboard();
  const unread = useUnreadConversations(chats);
  const connectAt = can("org:whatsapp:edit")
    ? "/organization/whatsapp"
    : can("org:line:edit")
      ? "/organization/line"
      : null;
  const chatCard = chatCardOf(unread, connectAt);

  return (
    <Page>
      <header className={`${layout.middle} ${styles.greeting}`}>
        <Avatar name={user.nickname} picture={user.avatar} size={56} />
        <div>
          <h1 className={styles.hello}>{t(`hello.${greetingAt(hour)}`, { name: user.nickname })}</h1>
          <p className={layout.quiet}>
            {user.organization.name} · {user.branch.name} · {dayText(now, view, now)} {timeText(now, view)}
          </p>
        </div>
      </header>
      <SetUpList />
      <h2 className={`${layout.title} ${styles.title}`}>{t("next")}</h2>
      <div className={`${layout.grid} ${styles.cards}`}>
        {chats && (
          <NextCard
            to={chatCard.to}
            icon="message"
            title={t(`chat.${chatCard.title}`)}
            detail={t(`chat.${chatCard.detail}`, { number: unread?.conversations })}
            lively={chatCard.detail === "unread"}
          />
        )}
        {leads && <NextCard to="/lead/list" icon="client" title={t("leads.title")} detail={t("leads.detail")} />}
      </div>
      {can("dash:home:query") && <Figures />}
      {!chats && !leads && <EmptyState title={t("nothing.title")} detail={t("nothing.detail")} />}
    </Page>
  );
}
