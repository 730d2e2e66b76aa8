import { DeleteOutlined, EditOutlined, PlusOutlined } from "@ant-design/icons";
import type { LeadChannel } from "@homeroom/contract/media";
import { useTranslation } from "react-i18next";
import { Link, useNavigate } from "react-router";
import { useCan } from "#platform/access.ts";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { SmallIconButton } from "#ui/icon/small-icon-button.tsx";
import { laid } from "#ui/laid.ts";
import { TintTag } from "#ui/status/tint-tag.tsx";
import { useChannelWrites } from "../api.ts";
import { numberOfUses } from "../rules/uses.ts";
import styles from "./channel-tree.module.css";

interface ChannelTreeProps {
  channels: readonly LeadChannel[];
  /** Including those hidden by a search. */
  all: readonly LeadChannel[];
  /** Opens the form of a channel by its id, or of a new one below it (`below:<id>`). */
  onForm: (form: string) => void;
}

/** Primary channels, each with its secondary ones. */
export function ChannelTree({ channels, all, onForm }: ChannelTreeProps) {
  return (
    <ul className={laid("gridBox itemsStart gap12 noPadding unmarked", styles.list)}>
      {channels.map((channel) => (
        <li key={channel.recordID} className={laid("frame clip")}>
          <Line channel={channel} below={belowIn(all, channel)} isPrimary onForm={onForm} />
          {channel.children.length > 0 && (
            <ul className={laid("noPadding unmarked")}>
              {channel.children.map((child) => (
                <li key={child.recordID}>
                  <Line channel={child} below={0} isPrimary={false} onForm={onForm} />
                </li>
              ))}
            </ul>
          )}
        </li>
      ))}
    </ul>
  );
}

function belowIn(all: readonly LeadChannel[], { recordID }: LeadChannel): number {
  return all.find((one) => one.recordID === recordID)?.children.length ?? 0;
}

interface LineProps {
  channel: Omit<LeadChannel, "children">;
  /** How many secondary channels it has. */
  below: number;
  isPrimary: boolean;
  onForm: ChannelTreeProps["onForm"];
}

function Line({ channel, below, isPrimary, onForm }: LineProps) {
  const { t } = useTranslation("channelSettings");
  const can = useCan();
  const remove = useRemoveChannel();
  const { recordID, name, isDefault, useCount = 0 } = channel;
  const filter = isPrimary ? "channel" : "secondaryChannel";
  return (
    <div className={laid("row lineAbove minHeight40", styles.line)} data-primary={isPrimary || undefined}>
      <span className={laid("breaking narrowable", styles.name)}>{name}</span>
      {isDefault && (
        <span title={t("defaultHint")}>
          <TintTag color="neutral">{t("default")}</TintTag>
        </span>
      )}
      {useCount > 0 && (
        <Link className={laid("number push text12", styles.uses)} to={`/lead/list?${filter}=${recordID}`}>
          {t("uses", { number: numberOfUses(useCount), count: useCount })}
        </Link>
      )}
      <span className={laid("fixed flexBox", styles.actions)}>
        {isPrimary && can("org:channel:add") && (
          <SmallIconButton
            icon={<PlusOutlined />}
            title={t("addSecondary")}
            label={t("addBelow", { name })}
            onClick={() => onForm(`below:${recordID}`)}
          />
        )}
        {!isDefault && can("org:channel:edit") && (
          <SmallIconButton
            icon={<EditOutlined />}
            title={t("rename")}
            label={t("renameOne", { name })}
            onClick={() => onForm(recordID)}
          />
        )}
        {!isDefault && can("org:channel:delete") && (
          <SmallIconButton
            icon={<DeleteOutlined />}
            title={t("remove.verb")}
            label={t("removeOne", { name })}
            onClick={() => void remove({ ...channel, below, filter })}
          />
        )}
      </span>
    </div>
  );
}

interface ChannelToRemove extends Pick<LeadChannel, "recordID" | "name" | "useCount"> {
  below: number;
  /** The lead list filter for its leads. */
  filter: "channel" | "secondaryChannel";
}

/** Removes a channel after a confirmation; if something prevents it, that is shown first, with a link. */
function useRemoveChannel(): (channel: ChannelToRemove) => Promise<void> {
  const { t } = useTranslation("channelSettings");
  const { confirm, done, failed } = useFeedback();
  const { remove } = useChannelWrites();
  const navigate = useNavigate();
  return async ({ recordID, name, below, filter, useCount = 0 }) => {
    if (below > 0) return failed(t("remove.hasSecondary", { name, count: below }));
    if (useCount > 0) {
      const detail = t("remove.hasLeads", { number: numberOfUses(useCount), count: useCount });
      const see = await confirm({ title: t("remove.inUse", { name }), detail, verb: t("remove.seeLeads") });
      if (see) await navigate(`/lead/list?${filter}=${recordID}`);
      return;
    }
    const question = { title: t("remove.title", { name }), detail: t("remove.detail"), verb: t("remove.verb") };
    if (!(await confirm({ ...question, danger: true }))) return;
    await remove({ recordID }).then(() => done(t("remove.done", { name })), failed);
  };
}
