import { ReloadOutlined } from "@ant-design/icons";
import type { WhatsappChannel } from "@homeroom/contract/channels";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNumberText } from "#platform/number-text.ts";
import { FactList } from "#ui/detail-page/detail-page.tsx";
import { SmallIconButton } from "#ui/icon/small-icon-button.tsx";
import { StatusDot, type Tone } from "#ui/status/status-dot.tsx";
import { RelativeTime } from "#ui/time/relative-time.tsx";
import { useWhatsappWrites } from "../api/whatsapp.ts";
import { peopleOfLimit } from "../rules/text-keys.ts";

const tones = { green: "success", yellow: "warning", red: "danger", unknown: "quiet" } as const satisfies Record<
  string,
  Tone
>;

/** An answer older than this is refetched. */
const freshMs = 3_600_000;

/** The number's state at WhatsApp, reloaded if it is old. */
export function Standing({ channel }: { channel: WhatsappChannel }) {
  const { t } = useTranslation("channels");
  const { reloadStanding } = useWhatsappWrites();
  const { recordID, standing, stopped, status } = channel;
  const [busy, setBusy] = useState(false);
  const askedRef = useRef(false);
  const reload = async () => {
    setBusy(true);
    // A failed request shows by the time of the last answer.
    await reloadStanding(recordID).catch(() => undefined);
    setBusy(false);
  };
  useEffect(() => {
    const isOld = !standing || standing.quality === "unknown" || Date.now() - Date.parse(standing.checkedAt) > freshMs;
    if (!isOld || askedRef.current || stopped || status !== 1) return;
    askedRef.current = true;
    void reload();
  });
  const people = standing ? peopleOfLimit(standing.limit) : undefined;
  const number = useNumberText();
  const limit =
    people === null
      ? t("standing.noLimit")
      : people === undefined
        ? (standing?.limit ?? "")
        : t("standing.people", { number: number(people) });
  return (
    <FactList
      facts={[
        {
          label: t("standing.quality"),
          value: standing ? <StatusDot tone={tones[standing.quality]} label={t(`standing.${standing.quality}`)} /> : "",
        },
        { label: t("standing.limit"), value: limit },
        { label: t("standing.verifiedName"), value: standing?.verifiedName ?? "" },
        {
          label: t("standing.checkedAt"),
          value: (
            <>
              {standing && <RelativeTime value={standing.checkedAt} />}
              <SmallIconButton
                icon={<ReloadOutlined spin={busy} />}
                disabled={busy}
                label={t("standing.reload", { name: channel.name })}
                onClick={() => void reload()}
              />
            </>
          ),
        },
      ]}
    />
  );
}
