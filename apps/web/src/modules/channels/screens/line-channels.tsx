import { LiffForm, type LineChannel } from "@homeroom/contract/line";
import { Button, Input, Tabs } from "antd";
import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { useCan } from "#platform/access.ts";
import { DrawerForm } from "#ui/drawer-form/drawer-form.tsx";
import { FormField } from "#ui/drawer-form/form-field.tsx";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { Page } from "#ui/page/page.tsx";
import { PageHeader } from "#ui/page/page-header.tsx";
import { useAddress } from "#ui/page/use-address.ts";
import { ErrorState } from "#ui/states/error-state.tsx";
import { useDelayed } from "#ui/time/use-delayed.ts";
import { useLineChannels, useLineWrites } from "../api/line.ts";
import { ChannelSkeleton } from "../components/channel-skeleton.tsx";
import { LineCard } from "../components/line-card.tsx";
import { LineEditor } from "../components/line-form.tsx";
import { WebhookAddress } from "../components/webhook-address.tsx";
import styles from "./whatsapp-channels.module.css";

const Welcome = lazy(async () => ({ default: (await import("./welcome-message.tsx")).WelcomeMessage }));

/** The branches' LINE accounts, and their welcome messages. */
export function LineChannels() {
  const { t } = useTranslation("line");
  const can = useCan();
  const { search, change } = useAddress();
  const mayWelcome = can("org:welcome:query");
  const tab = mayWelcome && search.get("tab") === "welcome" ? "welcome" : "accounts";
  return (
    <Page>
      <PageHeader title={t("title")} />
      {mayWelcome && (
        <Tabs
          activeKey={tab}
          items={(["accounts", "welcome"] as const).map((key) => ({ key, label: t(`tabs.${key}`) }))}
          onChange={(key) => change({ tab: key === "welcome" ? key : null, edit: null, liff: null })}
        />
      )}
      {tab === "accounts" ? (
        <Accounts />
      ) : (
        <Suspense fallback={<div className={styles.waiting} />}>
          <Welcome />
        </Suspense>
      )}
    </Page>
  );
}

function Accounts() {
  const can = useCan();
  const { search, change } = useAddress();
  const { data, error, isPending, refetch } = useLineChannels();
  const late = useDelayed(isPending);
  if (isPending) return <div className={styles.waiting}>{late && <ChannelSkeleton />}</div>;
  if (!data) return <ErrorState message={error ?? ""} onRetry={() => void refetch()} />;
  const mayEdit = can("org:line:edit");
  const named = (name: "edit" | "liff") => data.find(({ branch }) => mayEdit && branch.branchID === search.get(name));
  const [edited, liff] = [named("edit"), named("liff")];
  return (
    <div className={layout.grid}>
      {data.map((channel) => (
        <LineCard
          key={channel.branch.branchID}
          channel={channel}
          onEdit={() => change({ edit: channel.branch.branchID })}
          onEditLiff={() => change({ liff: channel.branch.branchID })}
        />
      ))}
      {edited && <LineEditor channel={edited} onClose={() => change({ edit: null })} />}
      {liff && <LiffEditor channel={liff} onClose={() => change({ liff: null })} />}
    </div>
  );
}

/** The web page that opens inside LINE for a branch's customers. */
function LiffEditor({ channel, onClose }: { channel: LineChannel; onClose: () => void }) {
  const { t } = useTranslation("line");
  const { done } = useFeedback();
  const { saveLiff } = useLineWrites();
  const { branch, liffID, endpointURL, liffEndpoint } = channel;
  return (
    <DrawerForm
      open
      title={t("liff.title", { branch: branch.name })}
      schema={LiffForm}
      initialValues={{ branchID: branch.branchID, liffID, endpointURL }}
      onSubmit={saveLiff}
      onDone={() => {
        done(t("form.saved"));
        onClose();
      }}
      onClose={onClose}
    >
      <FormField name="liffID" label={t("fields.liffID")} hint={t("liff.idHint")}>
        <Input placeholder={t("liff.idExample")} autoComplete="off" maxLength={50} />
      </FormField>
      <FormField name="endpointURL" label={t("fields.endpointURL")} hint={t("liff.urlHint")}>
        <EndpointInput own={liffEndpoint} />
      </FormField>
      {liffEndpoint && <WebhookAddress label={t("liff.own")} address={liffEndpoint} hint={t("liff.ownHint")} />}
    </DrawerForm>
  );
}

interface EndpointInputProps {
  /** Our own page for it; empty if there is none. */
  own: string;
  id?: string;
  value?: string;
  onChange?: (value: string) => void;
}

/** The address of a LIFF app's page, with a button for our own. */
function EndpointInput({ own, id, value, onChange }: EndpointInputProps) {
  const { t } = useTranslation("line");
  return (
    <div className={laid("middleWrap gap8")}>
      <Input
        {...{ id, value }}
        className={laid("grow")}
        placeholder={t("linkExample")}
        inputMode="url"
        autoComplete="off"
        maxLength={1000}
        onChange={(event) => onChange?.(event.target.value)}
      />
      {own && value !== own && <Button onClick={() => onChange?.(own)}>{t("liff.useOwn")}</Button>}
    </div>
  );
}
