import type { InvoiceChoice, InvoiceChoiceKind } from "@homeroom/contract/invoice-choice";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import styles from "./pay.module.css";
import type { PayView } from "./use-pay-page.ts";

const kinds = ["member", "mobileBarcode", "certificate", "donation", "company"] as const satisfies InvoiceChoiceKind[];

/** What each kind asks for, by the contract's fields. */
const fieldsOf = {
  member: ["email"],
  mobileBarcode: ["carrier"],
  certificate: ["carrier"],
  donation: ["loveCode"],
  company: ["companyNumber", "companyName", "email"],
} as const satisfies Record<InvoiceChoiceKind, readonly (keyof InvoiceChoice)[]>;

const nothing: InvoiceChoice = {
  ...{ kind: "member", carrier: "", loveCode: "", companyNumber: "", companyName: "", email: "" },
};

const fields = Object.keys(nothing) as (keyof InvoiceChoice)[];

/** The customer says where the e-invoice goes. The server checks it: the page has no schemas. */
export function InvoiceOfOrder({ choice, view }: { choice: InvoiceChoice | null; view: PayView }) {
  const { t } = useTranslation("pay");
  const [wanted, setWanted] = useState<InvoiceChoice>(choice ?? nothing);
  const isSaved = choice !== null && fields.every((name) => choice[name] === wanted[name]);
  const { kind } = wanted;
  return (
    <form
      className={styles.card}
      onSubmit={(event) => {
        event.preventDefault();
        view.chooseInvoice(wanted);
      }}
      aria-label={t("invoice.title")}
    >
      <h2 className={styles.title}>{t("invoice.title")}</h2>
      <select
        className={styles.field}
        value={kind}
        aria-label={t("invoice.title")}
        onChange={({ target }) => setWanted({ ...nothing, kind: target.value as InvoiceChoiceKind })}
      >
        {kinds.map((value) => (
          <option key={value} value={value}>
            {t(`invoice.choice.${value}`)}
          </option>
        ))}
      </select>
      {fieldsOf[kind].map((name) => (
        <label key={name} className={styles.labelled}>
          <span className={styles.quiet}>
            {name === "carrier" && (kind === "mobileBarcode" || kind === "certificate")
              ? t(`invoice.field.${kind}`)
              : name !== "carrier" && t(`invoice.field.${name}`)}
          </span>
          <input
            className={styles.field}
            type={name === "email" ? "email" : "text"}
            required={name !== "email"}
            value={wanted[name]}
            onChange={({ target }) => setWanted({ ...wanted, [name]: target.value })}
          />
        </label>
      ))}
      <button type="submit" className={styles.second} disabled={view.busy || isSaved}>
        {t(isSaved ? "invoice.saved" : "invoice.save")}
      </button>
    </form>
  );
}
