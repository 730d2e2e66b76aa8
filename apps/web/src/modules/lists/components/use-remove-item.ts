import type { CustomList, ListItem } from "@homeroom/contract/media";
import { useTranslation } from "react-i18next";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { useItemWrites } from "../api.ts";
import { numberOfUses, userOf } from "../rules/uses.ts";

/** Removes an item after a confirmation; for one in use it offers to turn it off instead. */
export function useRemoveItem(list: CustomList): (item: ListItem) => Promise<void> {
  const { t } = useTranslation("leadSettings");
  const { confirm, done, failed } = useFeedback();
  const { save, remove } = useItemWrites(list);

  const offerOff = async (item: ListItem) => {
    const { recordID, name, color, useCount } = item;
    const uses = { count: useCount, number: numberOfUses(useCount) };
    const why = useCount > 0 ? t(`used.by.${userOf(list)}`, uses) : t("used.somewhere");
    const title = t("used.title", { name });
    if (item.status === 0) return failed(`${title} ${why}`);
    if (!(await confirm({ title, detail: `${why}${t("used.off")}`, verb: t("used.verb") }))) return;
    const form = { recordID, name, status: 0 as const, ...(color && { color: color as "red" }) };
    await save(form).then(() => done(t("turnedOff", { name })), failed);
  };

  return async (item) => {
    if (item.useCount > 0) return offerOff(item);
    const { name } = item;
    const question = { title: t("remove.title", { name }), detail: t("remove.detail"), verb: t("remove.verb") };
    if (!(await confirm({ ...question, danger: true }))) return;
    let isUsed = false;
    const report = {
      onFailure: (failure: { name: string | null }) => {
        isUsed = failure.name === "SETTING_ITEM_IN_USE";
      },
    };
    try {
      await remove(item, report);
      done(t("remove.done", { name }));
    } catch (reason) {
      if (isUsed) await offerOff(item);
      else failed(reason);
    }
  };
}
