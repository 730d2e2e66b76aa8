import { MoreOutlined } from "@ant-design/icons";
import { Button, Dropdown, type MenuProps } from "antd";
import { use } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { addTransfer } from "#modules/orders/public.ts";
import { useCan } from "#platform/access.ts";
import { useCopy } from "#ui/feedback/use-copy.ts";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { laid } from "#ui/laid.ts";
import { deleteNote, react } from "../../api/message-actions.ts";
import { whyNotForwarded } from "../../rules/composer/forwarding.ts";
import type { ShownMessage } from "../../rules/shown-message.ts";
import styles from "./bubble.module.css";
import { MessageActions } from "./message-actions.tsx";

interface MessageMenuProps {
  message: ShownMessage;
  mayQuote: boolean;
  /** Whether the viewer wrote it. */
  isMine: boolean;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onQuote: (message: ShownMessage) => void;
  onEditNote: () => void;
}

const reactions = ["👍", "❤️", "😂", "😮", "😢", "🙏"];

/** The actions on a message: reply, react, forward, copy, save; edit and delete for the person's own notes. */
export function MessageMenu(props: MessageMenuProps) {
  const { message, open, onOpenChange } = props;
  const { t } = useTranslation("inbox");
  const items = useItems(props);
  if (items.length === 0) return null;
  return (
    <Dropdown trigger={["click"]} open={open} onOpenChange={onOpenChange} menu={{ items }}>
      <Button
        type="text"
        size="small"
        className={laid("fixed", styles.menu)}
        data-open={open || undefined}
        icon={<MoreOutlined />}
        aria-label={t("message.menu")}
        aria-haspopup="menu"
        aria-description={message.text.slice(0, 60)}
      />
    </Dropdown>
  );
}

type Item = NonNullable<NonNullable<MenuProps["items"]>[number]>;

function useItems({ message, mayQuote, isMine, onQuote, onEditNote }: MessageMenuProps): Item[] {
  const { t } = useTranslation(["inbox", "composer"]);
  const { mayReact, forward, selection } = use(MessageActions);
  const feedback = useFeedback();
  const copy = useCopy();
  const can = useCan();
  const navigate = useNavigate();
  const mayTransfer = can("sale:order:add") || can("sale:order:edit") || can("sale:order:confirm");
  const { revokedAt, text, kind, file } = message;
  if (revokedAt) return [];
  const words = { done: t("message.copied"), failed: t("message.copyFailed") };
  const added = (desk: string) => {
    if (!can("sale:order:query")) return feedback.done(t("message.transferAdded"));
    feedback.offering(t("message.transferAdded"), { verb: t("message.transferOpen"), act: () => void navigate(desk) });
  };
  const items: (Item | false)[] = [
    mayReact(message) && takesReaction(message) && reactionItem(t("composer:react.label"), message, feedback.failed),
    mayQuote && kind !== "note" && { key: "quote", label: t("message.quote"), onClick: () => onQuote(message) },
    ...(forward && selection && whyNotForwarded(message) === null
      ? [
          { key: "forward", label: t("composer:forward.verb"), onClick: () => forward([message]) },
          { key: "choose", label: t("composer:forward.several"), onClick: () => selection.begin(message) },
        ]
      : []),
    mayTransfer &&
      isCustomersPicture(message) && {
        key: "transfer",
        label: t("message.transfer"),
        onClick: () => void addTransfer(message.messageId).then(added, feedback.failed),
      },
    text !== "" && { key: "copy", label: t("message.copy"), onClick: () => void copy(text, words) },
    file?.url != null && {
      key: "save",
      label: (
        <a href={file.url} download={file.name}>
          {t("file.download")}
        </a>
      ),
    },
    ...(kind === "note" && isMine ? noteItems({ t, message, feedback, onEditNote }) : []),
  ];
  return items.filter((item) => item !== false);
}

function isCustomersPicture({ direction, kind, file, outgoing }: ShownMessage): boolean {
  return direction === "in" && kind === "image" && file?.url != null && !outgoing;
}

/** Our reactions reach customers only on WhatsApp. */
function takesReaction({ direction, kind, channelKind, outgoing }: ShownMessage): boolean {
  return direction === "in" && kind !== "system" && channelKind === "whatsapp" && !outgoing;
}

function reactionItem(label: string, message: ShownMessage, failed: (reason: unknown) => void): Item {
  const ours = message.reactions.find(({ direction }) => direction === "out")?.emoji;
  return {
    key: "react",
    type: "group",
    label,
    children: [
      {
        key: "signs",
        className: styles.signs,
        label: (
          <Signs
            ours={ours}
            onPick={(emoji) => void react(message.messageId, emoji === ours ? "" : emoji).catch(failed)}
          />
        ),
      },
    ],
  };
}

function Signs({ ours, onPick }: { ours: string | undefined; onPick: (emoji: string) => void }) {
  const { t } = useTranslation("composer");
  return (
    <span className={laid("flexBox", styles.signRow)}>
      {reactions.map((emoji) => (
        <button
          key={emoji}
          type="button"
          className={laid("bare noPadding round8 text20 hoverable")}
          data-given={emoji === ours || undefined}
          aria-pressed={emoji === ours}
          aria-label={t(emoji === ours ? "react.take" : "react.give", { emoji })}
          onClick={() => onPick(emoji)}
        >
          {emoji}
        </button>
      ))}
    </span>
  );
}

function noteItems(of: {
  t: (key: string) => string;
  message: ShownMessage;
  feedback: ReturnType<typeof useFeedback>;
  onEditNote: () => void;
}): Item[] {
  const { t, message, feedback, onEditNote } = of;
  const handleDelete = async () => {
    const question = { title: t("composer:note.deleteTitle"), detail: t("composer:note.deleteDetail") };
    const agreed = await feedback.confirm({ ...question, verb: t("composer:note.deleteVerb"), danger: true });
    if (agreed) await deleteNote(message.messageId).catch(feedback.failed);
  };
  return [
    { key: "editNote", label: t("composer:note.edit"), onClick: onEditNote },
    { key: "deleteNote", danger: true, label: t("composer:note.delete"), onClick: () => void handleDelete() },
  ];
}
