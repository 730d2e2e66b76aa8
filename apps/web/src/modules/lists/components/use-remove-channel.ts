import type { LeadChannel } from "@homeroom/contract/media";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { useChannelWrites } from "../api.ts";
import { numberOfUses } from "../rules/uses.ts";

interface Removed extends Pick<LeadChannel, "recordID" | "name" | "useCount"> {
  below: number;
  /** The filter of the lead list that keeps its leads. */
  filter: "channel" | "secondaryChannel";
}

/** Removes a channel after a question; what stands in the way is said first, with the way to it. */
export function useRemoveChannel(): (channel: Removed) => Promise<void> {
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
