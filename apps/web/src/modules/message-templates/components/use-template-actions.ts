import type { TemplateLanguage, TemplateRow } from "@homeroom/contract/message-templates";
import { useTranslation } from "react-i18next";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { useTemplateWrites } from "../api.ts";

/** The actions on a template in its row. */
export interface TemplateActions {
  submit: (template: TemplateRow) => Promise<void>;
  copy: (template: TemplateRow, language: TemplateLanguage) => Promise<void>;
  remove: (template: TemplateRow) => Promise<void>;
  setStatus: (template: TemplateRow, open: boolean) => Promise<void>;
}

/** `onCopied` receives the draft made by a copy. */
export function useTemplateActions(onCopied: (recordID: string) => void): TemplateActions {
  const { t } = useTranslation("messageTemplates");
  const { done, failed, confirm } = useFeedback();
  const { submit, copy, remove, setStatus } = useTemplateWrites();
  return {
    async submit({ recordID, name }) {
      await submit(recordID).then(() => done(t("saved.submitted", { name })), failed);
    },
    async copy({ recordID, name }, language) {
      try {
        const copied = await copy(recordID, language);
        done(t("copied", { name, language: t(`language.${language}`) }));
        onCopied(copied);
      } catch (reason) {
        failed(reason);
      }
    },
    async remove({ recordID, name, known }) {
      const agreed = await confirm({
        title: t("removeTitle", { name }),
        detail: t(known ? "removeKnown" : "removeDraft"),
        verb: t("remove"),
        danger: true,
      });
      if (agreed) await remove(recordID).then(() => done(t("removed", { name })), failed);
    },
    async setStatus({ recordID }, open) {
      await setStatus(recordID, Number(open)).catch(failed);
    },
  };
}
