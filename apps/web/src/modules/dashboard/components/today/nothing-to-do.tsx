import { CheckCircleOutlined } from "@ant-design/icons";
import type { TodayReason } from "@homeroom/contract/today";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useCan } from "#platform/access.ts";
import { EmptyState } from "#ui/states/empty-state.tsx";
import { useIsConnected } from "../../api/today.ts";

/** Done is said, and where there may be more to do. Without a channel nothing can come, and that is said instead. */
export function NothingToDo({ reason }: { reason: TodayReason | undefined }) {
  const { t } = useTranslation("dashboard");
  const mayChat = useCan()("chat:message:query");
  const isConnected = useIsConnected(mayChat);
  return (
    <EmptyState
      icon={<CheckCircleOutlined />}
      title={t(reason ? "today.noneOfIt" : "today.done")}
      detail={t(isConnected ? "today.doneDetail" : "today.notConnected")}
      {...(!reason && {
        action: (
          <Link to={mayChat ? "/chat/whatsapp" : "/lead/list"}>{t(`today.goOn.${mayChat ? "chat" : "leads"}`)}</Link>
        ),
      })}
    />
  );
}
