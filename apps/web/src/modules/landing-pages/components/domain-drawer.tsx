import type { CallFailure } from "@homeroom/contract/client";
import type { Domain } from "@homeroom/contract/landing-domains";
import { Alert, Button, Drawer, Input } from "antd";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { Unread } from "#ui/states/unread.tsx";
import { StatusDot, type Tone } from "#ui/status/status-dot.tsx";
import { RelativeTime } from "#ui/time/relative-time.tsx";
import { useDomains, useDomainWrites } from "../api/settings.ts";
import styles from "./domain-drawer.module.css";

const tones: Readonly<Record<Domain["state"], Tone>> = { verifying: "warning", ok: "success", failed: "danger" };

/** The organisation's own host names: what to enter at the domain's provider, and whether it is in place. */
export function DomainDrawer({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("landingPages");
  const domains = useDomains();
  return (
    <Drawer open title={t("domains.title")} size={520} onClose={onClose}>
      {!domains.data && <Unread query={domains} />}
      {domains.data?.target === null && <Alert type="info" showIcon title={t("domains.notSetUp")} />}
      {domains.data && domains.data.target !== null && (
        <Domains target={domains.data.target} list={domains.data.list} />
      )}
    </Drawer>
  );
}

function Domains({ target, list }: { target: string; list: readonly Domain[] }) {
  const { t } = useTranslation("landingPages");
  const { failed } = useFeedback();
  const { add } = useDomainWrites();
  const faultId = useId();
  const [host, setHost] = useState("");
  const [busy, setBusy] = useState(false);
  const [isWrong, setWrong] = useState(false);
  const handleAdd = async () => {
    let isRefused = false;
    const onFailure = ({ name }: CallFailure) => {
      isRefused = name === "FIELD_INVALID";
    };
    setBusy(true);
    await add(host, { onFailure }).then(
      () => setHost(""),
      (reason) => (isRefused ? setWrong(true) : failed(reason)),
    );
    setBusy(false);
  };
  return (
    <div className={layout.stack}>
      <p className={layout.quiet}>{t("domains.detail")}</p>
      <form
        className={layout.line}
        onSubmit={(event) => {
          event.preventDefault();
          void handleAdd();
        }}
      >
        <Input
          value={host}
          status={isWrong ? "error" : ""}
          aria-invalid={isWrong}
          aria-describedby={isWrong ? faultId : undefined}
          onChange={(event) => {
            setHost(event.target.value);
            setWrong(false);
          }}
          maxLength={253}
          inputMode="url"
          placeholder={t("domains.example")}
          aria-label={t("domains.host")}
        />
        <Button htmlType="submit" type="primary" disabled={host.trim() === ""} loading={busy}>
          {t("domains.add")}
        </Button>
      </form>
      {isWrong && (
        <p id={faultId} role="alert" className={layout.danger}>
          {t("domains.wrong")}
        </p>
      )}
      <ul className={laid("column bareList gap12")}>
        {list.map((domain) => (
          <Row key={domain.recordID} domain={domain} target={target} />
        ))}
      </ul>
    </div>
  );
}

function Row({ domain, target }: { domain: Domain; target: string }) {
  const { t } = useTranslation("landingPages");
  const { confirm, done, failed } = useFeedback();
  const { check, remove } = useDomainWrites();
  const [busy, setBusy] = useState(false);
  const handleCheck = async () => {
    setBusy(true);
    await check(domain.recordID).then(({ state }) => state === "ok" && done(t("domains.works")), failed);
    setBusy(false);
  };
  const handleRemove = async () => {
    const question = { title: t("domains.ask", domain), detail: t("domains.askDetail"), verb: t("domains.remove") };
    if (await confirm({ ...question, danger: true })) await remove(domain.recordID).catch(failed);
  };
  return (
    <li className={laid("pad12x16 outlined round12")}>
      <div className={laid("middleWrap gap4x12")}>
        <b className={layout.breaking}>{domain.host}</b>
        <StatusDot tone={tones[domain.state]} label={t(`domains.states.${domain.state}`)} />
        {domain.checkTime && <RelativeTime value={domain.checkTime} />}
      </div>
      {domain.state !== "ok" && (
        <dl className={laid("sunken gridBox pad8x12", styles.record)}>
          <dt className={layout.quiet}>{t("domains.type")}</dt>
          <dd>{t("domains.cname")}</dd>
          <dt className={layout.quiet}>{t("domains.name")}</dt>
          <dd>{domain.host}</dd>
          <dt className={layout.quiet}>{t("domains.value")}</dt>
          <dd>{target}</dd>
        </dl>
      )}
      {domain.problem && <p className={laid("danger above8")}>{t(`domains.problems.${domain.problem}`)}</p>}
      <div className={laid("line above8")}>
        <Button size="small" loading={busy} onClick={() => void handleCheck()}>
          {t("domains.check")}
        </Button>
        <Button size="small" type="text" danger onClick={() => void handleRemove()}>
          {t("domains.remove")}
        </Button>
      </div>
    </li>
  );
}
