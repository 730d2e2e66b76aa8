import type { CallFailure } from "@homeroom/contract/client";
import type { RecordId } from "@homeroom/contract/ids";
import type { PageRow } from "@homeroom/contract/landing-pages";
import { useTranslation } from "react-i18next";
import { useCan } from "#platform/access.ts";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { previewAddress, usePageWrites } from "../api/pages.ts";

/** The actions on a page from its row or its editor. */
export interface PageActions {
  /** Opens the settings if they are incomplete. */
  publish: (page: PageRow) => Promise<void>;
  takeOffline: (page: PageRow) => Promise<void>;
  remove: (page: PageRow) => Promise<void>;
  copyAddress: (page: PageRow) => Promise<void>;
  /** Copies a link to the draft for people without an account. */
  sharePreview: (page: PageRow) => Promise<void>;
  copy: (page: PageRow) => void;
  openSettings: (page: PageRow) => void;
}

/** The faults that prevent publishing, by settings field. */
export type Faults = CallFailure["errors"];

interface Opening {
  onCopy: (recordID: RecordId) => void;
  onSettings: (recordID: RecordId, faults?: Faults) => void;
}

/** `onCopy` and `onSettings` open the forms of a copy and of the settings. */
export function usePageActions({ onCopy, onSettings }: Opening): PageActions {
  const { t } = useTranslation("landingPages");
  const can = useCan();
  const { done, failed, undoable } = useFeedback();
  const mayEndTest = useEndOfTest();
  const { publish, takeOffline, remove, restore } = usePageWrites();
  return {
    copy: ({ recordID }) => onCopy(recordID),
    openSettings: ({ recordID }) => onSettings(recordID),
    async publish(page) {
      const { recordID, name } = page;
      if (!(await mayEndTest(page, t("publish")))) return;
      let faults: Faults = [];
      const onFailure = ({ errors }: CallFailure) => {
        faults = errors;
      };
      try {
        await publish(recordID, { onFailure });
        done(t("published", { name }));
      } catch (reason) {
        failed(reason);
        if (faults.length > 0 && can("ad:landing:edit")) onSettings(recordID, faults);
      }
    },
    async takeOffline(page) {
      const { recordID, name, publishStatus } = page;
      if (!(await mayEndTest(page, t("takeOffline")))) return;
      const said = t("takenOffline", { name });
      // The undo would publish the draft, which visitors may not have seen.
      if (publishStatus === "changed") return takeOffline(recordID).then(() => done(said), failed);
      const bringBack = () => void publish(recordID).catch(failed);
      await takeOffline(recordID).then(() => undoable(said, bringBack), failed);
    },
    async remove(page) {
      const { recordID, name, publishStatus } = page;
      if (!(await mayEndTest(page, t("remove")))) return;
      const isOnline = publishStatus === "published" || publishStatus === "changed";
      const restoreOnline = async () => {
        await restore(recordID);
        // For a changed page the undo would publish the draft, which visitors have not seen.
        if (publishStatus === "published" && can("ad:landing:publish")) await publish(recordID);
        else if (isOnline) done(t("backOffline", { name }));
      };
      const bringBack = () => void restoreOnline().catch(failed);
      await remove(recordID).then(() => undoable(t("removed", { name }), bringBack), failed);
    },
    async sharePreview({ recordID }) {
      await previewAddress(recordID)
        .then((url) => navigator.clipboard.writeText(url))
        .then(
          () => done(t("previewCopied")),
          () => failed(t("addressNotCopied")),
        );
    },
    async copyAddress({ url }) {
      await navigator.clipboard.writeText(url).then(
        () => done(t("addressCopied")),
        () => failed(t("addressNotCopied")),
      );
    },
  };
}

/** Asks before an action ends the A/B test of a page, since its figures cannot be restored. */
function useEndOfTest(): (page: PageRow, verb: string) => Promise<boolean> {
  const { t } = useTranslation("landingPages");
  const { confirm } = useFeedback();
  return async ({ name, isSplit }, verb) =>
    !isSplit || confirm({ title: t("split.stop.ask"), detail: t("split.stop.detail", { name }), verb });
}
