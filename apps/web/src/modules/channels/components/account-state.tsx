import { ExclamationCircleFilled } from "@ant-design/icons";
import type { WhatsappChannel } from "@homeroom/contract/channels";
import { useTranslation } from "react-i18next";
import { useDateView } from "#platform/date-view.ts";
import { minuteText } from "#platform/dates.ts";
import layout from "#ui/layout.module.css";
import { RelativeTime } from "#ui/time/relative-time.tsx";

/** What WhatsApp decided about the business account, what cannot be sent meanwhile, and until when. */
export function AccountState({ account }: { account: NonNullable<WhatsappChannel["account"]> }) {
  const { t } = useTranslation("channels");
  const view = useDateView();
  const { state, at, detail, blocks, until } = account;
  const title = t(`account.${state}`);
  return (
    <section
      className={`${layout.flexBox} ${layout.wrap} ${layout.alignStart} ${layout.gap12} ${layout.pad12x16} ${layout.round8} ${layout.dangerTint}`}
      aria-label={title}
    >
      <ExclamationCircleFilled className={`${layout.danger} ${layout.text16} ${layout.leading22}`} aria-hidden />
      <div className={`${layout.narrowable} ${layout.basis200}`}>
        <p className={`${layout.danger} ${layout.strong}`} title={detail}>
          {title}
          <span className={`${layout.before8} ${layout.text12} ${layout.regular}`}>
            <RelativeTime value={at} />
          </span>
        </p>
        {blocks.map((kind) => (
          <p key={kind}>{t(`account.${kind}`)}</p>
        ))}
        {until && <p>{t("account.until", { at: minuteText(until, view) })}</p>}
        <p className={`${layout.above4} ${layout.text12} ${layout.leading20}`}>{t("account.todo")}</p>
      </div>
    </section>
  );
}
