import { Button } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";

interface ConnectButtonProps {
  label: string;
  primary: boolean;
  /** Fetches the sign-in address; the person returns to this screen. */
  signInAddress: () => Promise<string>;
}

/** Opens the platform's sign-in page. */
export function ConnectButton({ label, primary, signInAddress }: ConnectButtonProps) {
  const { failed } = useFeedback();
  const [busy, setBusy] = useState(false);
  const handleConnect = () => {
    setBusy(true);
    signInAddress().then(
      (address) => location.assign(address),
      (reason: unknown) => {
        failed(reason);
        setBusy(false);
      },
    );
  };
  return (
    <Button type={primary ? "primary" : "default"} loading={busy} onClick={handleConnect}>
      {label}
    </Button>
  );
}

interface ReloadButtonProps {
  reload: () => Promise<unknown>;
  /** The message after success. */
  said: string;
}

/** Fetches the accounts from the platform again. */
export function ReloadButton({ reload, said }: ReloadButtonProps) {
  const { t } = useTranslation("advertising");
  const { done, failed } = useFeedback();
  const [busy, setBusy] = useState(false);
  const handleReload = () => {
    setBusy(true);
    void reload()
      .then(() => done(said), failed)
      .finally(() => setBusy(false));
  };
  return (
    <Button loading={busy} onClick={handleReload}>
      {t("meta.reload")}
    </Button>
  );
}

interface DisconnectButtonProps {
  disconnect: () => Promise<unknown>;
  title: string;
  detail: string;
  /** The message after success. */
  said: string;
}

/** Ends the connection after a confirmation. */
export function DisconnectButton({ disconnect, title, detail, said }: DisconnectButtonProps) {
  const { t } = useTranslation("advertising");
  const { confirm, done, failed } = useFeedback();
  const handleDisconnect = async () => {
    const sure = await confirm({ title, detail, verb: t("meta.disconnect"), danger: true });
    if (sure) await disconnect().then(() => done(said), failed);
  };
  return (
    <div>
      <Button type="text" danger onClick={() => void handleDisconnect()}>
        {t("meta.disconnect")}
      </Button>
    </div>
  );
}
