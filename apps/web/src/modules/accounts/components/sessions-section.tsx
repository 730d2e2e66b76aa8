import { DesktopOutlined, GlobalOutlined, MobileOutlined, TabletOutlined } from "@ant-design/icons";
import type { SessionRow } from "@homeroom/contract/sessions";
import { Skeleton as Bars, Button } from "antd";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { TintTag } from "#ui/status/tint-tag.tsx";
import { RelativeTime } from "#ui/time/relative-time.tsx";
import { useEndOtherSessions, useEndSession, useSessions } from "../api/own-account.ts";
import styles from "./rows.module.css";
import { Section } from "./section.tsx";

const icons: Record<SessionRow["device"], ReactNode> = {
  desktop: <DesktopOutlined />,
  phone: <MobileOutlined />,
  tablet: <TabletOutlined />,
  other: <GlobalOutlined />,
};

/** Where the person is signed in, with buttons to sign out elsewhere. */
export function SessionsSection() {
  const { t } = useTranslation("account");
  const { data, error, isPending, refetch } = useSessions();
  const endOthers = useEndOtherSessions();
  const { confirm, done, failed } = useFeedback();
  const others = data?.filter(({ isCurrent }) => !isCurrent).length ?? 0;
  const handleEndOthers = async () => {
    const sure = await confirm({
      title: t("sessions.endOthersTitle", { count: others }),
      detail: t("sessions.endOthersDetail"),
      verb: t("sessions.endOthers"),
      danger: true,
    });
    if (sure)
      endOthers.mutate(undefined, { onSuccess: (count) => done(t("sessions.ended", { count })), onError: failed });
  };
  return (
    <Section
      title={t("sessions.title")}
      detail={t("sessions.detail")}
      actions={
        others > 0 && (
          <Button loading={endOthers.isPending} onClick={() => void handleEndOthers()}>
            {t("sessions.endOthers")}
          </Button>
        )
      }
    >
      {isPending && <Bars active title={false} paragraph={{ rows: 2 }} className={layout.above12 ?? ""} />}
      {error && !data && (
        <p className={layout.above12} role="alert">
          {error} <Button onClick={() => void refetch()}>{t("again")}</Button>
        </p>
      )}
      <ul className={laid("noPadding unmarked", styles.rows)}>
        {data?.map((session) => (
          <Row key={session.recordID} session={session} />
        ))}
      </ul>
    </Section>
  );
}

function Row({ session }: { session: SessionRow }) {
  const { t } = useTranslation("account");
  const end = useEndSession();
  const { failed } = useFeedback();
  const { browser, system, address, branchName, isCurrent } = session;
  const name =
    browser && system ? t("sessions.device", { browser, system }) : browser || system || t("sessions.unknown");
  return (
    <li className={laid("middle gap12 pad12x0 lineAbove", styles.row)}>
      <span className={laid("centre quiet fixed sunkenGround round10", styles.icon)} aria-hidden>
        {icons[session.device]}
      </span>
      <div className={layout.grow}>
        <div className={laid("middleWrap strong breaking gap2x8")}>
          {name}
          {isCurrent && <TintTag color="green">{t("sessions.current")}</TintTag>}
        </div>
        <div className={laid("small figures flexBox wrap", styles.facts)}>
          <span>{address}</span>
          <span>{branchName}</span>
          <span>
            {t("sessions.signedIn")} <RelativeTime inText value={session.signInTime} />
          </span>
          <span>
            {t("sessions.lastUsed")} <RelativeTime inText value={session.lastUsedTime} />
          </span>
        </div>
      </div>
      {!isCurrent && (
        <Button
          size="small"
          loading={end.isPending}
          aria-label={t("sessions.endNamed", { name })}
          onClick={() => end.mutate(session.recordID, { onError: failed })}
        >
          {t("sessions.end")}
        </Button>
      )}
    </li>
  );
}
