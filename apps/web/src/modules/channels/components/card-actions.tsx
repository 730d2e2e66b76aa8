import { EditOutlined } from "@ant-design/icons";
import type { WhatsappChannel } from "@homeroom/contract/channels";
import { Button, Switch } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useCan } from "#platform/access.ts";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { useAddress } from "#ui/page/use-address.ts";
import { useWhatsappWrites } from "../api/whatsapp.ts";

/** Editing a number, and switching it on and off. */
export function CardActions({ channel }: { channel: WhatsappChannel }) {
  const { t } = useTranslation("channels");
  const can = useCan();
  const { failed, confirm } = useFeedback();
  const { change } = useAddress();
  const { setStatus } = useWhatsappWrites();
  const [busy, setBusy] = useState(false);
  if (!can("org:whatsapp:edit")) return null;
  const { recordID, name, status } = channel;
  const handleSwitch = async (on: boolean) => {
    const question = {
      title: t("form.offTitle", { name }),
      detail: t("form.offDetail"),
      verb: t("form.off"),
      danger: true,
    };
    if (!on && !(await confirm(question))) return;
    setBusy(true);
    await setStatus(recordID, Number(on)).catch(failed);
    setBusy(false);
  };
  return (
    <>
      <Switch
        checked={status === 1}
        loading={busy}
        aria-label={t("form.switch", { name })}
        onChange={(on) => void handleSwitch(on)}
      />
      <Button
        icon={<EditOutlined />}
        aria-label={t("form.editOne", { name })}
        onClick={() => change({ channel: recordID, new: null })}
      >
        {t("form.edit")}
      </Button>
    </>
  );
}
