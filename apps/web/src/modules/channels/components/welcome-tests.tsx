import type { BranchId } from "@homeroom/contract/ids";
import { Button, Input } from "antd";
import { type SubmitEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { useWelcomeWrites } from "../api/line.ts";
import { formOf, problemOf, type WelcomeDraft } from "../rules/welcome-draft.ts";
import styles from "./welcome-editor.module.css";

interface WelcomeTestsProps {
  branchID: BranchId;
  draft: WelcomeDraft;
  /** Whether the form's contents equal the saved ones. */
  isSaved: boolean;
}

/** Sends the message to the person's own phone: on LINE the saved one, on WhatsApp the one in the form. */
export function WelcomeTests({ branchID, draft, isSaved }: WelcomeTestsProps) {
  const { t } = useTranslation("line");
  const { done, failed } = useFeedback();
  const { testLine, testWhatsapp } = useWelcomeWrites();
  const [busy, setBusy] = useState<"line" | "whatsapp" | null>(null);
  const [lineUserId, setLineUserId] = useState("");
  const [phone, setPhone] = useState("");
  const [areaCode, setAreaCode] = useState("886");
  const send = async (which: "line" | "whatsapp", call: () => Promise<unknown>) => {
    setBusy(which);
    try {
      await call();
      done(t("welcome.tested"));
    } catch (problem) {
      failed(problem);
    } finally {
      setBusy(null);
    }
  };
  const submitLine = (event: SubmitEvent) => {
    event.preventDefault();
    void send("line", () => testLine({ lineUserId: lineUserId.trim(), branchID }));
  };
  const submitWhatsapp = (event: SubmitEvent) => {
    event.preventDefault();
    void send("whatsapp", () => testWhatsapp({ areaCode, phone, segments: formOf(draft).segments, branchID }));
  };
  return (
    <section className={laid("column gap12")} aria-label={t("welcome.test")}>
      <h2 className={laid("line title alignBaseline")}>{t("welcome.test")}</h2>
      <form className={laid("buttons", styles.testLine)} onSubmit={submitLine}>
        <Input
          value={lineUserId}
          aria-label={t("welcome.lineUserId")}
          placeholder={t("welcome.lineUserId")}
          maxLength={100}
          autoComplete="off"
          onChange={({ target }) => setLineUserId(target.value)}
        />
        <Button htmlType="submit" loading={busy === "line"} disabled={lineUserId.trim() === "" || !isSaved}>
          {t("welcome.testLine")}
        </Button>
      </form>
      <p className={layout.hint}>{t(isSaved ? "welcome.testLineHint" : "welcome.testAfterSaving")}</p>
      <form className={laid("buttons", styles.testLine)} onSubmit={submitWhatsapp}>
        <Input
          style={{ flex: "0 0 88px" }}
          value={areaCode}
          aria-label={t("welcome.areaCode")}
          prefix="+"
          inputMode="numeric"
          maxLength={4}
          onChange={({ target }) => setAreaCode(target.value.replace(/\D/g, ""))}
        />
        <Input
          value={phone}
          aria-label={t("welcome.phone")}
          placeholder={t("welcome.phone")}
          inputMode="tel"
          maxLength={20}
          onChange={({ target }) => setPhone(target.value)}
        />
        <Button
          htmlType="submit"
          loading={busy === "whatsapp"}
          disabled={phone.trim() === "" || areaCode === "" || problemOf(draft) !== null}
        >
          {t("welcome.testWhatsapp")}
        </Button>
      </form>
      <p className={layout.hint}>{t("welcome.testWhatsappHint")}</p>
    </section>
  );
}
