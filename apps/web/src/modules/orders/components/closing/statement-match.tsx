import { UploadOutlined } from "@ant-design/icons";
import type { closing, StatementPayment } from "@homeroom/contract/closing";
import { moneyText } from "@homeroom/contract/currencies";
import type { ResponseOf } from "@homeroom/contract/endpoint";
import type { BranchId } from "@homeroom/contract/ids";
import type { CurrencyCode } from "@homeroom/contract/money";
import { Button } from "antd";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { FileInput } from "#ui/choice/file-input.tsx";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { laid } from "#ui/laid.ts";
import { useAddress, withParts } from "#ui/page/use-address.ts";
import { StatusDot, type Tone } from "#ui/status/status-dot.tsx";
import { useMatchStatement } from "../../api/closing.ts";
import styles from "./closing.module.css";

type StatementResult = ResponseOf<typeof closing.match>;

/** Compares a bank statement with the booked transfers: the matches, and what only one side has. */
export function StatementMatch({ branchID }: { branchID: BranchId }) {
  const { t } = useTranslation("orders");
  const { failed } = useFeedback();
  const match = useMatchStatement();
  const input = useRef<HTMLInputElement>(null);
  const take = (file: File | undefined) => {
    if (file) match.mutate({ branchID, file }, { onError: failed });
  };
  return (
    <section className={styles.statement}>
      <h2 className={laid("title above16 below8")}>{t("statement.title")}</h2>
      <p className={laid("quiet below12")}>{t("statement.hint")}</p>
      <Button icon={<UploadOutlined />} loading={match.isPending} onClick={() => input.current?.click()}>
        {t("statement.choose")}
      </Button>
      <FileInput ref={input} accept=".csv,.txt,.xlsx" label={t("statement.choose")} onFiles={([file]) => take(file)} />
      {match.data && <Result matched={match.data} />}
    </section>
  );
}

function Result({ matched: { rows, missing, currency } }: { matched: StatementResult }) {
  const { t } = useTranslation("orders");
  const open = rows.filter(({ payment }) => !payment);
  const found = rows.length - open.length;
  return (
    <>
      <p className={laid("above16 below8")} role="status">
        {t("statement.found", { number: found, count: found })} · {t("statement.onlyBank", { number: open.length })} ·{" "}
        {t("statement.onlyHere", { number: missing.length })}
      </p>
      <div className={laid("frame scrollX")}>
        <table
          className={laid("figures wide collapsed quietHead ruledCells", `${styles.table} ${styles.rows}`)}
          aria-label={t("statement.title")}
        >
          <thead>
            <tr>
              <th scope="col">{t("closing.day")}</th>
              <th scope="col">{t("statement.text")}</th>
              <th scope="col" className={styles.figure}>
                {t("fields.amount")}
              </th>
              <th scope="col">{t("statement.booked")}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ line, day, text, amount, payment, isSure }) => (
              <tr key={line}>
                <td>{day}</td>
                <td className={laid("breaking maxWidth320")}>{text}</td>
                <td className={styles.figure}>{moneyText(amount, currency)}</td>
                <td>
                  {payment ? (
                    <Booked payment={payment} tone={isSure ? "success" : "warning"} isSure={isSure} />
                  ) : (
                    <StatusDot tone="danger" label={t("statement.notBooked")} />
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {missing.length > 0 && <Missing missing={missing} currency={currency} />}
    </>
  );
}

function Booked({ payment, tone, isSure }: { payment: StatementPayment; tone: Tone; isSure: boolean }) {
  const { t } = useTranslation("orders");
  return (
    <>
      <StatusDot tone={tone} label={t(isSure ? "statement.sure" : "statement.maybe")} />
      <br />
      <OrderLink payment={payment} />
    </>
  );
}

function Missing({ missing, currency }: { missing: readonly StatementPayment[]; currency: CurrencyCode }) {
  const { t } = useTranslation("orders");
  return (
    <>
      <h3 className={laid("title above16 below8")}>{t("statement.missing")}</h3>
      <ul className={laid("bareList")}>
        {missing.map((payment) => (
          <li
            key={`${payment.orderID} ${payment.day} ${payment.amount} ${payment.reference}`}
            className={laid("line gap12 justifyBetween pad8x0 lineBelow figures")}
          >
            <span>
              {payment.day} · <OrderLink payment={payment} />
            </span>
            <span>{moneyText(payment.amount, currency)}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Opens an order beside the result: another page would lose it, and the file would have to be uploaded again. */
function OrderLink({ payment: { leadName, orderID } }: { payment: StatementPayment }) {
  const { search } = useAddress();
  return (
    <Link to={{ search: withParts(search, { order: orderID }).toString() }} preventScrollReset>
      {leadName} · {orderID}
    </Link>
  );
}
