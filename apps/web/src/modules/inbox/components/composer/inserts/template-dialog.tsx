import { SearchOutlined } from "@ant-design/icons";
import type { ConversationCard } from "@homeroom/contract/chat";
import type { TemplateChoice } from "@homeroom/contract/chat-templates";
import type { MessageId } from "@homeroom/contract/ids";
import { Alert, Button, Input, type InputRef, Modal, Select } from "antd";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { newId } from "#platform/ids.ts";
import { useClearing } from "#ui/choice/use-clearing.tsx";
import { isComposing } from "#ui/keyboard/shortcut.ts";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { EmptyState } from "#ui/states/empty-state.tsx";
import { ErrorState } from "#ui/states/error-state.tsx";
import { Skeleton } from "#ui/states/skeleton.tsx";
import { useMessageCost } from "../../../api/message-cost.ts";
import { sendTemplate, useTemplateChoices } from "../../../api/templates.ts";
import {
  firstGap,
  firstValues,
  matching,
  shownTemplate,
  type TemplateValues,
} from "../../../rules/composer/template-values.ts";
import { TemplateBody } from "../../message/template-body.tsx";
import { CostText } from "../cost-text.tsx";
import styles from "./template-dialog.module.css";
import { type ChosenPicture, TemplatePicture } from "./template-picture.tsx";

interface TemplateDialogProps {
  card: ConversationCard;
  onClose: () => void;
  onSent: () => void;
}

/** Chooses a template, fills in its placeholders, shows what the customer will see, and sends it. */
export function TemplateDialog({ card, onClose, onSent }: TemplateDialogProps) {
  const { t } = useTranslation("inbox");
  const [chosen, setChosen] = useState<TemplateChoice | null>(null);
  return (
    <Modal
      open
      title={chosen ? chosen.name : t("template.title", { name: card.nickname })}
      footer={null}
      width={760}
      onCancel={onClose}
      destroyOnHidden
    >
      {chosen ? (
        <Filling card={card} choice={chosen} onBack={() => setChosen(null)} onClose={onClose} onSent={onSent} />
      ) : (
        <Choosing card={card} onChoose={setChosen} />
      )}
    </Modal>
  );
}

function Choosing({ card, onChoose }: { card: ConversationCard; onChoose: (choice: TemplateChoice) => void }) {
  const clearing = useClearing();
  const { t } = useTranslation("inbox");
  const [search, setSearch] = useState("");
  const [language, setLanguage] = useState<string | undefined>();
  const { data, error, isPending, refetch } = useTemplateChoices({
    leadId: card.leadId,
    channel: card.channel.channelId,
  });
  const searchRef = useFocusOnce(data !== undefined);
  if (isPending) return <Skeleton height={240} />;
  if (!data) return <ErrorState message={error ?? ""} onRetry={() => void refetch()} />;
  if (data.length === 0) return <EmptyState title={t("template.none")} detail={t("template.noneDetail")} />;
  const languages = [...new Set(data.map((one) => one.language))];
  const found = matching(data, search).filter((one) => language === undefined || one.language === language);
  return (
    <>
      <div className={laid("line below12", styles.tools)}>
        <Input
          ref={searchRef}
          type="search"
          allowClear
          prefix={<SearchOutlined aria-hidden />}
          value={search}
          placeholder={t("template.search")}
          aria-label={t("template.search")}
          onChange={(event) => setSearch(event.target.value)}
        />
        {languages.length > 1 && (
          <Select
            allowClear={clearing}
            value={language}
            placeholder={t("template.anyLanguage")}
            aria-label={t("template.anyLanguage")}
            options={languages.map((value) => ({ value, label: t(`template.language.${value}`) }))}
            onChange={setLanguage}
          />
        )}
      </div>
      {found.length === 0 && <p className={layout.hint}>{t("template.noMatch")}</p>}
      <ul className={laid("gridBox gap8 scrollY unmarked pad2", styles.choices)}>
        {found.map((choice) => (
          <li key={choice.recordID}>
            <button
              type="button"
              className={laid("closeGrid wide pad10x12 outlined round8 surface hoverable textColour pointer textStart")}
              onClick={() => onChoose(choice)}
            >
              <span className={laid("baseline breaking wrap justifyBetween gap0x12")}>
                <b>{choice.name}</b>
                <span className={layout.hint}>
                  {t(`template.language.${choice.language}`)} · {t(`template.category.${choice.category}`)}
                </span>
              </span>
              <span className={laid("clamp2 breaking")}>{choice.body}</span>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

interface FillingProps extends TemplateDialogProps {
  choice: TemplateChoice;
  onBack: () => void;
}

function Filling({ card, choice, onBack, onClose, onSent }: FillingProps) {
  const { t } = useTranslation("inbox");
  const [values, setValues] = useState<TemplateValues>(() => firstValues(choice));
  // Pressing again after a lost answer sends the same message.
  const [messageId] = useState(() => newId<MessageId>());
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [wrong, setWrong] = useState<readonly string[]>([]);
  const firstRef = useFocusOnce(true);
  const { data: cost } = useMessageCost(card);
  const [picture, setPicture] = useState<ChosenPicture | null>(null);
  const pictureUrl = picture?.url ?? choice.pictureUrl;
  const hasGap = firstGap(choice, values) !== null || (choice.type === "image" && !pictureUrl);

  const handleSend = async () => {
    setBusy(true);
    setProblem(null);
    try {
      const request = { leadId: card.leadId, channel: card.channel.channelId, messageId, templateID: choice.recordID };
      const header = picture && { headerImage: picture.fileID };
      await sendTemplate({ ...request, variables: { ...values }, ...header }, setWrong);
      onSent();
      onClose();
    } catch (reason) {
      setProblem(typeof reason === "string" ? reason : t("template.failed"));
    } finally {
      setBusy(false);
    }
  };
  return (
    <form
      className={laid("gridBox", styles.filling)}
      onSubmit={(event) => {
        event.preventDefault();
        if (!hasGap && !busy) void handleSend();
      }}
    >
      <div className={laid("gridBox contentStart gap12")}>
        {problem && <Alert type="error" showIcon title={problem} />}
        {choice.type === "image" && <TemplatePicture choice={choice} onChoose={setPicture} />}
        {choice.places.length === 0 && choice.type !== "image" && (
          <p className={layout.hint}>{t("template.noPlaces")}</p>
        )}
        {choice.places.map(({ key, part, sample }, index) => (
          <label key={key} className={layout.closeGrid}>
            <span>
              {part === "body"
                ? t("template.place", { number: key.slice("body.".length) })
                : t(`template.${part}Place`)}
            </span>
            <Input
              ref={index === 0 ? firstRef : null}
              value={values[key] ?? ""}
              maxLength={1024}
              placeholder={sample ? t("template.example", { sample }) : ""}
              status={wrong.includes(`variables.${key}`) ? "error" : ""}
              onChange={(event) => setValues({ ...values, [key]: event.target.value })}
              onKeyDown={(event) => {
                // The Enter that ends an input method's composition does not send.
                if (event.key === "Enter" && isComposing(event.nativeEvent)) event.preventDefault();
              }}
            />
          </label>
        ))}
      </div>
      <div>
        <p className={layout.hint}>{t("template.preview")}</p>
        <div className={laid("sunken pad10x12")}>
          <TemplateBody shown={shownTemplate(choice, values)} pictureUrl={pictureUrl} />
        </div>
        {choice.category === "marketing" && <p className={layout.hint}>{t("template.marketing")}</p>}
        <p className={layout.hint} title={t("template.price")}>
          {cost ? <CostText cost={cost[choice.category]} /> : t("template.price")}
        </p>
      </div>
      <div className={laid("line justifyBetween spanAll")}>
        <Button onClick={onBack}>{t("template.back")}</Button>
        <Button type="primary" htmlType="submit" loading={busy} disabled={hasGap}>
          {t("template.send")}
        </Button>
      </div>
    </form>
  );
}

/**
 * A field that takes the focus once, when it appears. The kit sets refs on every render: a callback ref would take it each
 * time.
 */
function useFocusOnce(isThere: boolean) {
  const ref = useRef<InputRef>(null);
  useEffect(() => {
    if (isThere) ref.current?.focus({ preventScroll: true });
  }, [isThere]);
  return ref;
}
