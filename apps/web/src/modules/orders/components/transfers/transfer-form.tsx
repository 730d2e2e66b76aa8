import { moneyText } from "@homeroom/contract/currencies";
import type { ProofMatch, ProofRow } from "@homeroom/contract/transfer-proofs";
import { Alert, Button, Checkbox, Input } from "antd";
import { type ReactNode, useDeferredValue, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { useCan } from "#platform/access.ts";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { ErrorState } from "#ui/states/error-state.tsx";
import { useTransferMatches, useTransferWrites } from "../../api/transfers.ts";
import { MoneyInput } from "../money-input.tsx";
import { TransferMatches } from "./transfer-matches.tsx";

interface TransferFormProps {
  proof: ProofRow;
  onDone: () => void;
}

/** What staff read from a picture, the matching orders, and the buttons to confirm or reject. */
export function TransferForm({ proof, onDone }: TransferFormProps) {
  const { t } = useTranslation("orders");
  const [amount, setAmount] = useState<number | null>(proof.amount);
  const [payer, setPayer] = useState(proof.payer);
  const [reference, setReference] = useState(proof.reference);
  const [chosen, setChosen] = useState<string | null>(null);
  const [sendsReceipt, setSendsReceipt] = useState(true);
  const { recordID } = proof;
  const facts = useDeferredValue({ recordID, payer, reference, ...(amount !== null && { amount }) });
  const matches = useTransferMatches(facts);
  const list = matches.data?.list ?? [];
  // A chosen order that no longer matches is not replaced: money could go to the wrong order.
  const order = chosen === null ? surest(list) : list.find(({ orderID }) => orderID === chosen);
  const paid = amount ?? order?.due ?? 0;
  const usedFor = matches.data?.usedFor ?? null;
  return (
    <div className={laid("column gap12")}>
      <Field label={t("transfers.amount")}>
        {(id) => (
          <MoneyInput
            id={id}
            currency={order?.currency ?? proof.currency ?? undefined}
            value={amount}
            placeholder={order && String(order.due)}
            onChange={setAmount}
          />
        )}
      </Field>
      <Field label={t("transfers.payer")}>
        {(id) => <Input id={id} value={payer} maxLength={100} onChange={({ target }) => setPayer(target.value)} />}
      </Field>
      <Field label={t("transfers.reference")}>
        {(id) => (
          <Input id={id} value={reference} maxLength={64} onChange={({ target }) => setReference(target.value)} />
        )}
      </Field>
      {usedFor && <Alert type="error" showIcon title={t("transfers.usedFor", { orderID: usedFor })} />}
      {matches.isError && !matches.data ? (
        <ErrorState message={matches.error} onRetry={() => void matches.refetch()} />
      ) : (
        <TransferMatches list={list} loading={matches.isPending} chosen={order?.orderID ?? null} onChoose={setChosen} />
      )}
      {order && <Difference paid={paid} order={order} />}
      <Checkbox checked={sendsReceipt} onChange={({ target }) => setSendsReceipt(target.checked)}>
        {t("transfers.sendsReceipt")}
      </Checkbox>
      <Decide
        proof={proof}
        order={order}
        said={{ amount: paid, payer, reference, sendsReceipt }}
        isDuplicate={usedFor !== null || proof.twin?.state === "confirmed"}
        onDone={onDone}
      />
    </div>
  );
}

/** How much is missing for the amount due, or too much for the open amount. */
function Difference({ paid, order: { due, open, currency } }: { paid: number; order: ProofMatch }) {
  const { t } = useTranslation("orders");
  if (paid >= due && paid <= open) return null;
  const isLess = paid < due;
  return (
    <p className={layout.small}>
      {t(isLess ? "transfers.less" : "transfers.excess", {
        amount: moneyText(isLess ? due - paid : paid - open, currency),
      })}
    </p>
  );
}

/** The unambiguous order: the one of the upload, or the only one of its lead with this amount. */
function surest(list: readonly ProofMatch[]): ProofMatch | undefined {
  const [first, second] = list;
  if (!first) return undefined;
  const weight = (one: ProofMatch) => Number(one.isSameLead) + 2 * Number(one.isSameAmount) + Number(one.isSameName);
  if (first.isShownFor) return first;
  return !second || weight(first) > weight(second) ? first : undefined;
}

interface DecideProps {
  proof: ProofRow;
  order: ProofMatch | undefined;
  said: { amount: number; payer: string; reference: string; sendsReceipt: boolean };
  isDuplicate: boolean;
  onDone: () => void;
}

function Decide({ proof: { recordID, version }, order, said, isDuplicate, onDone }: DecideProps) {
  const { t } = useTranslation("orders");
  const can = useCan();
  const { confirm: ask, done, failed } = useFeedback();
  const { confirm, reject } = useTransferWrites();
  const [busy, setBusy] = useState<"confirm" | "reject" | null>(null);
  const run = async (what: "confirm" | "reject", work: () => Promise<string | null>) => {
    setBusy(what);
    await work().then((text) => {
      if (text === null) return;
      done(text);
      onDone();
    }, failed);
    setBusy(null);
  };
  const handleConfirm = () =>
    run("confirm", async () => {
      if (!order) return null;
      const { orderID, currency } = order;
      const question = { title: t("transfers.duplicateTitle"), detail: t("transfers.duplicateDetail") };
      if (isDuplicate && !(await ask({ ...question, verb: t("transfers.duplicateVerb"), danger: true }))) return null;
      const form = { recordID, version, orderID, note: "", ...said, acceptsDuplicate: isDuplicate };
      const outcome = await confirm(form);
      return t(`transfers.done.${outcome}`, { orderID, amount: moneyText(said.amount, currency) });
    });
  const handleReject = () =>
    run("reject", async () => {
      const question = { title: t("transfers.rejectTitle"), detail: t("transfers.rejectDetail") };
      if (!(await ask({ ...question, verb: t("confirm.reject"), danger: true }))) return null;
      await reject({ recordID, version, note: "" });
      return t("confirm.rejectDone");
    });
  return (
    can("sale:order:confirm") && (
      <div className={laid("buttons justifyEnd")}>
        <Button
          danger
          type="text"
          loading={busy === "reject"}
          disabled={busy !== null}
          onClick={() => void handleReject()}
        >
          {t("confirm.reject")}
        </Button>
        <Button
          type="primary"
          loading={busy === "confirm"}
          disabled={!order || said.amount <= 0 || busy !== null}
          onClick={() => void handleConfirm()}
        >
          {order ? t("transfers.confirm", { amount: moneyText(said.amount, order.currency) }) : t("confirm.verb")}
        </Button>
      </div>
    )
  );
}

function Field({ label, children }: { label: string; children: (id: string) => ReactNode }) {
  const id = useId();
  return (
    <div className={laid("column gap4")}>
      <label htmlFor={id}>{label}</label>
      {children(id)}
    </div>
  );
}
