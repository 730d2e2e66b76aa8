import type { InvoiceChoice, InvoiceChoiceKind } from "@homeroom/contract/invoice-choice";
import { useEffect, useId, useRef } from "react";
import { useTranslation } from "react-i18next";
import styles from "./pay.module.css";
import type { PayView } from "./use-pay-page.ts";

const kinds = ["member", "mobileBarcode", "certificate", "donation", "company"] as const satisfies InvoiceChoiceKind[];

/** The contract's fields that each kind requires. */
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

const numeric = ["loveCode", "companyNumber"];

/** The customer says where the e-invoice goes. The server checks it: the page has no schemas. */
export function InvoiceOfOrder({ choice, view }: { choice: InvoiceChoice | null; view: PayView }) {
  const { t } = useTranslation("pay");
  const { written, wrong, write } = view.invoice;
  const wanted = written ?? choice ?? nothing;
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (wrong.length > 0) form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [wrong]);
  const isSaved = choice !== null && fields.every((name) => choice[name] === wanted[name]);
  const { kind } = wanted;
  return (
    <form
      ref={form}
      // Otherwise the browser would show errors in its own language.
      noValidate
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
        onChange={({ target }) => write({ ...nothing, kind: target.value as InvoiceChoiceKind })}
      >
        {kinds.map((value) => (
          <option key={value} value={value}>
            {t(`invoice.choice.${value}`)}
          </option>
        ))}
      </select>
      {fieldsOf[kind].map((name) => (
        <InvoiceField
          key={name}
          name={name}
          words={wordsOf(name, kind)}
          value={wanted[name]}
          isWrong={wrong.includes(name)}
          onChange={(value) => write({ ...wanted, [name]: value })}
        />
      ))}
      <button type="submit" className={styles.second} disabled={view.busy || isSaved}>
        {t(isSaved ? "invoice.saved" : "invoice.save")}
      </button>
    </form>
  );
}

type FieldName = Exclude<keyof InvoiceChoice, "kind">;

/** The texts of a field: a carrier has those of its kind. */
function wordsOf(name: FieldName, kind: InvoiceChoiceKind) {
  if (name !== "carrier") return name;
  return kind === "certificate" ? kind : "mobileBarcode";
}

interface InvoiceFieldProps {
  name: FieldName;
  words: ReturnType<typeof wordsOf>;
  value: string;
  isWrong: boolean;
  onChange: (value: string) => void;
}

/** One field with its format below, in red once the server has refused it. */
function InvoiceField({ name, words, value, isWrong, onChange }: InvoiceFieldProps) {
  const { t } = useTranslation("pay");
  const hintID = useId();
  const hasHint = isWrong || (name !== "email" && name !== "companyName");
  return (
    <label className={styles.labelled}>
      <span className={styles.quiet}>{t(`invoice.field.${words}`)}</span>
      <input
        className={styles.field}
        type={name === "email" ? "email" : "text"}
        required={name !== "email"}
        aria-invalid={isWrong}
        {...(hasHint && { "aria-describedby": hintID })}
        {...(numeric.includes(name) && { inputMode: "numeric" })}
        {...(name === "carrier" && { autoCapitalize: "characters" })}
        value={value}
        onChange={({ target }) => onChange(name === "carrier" ? target.value.toUpperCase() : target.value)}
      />
      {hasHint && (
        <span id={hintID} className={isWrong ? styles.wrong : styles.hint}>
          {t(`invoice.hint.${words}`)}
        </span>
      )}
    </label>
  );
}
