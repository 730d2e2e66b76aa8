import { moneyText } from "@homeroom/contract/currencies";
import { type LinkedCard, renewalDays } from "@homeroom/contract/linked-card";
import { Alert, Button } from "antd";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useCan } from "#platform/access.ts";
import { useDateView } from "#platform/date-view.ts";
import { dateText } from "#platform/dates.ts";
import { PendingButton } from "#ui/choice/pending-button.tsx";
import { DetailSection, FactList } from "#ui/detail-page/detail-page.tsx";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { useAddress } from "#ui/page/use-address.ts";
import { ErrorState } from "#ui/states/error-state.tsx";
import { useLinkedCard } from "../api/queries.ts";
import { useCardWrites } from "../api/writes.ts";

/** The payment account that renews the plan, and linking or unlinking it. */
export function RenewalCard() {
  const { t } = useTranslation("billing");
  const can = useCan();
  useReturnFromPlatform();
  const { data, error, refetch } = useLinkedCard();
  if (!data) return error && <ErrorState message={error} onRetry={() => void refetch()} />;
  if (!data.canLink && !data.card) return null;
  const { card, canLink } = data;
  return (
    <DetailSection title={t("card.title")}>
      {card ? <Facts card={card} /> : <p className={layout.small}>{t("card.none", { number: renewalDays })}</p>}
      {card?.problem && (
        <div className={layout.above12}>
          <Alert type="warning" showIcon title={t(`card.problem.${card.problem}`)} />
        </div>
      )}
      {can("bill:plan:buy") && (
        <div className={laid("buttons above16")}>
          {canLink && <LinkButton isNew={!card} />}
          {card && <UnlinkButton />}
        </div>
      )}
    </DetailSection>
  );
}

function Facts({ card: { label, chargeTime, amount, currency, problem } }: { card: LinkedCard }) {
  const { t } = useTranslation("billing");
  const view = useDateView();
  const next = chargeTime && amount !== null && `${dateText(chargeTime, view)} · ${moneyText(amount, currency)}`;
  return (
    <FactList
      facts={[
        { label: t("card.account"), value: `PayPal ${label}` },
        {
          label: t("card.next"),
          value: <span className={layout.figures}>{next || t(problem ? "card.paused" : "card.nothing")}</span>,
        },
      ]}
    />
  );
}

/** Opens PayPal, from where the person comes back to this screen. */
function LinkButton({ isNew }: { isNew: boolean }) {
  const { t } = useTranslation("billing");
  const { failed } = useFeedback();
  const { start } = useCardWrites();
  const [isBusy, setIsBusy] = useState(false);
  const handleClick = () => {
    setIsBusy(true);
    start().then(
      (address) => window.location.assign(address),
      (error: string) => {
        setIsBusy(false);
        failed(error);
      },
    );
  };
  return (
    <Button loading={isBusy} onClick={handleClick}>
      {t(isNew ? "card.link" : "card.again")}
    </Button>
  );
}

function UnlinkButton() {
  const { t } = useTranslation("billing");
  const { confirm, done, failed } = useFeedback();
  const { unlink } = useCardWrites();
  const handleClick = async () => {
    const isSure = await confirm({
      title: t("card.unlinkTitle"),
      detail: t("card.unlinkDetail"),
      verb: t("card.unlink"),
      danger: true,
    });
    if (isSure) await unlink().then(() => done(t("card.unlinked")), failed);
  };
  return (
    <PendingButton type="text" danger run={handleClick}>
      {t("card.unlink")}
    </PendingButton>
  );
}

/** Finishes linking once the person comes back from the platform, and removes the result from the address. */
function useReturnFromPlatform(): void {
  const { t } = useTranslation("billing");
  const { search, change } = useAddress();
  const { done, failed } = useFeedback();
  const { finish } = useCardWrites();
  const back = search.get("card");
  const isTaken = useRef(false);
  useEffect(() => {
    if (back === null || isTaken.current) return;
    isTaken.current = true;
    change({ card: null, token: null, approval_token_id: null, approval_session_id: null });
    if (back === "agreed") void finish().then(() => done(t("card.linked")), failed);
    else failed(t("card.cancelled"));
  }, [back, change, finish, done, failed, t]);
}
