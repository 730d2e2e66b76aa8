import { planUses } from "@homeroom/contract/billing";
import type { NotificationRow } from "@homeroom/contract/notifications";
import { useTranslation } from "react-i18next";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { TintTag } from "#ui/status/tint-tag.tsx";
import { useMyNotifications } from "../../api/queries.ts";
import { useReadNotification } from "../../api/writes.ts";
import { addressOf } from "../../rules/notification-address.ts";
import { Row, RowList } from "./row-list.tsx";

/** The person's notifications. Opening one marks it as read and opens its subject. */
export function NotificationRows({ onOpen }: { onOpen: (address: string) => void }) {
  const { t } = useTranslation("notices");
  const read = useReadNotification();
  const { failed } = useFeedback();
  const handleOpen = (row: NotificationRow) => {
    if (!row.isRead) read.mutate(row.recordID, { onError: failed });
    const address = addressOf(row);
    if (address) onOpen(address);
  };
  return (
    <RowList
      query={useMyNotifications()}
      keyOf={(row) => row.recordID}
      empty={{ title: t("bell.nothing"), detail: t("bell.nothingDetail") }}
      render={(row) => (
        <Row
          title={<Words row={row} />}
          tags={<TintTag color={row.kind === "session.newPlace" ? "red" : "neutral"}>{t(`kind.${row.kind}`)}</TintTag>}
          time={row.time}
          isRead={row.isRead}
          onOpen={() => handleOpen(row)}
        />
      )}
    />
  );
}

const aboutLeads: readonly NotificationRow["kind"][] = [
  "lead.assigned",
  "lead.reminder",
  "message.received",
  "assistant.handedOver",
  "message.notSent",
  "note.mentioned",
];

function Words({ row: { kind, lead, count, details } }: { row: NotificationRow }) {
  const { t } = useTranslation("notices");
  const isAboutLead = aboutLeads.includes(kind);
  if (isAboutLead && !lead) return t(`said.${kind}.hidden`);
  const use = planUses.find((one) => one === details["use"]);
  return t(`said.${kind}.${isAboutLead ? "named" : "plain"}`, {
    name: lead?.nickname,
    count,
    ...details,
    ...(use && { use: t(`planUse.${use}`) }),
    ...(details["problem"] === "notOnSale" && { context: "notOnSale" }),
  });
}
