import {
  CheckCircleOutlined,
  ClockCircleOutlined,
  MailOutlined,
  MoreOutlined,
  SearchOutlined,
  UndoOutlined,
} from "@ant-design/icons";
import type { ConversationCard } from "@homeroom/contract/chat";
import { Button, Dropdown } from "antd";
import { useTranslation } from "react-i18next";
import { useNarrow } from "#ui/page/use-narrow.ts";
import { useStateActions } from "../states/state-actions.ts";

interface StateActionsProps {
  card: ConversationCard;
  /** There is no room for buttons beside the name. */
  folds?: boolean;
  onSearch: () => void;
}

/** The actions on a conversation as a whole: search, snooze, close, reopen. */
export function StateActions({ card, folds = false, onSearch }: StateActionsProps) {
  const { t } = useTranslation("inbox");
  const narrow = useNarrow(576);
  const actions = useStateActions();
  const items = [
    { key: "search", label: t("find.title"), icon: <SearchOutlined />, onClick: onSearch },
    ...(card.can.label ? stateItems() : []),
    ...(actions
      ? [{ key: "unread", label: t("states.unread"), icon: <MailOutlined />, onClick: () => actions.unread(card) }]
      : []),
  ];
  const shown = narrow || folds ? [] : items.filter(({ key }) => key !== "unread");
  const folded = items.filter((item) => !shown.includes(item));

  return (
    <>
      {shown.map(({ key, label, ...item }) => (
        <Button key={key} type="text" {...item} aria-label={label} title={label} />
      ))}
      {folded.length > 0 && (
        <Dropdown trigger={["click"]} menu={{ items: folded }}>
          <Button type="text" icon={<MoreOutlined />} aria-label={t("states.more")} title={t("states.more")} />
        </Dropdown>
      )}
    </>
  );

  function stateItems() {
    if (!actions) return [];
    const { snooze, close, reopen } = actions;
    const later = {
      key: "snooze",
      label: t("states.snooze"),
      icon: <ClockCircleOutlined />,
      onClick: () => snooze(card),
    };
    if (card.state === "open")
      return [
        later,
        { key: "close", label: t("states.close"), icon: <CheckCircleOutlined />, onClick: () => close(card) },
      ];
    const open = { key: "reopen", label: t("states.reopen"), icon: <UndoOutlined />, onClick: () => reopen(card) };
    return card.state === "snoozed" ? [later, open] : [open];
  }
}
