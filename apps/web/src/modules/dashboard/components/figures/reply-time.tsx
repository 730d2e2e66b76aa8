import { type DashboardFigures, quickAnswerMinutes } from "@homeroom/contract/dashboard";
import { Button, Segmented } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { laid } from "#ui/laid.ts";
import type { FigureFrame } from "../../rules/figure-links.ts";
import { AnswersDrawer } from "./answers-drawer.tsx";
import styles from "./figures.module.css";
import { useFigureText } from "./use-figure-text.ts";

interface ReplyTimeProps {
  figures: Pick<DashboardFigures, "reply" | "compareReply" | "officeReply" | "compareOfficeReply">;
  frame: FigureFrame;
}

/**
 * How long customers waited for a person from their first message without an answer: at any hour of the day, or counted in
 * office hours where a branch has them.
 */
export function ReplyTime({ figures, frame }: ReplyTimeProps) {
  const { t } = useTranslation("dashboard");
  const { number, share, duration } = useFigureText();
  const [open, setOpen] = useState(false);
  const [hours, setHours] = useState<"all" | "office">("all");
  const inOfficeHours = hours === "office" && figures.officeReply !== null;
  const reply = (inOfficeHours && figures.officeReply) || figures.reply;
  const before = (inOfficeHours && figures.compareOfficeReply) || figures.compareReply;
  const median = ({ medianMinutes }: typeof reply) => (medianMinutes === null ? "" : duration(medianMinutes));
  return (
    <section className={laid("card narrowable", styles.panel)}>
      <h2 className={laid("title below8")}>{t("figures.reply")}</h2>
      {figures.officeReply && (
        <Segmented
          className={laid("below8")}
          size="small"
          aria-label={t("figures.reply")}
          value={hours}
          options={(["all", "office"] as const).map((value) => ({ value, label: t(`figures.waitHours.${value}`) }))}
          onChange={setHours}
        />
      )}
      {reply.answers === 0 ? (
        <p className={laid("hint", styles.nothing)}>{t("figures.noAnswers")}</p>
      ) : (
        <dl className={laid("gridBox gap0x12 facts", styles.facts)}>
          <dt>{t("figures.median")}</dt>
          <dd>
            <span className={laid("strong figures text24", styles.value)}>{median(reply)}</span>
            {before.answers > 0 && (
              <span className={laid("inlineMiddle hint figures gap4", styles.change)}>
                {t("figures.wasBefore", { was: median(before) })}
              </span>
            )}
          </dd>
          <dt>{t("figures.quick", { minutes: quickAnswerMinutes })}</dt>
          <dd>
            <span className={laid("strong figures text24", styles.value)}>{share(reply.quick, reply.answers)}</span>
            {before.answers > 0 && (
              <span className={laid("inlineMiddle hint figures gap4", styles.change)}>
                {t("figures.wasBefore", { was: share(before.quick, before.answers) })}
              </span>
            )}
          </dd>
        </dl>
      )}
      <p className={laid("hint", styles.hint)}>{t("figures.replyHint")}</p>
      {reply.answers > 0 && (
        <Button type="link" size="small" onClick={() => setOpen(true)}>
          {t("figures.answers", { number: number(reply.answers) })}
        </Button>
      )}
      {open && <AnswersDrawer frame={frame} inOfficeHours={inOfficeHours} onClose={() => setOpen(false)} />}
    </section>
  );
}
