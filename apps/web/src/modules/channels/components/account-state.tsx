import { ExclamationCircleFilled } from "@ant-design/icons";
import type { WhatsappChannel } from "@homeroom/contract/channels";
import { useTranslation } from "react-i18next";
import { useDateView } from "#platform/date-view.ts";
import { minuteText } from "#platform/dates.ts";
import { laid } from "#ui/laid.ts";
import { RelativeTime } from "#ui/time/relative-time.tsx";

/** What WhatsApp decided about the business account, what cannot be sent meanwhile, and until when. */
export function AccountState({ account }: { account: NonNullable<WhatsappChannel["account"]> }) {
  const { t } = useTranslation("channels");
  const view = useDateView();
  const { state, at, detail, blocks, until } = account;
  const title = t(`account.${state}`);
  return (
    <section className={laid("flexBox wrap alignStart gap12 pad12x16 round8 dangerTint")} aria-label={title}>
      <ExclamationCircleFilled className={laid("danger text16 leading22")} aria-hidden />
      <div className={laid("narrowable basis200")}>
        <p className={laid("danger strong")} title={detail}>
          {title}
          <span className={laid("before8 text12 regular")}>
            <RelativeTime value={at} />
          </span>
        </p>
        {blocks.map((kind) => (
          <p key={kind}>{t(`account.${kind}`)}</p>
        ))}
        {until && <p>{t("account.until", { at: minuteText(until, view) })}</p>}
        <p className={laid("above4 text12 leading20")}>{t("account.todo")}</p>
      </div>
    </section>
  );
}
