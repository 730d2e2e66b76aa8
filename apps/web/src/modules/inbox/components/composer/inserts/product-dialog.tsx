import { SearchOutlined } from "@ant-design/icons";
import type { ConversationCard } from "@homeroom/contract/chat";
import type { ProductChoice } from "@homeroom/contract/chat-products";
import { moneyText } from "@homeroom/contract/currencies";
import type { MessageId, RecordId } from "@homeroom/contract/ids";
import { Alert, Checkbox, Input, Modal } from "antd";
import { useDeferredValue, useState } from "react";
import { useTranslation } from "react-i18next";
import { newId } from "#platform/ids.ts";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { EmptyState } from "#ui/states/empty-state.tsx";
import { ErrorState } from "#ui/states/error-state.tsx";
import { Skeleton } from "#ui/states/skeleton.tsx";
import { sendProducts, useProductChoices } from "../../../api/inserts.ts";
import styles from "./product-dialog.module.css";

interface ProductDialogProps {
  card: ConversationCard;
  onClose: () => void;
  onSent: () => void;
}

/** The limit of one message, as in the contract. */
const maxProducts = 10;

/** Chooses products and sends them: on WhatsApp from the number's catalogue, on LINE as cards. */
export function ProductDialog({ card, onClose, onSent }: ProductDialogProps) {
  const { t } = useTranslation("composer");
  const [chosen, setChosen] = useState<readonly RecordId[]>([]);
  const [words, setWords] = useState("");
  // Pressing again after a lost answer sends the same message.
  const [messageId] = useState(() => newId<MessageId>());
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const handleSend = async () => {
    setBusy(true);
    setProblem(null);
    try {
      const to = { leadId: card.leadId, channel: card.channel.channelId, messageId };
      await sendProducts({ ...to, productIDs: [...chosen], content: words });
      onSent();
      onClose();
    } catch (reason) {
      setProblem(typeof reason === "string" ? reason : t("product.failed"));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      title={t("product.open")}
      okText={t("product.send")}
      cancelText={t("place.cancel")}
      okButtonProps={{ disabled: chosen.length === 0, loading: busy }}
      onOk={() => void handleSend()}
      onCancel={onClose}
    >
      <div className={layout.closeStack}>
        {problem && <Alert type="error" showIcon title={problem} />}
        <Choosing card={card} chosen={chosen} onChange={setChosen} />
        <Input
          value={words}
          maxLength={1000}
          placeholder={t("product.words")}
          aria-label={t("product.words")}
          onChange={({ target }) => setWords(target.value)}
        />
      </div>
    </Modal>
  );
}

interface ChoosingProps {
  card: ConversationCard;
  chosen: readonly RecordId[];
  onChange: (chosen: readonly RecordId[]) => void;
}

function Choosing({ card, chosen, onChange }: ChoosingProps) {
  const { t } = useTranslation("composer");
  const [search, setSearch] = useState("");
  const keywords = useDeferredValue(search.trim());
  const { data, error, isPending, isPlaceholderData, refetch } = useProductChoices({
    leadId: card.leadId,
    channel: card.channel.channelId,
    keywords,
  });
  if (isPending) return <Skeleton height={240} />;
  if (!data) return <ErrorState message={error ?? ""} onRetry={() => void refetch()} />;
  // An empty result for other words does not mean an empty catalogue.
  if (data.length === 0 && keywords === "" && !isPlaceholderData)
    return <EmptyState title={t("product.none")} detail={t("product.noneDetail")} />;
  const toggle = (id: RecordId) => onChange(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]);
  return (
    <>
      <Input
        type="search"
        allowClear
        prefix={<SearchOutlined aria-hidden />}
        autoFocus
        maxLength={100}
        value={search}
        placeholder={t("product.search")}
        aria-label={t("product.search")}
        onChange={({ target }) => setSearch(target.value)}
      />
      {data.length > 0 && data.every(({ refusal }) => refusal === "noCatalogue") && (
        <Alert type="warning" showIcon title={t("product.refusal.noCatalogue")} />
      )}
      {data.length === 0 && <p className={layout.hint}>{t("product.noMatch")}</p>}
      {chosen.length >= maxProducts && (
        <p className={layout.hint} role="status">
          {t("product.most", { count: maxProducts })}
        </p>
      )}
      <ul className={laid("listed gap4 pad2 scrollY", styles.choices)}>
        {data.map((choice) => (
          <li key={choice.recordID}>
            <Choice
              choice={choice}
              checked={chosen.includes(choice.recordID)}
              isFull={chosen.length >= maxProducts}
              onToggle={toggle}
            />
          </li>
        ))}
      </ul>
    </>
  );
}

interface ChoiceProps {
  choice: ProductChoice;
  checked: boolean;
  /** The limit is reached. */
  isFull: boolean;
  onToggle: (id: RecordId) => void;
}

function Choice({ choice, checked, isFull, onToggle }: ChoiceProps) {
  const { t } = useTranslation("composer");
  const { recordID, name, price, currency, picture, refusal } = choice;
  return (
    <Checkbox
      className={laid("wide pad6x8 outlined round8", styles.choice)}
      checked={checked}
      disabled={refusal !== null || (isFull && !checked)}
      onChange={() => onToggle(recordID)}
    >
      <span className={laid("line gap12")}>
        {picture ? (
          <img className={laid("fixed round6 covering", styles.picture)} src={picture} alt="" loading="lazy" />
        ) : (
          <span className={laid("sunken fixed round6", styles.picture)} />
        )}
        <span className={layout.grow}>
          <span className={laid("block breaking")}>{name}</span>
          <span className={layout.hint}>{refusal ? t(`product.refusal.${refusal}`) : moneyText(price, currency)}</span>
        </span>
      </span>
    </Checkbox>
  );
}
