import type { PublishStatus } from "@homeroom/contract/landing-pages";
import { useTranslation } from "react-i18next";
import { StatusDot, type Tone } from "#ui/status/status-dot.tsx";

const tones: Readonly<Record<PublishStatus, Tone>> = {
  draft: "quiet",
  published: "success",
  changed: "warning",
  offline: "quiet",
};

/** Whether visitors can see a page, and its last edit. */
export function PublishState({ status }: { status: PublishStatus }) {
  const { t } = useTranslation("landingPages");
  return <StatusDot tone={tones[status]} label={t(`publishStatus.${status}`)} />;
}
