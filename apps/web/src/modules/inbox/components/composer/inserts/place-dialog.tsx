import type { ConversationCard } from "@homeroom/contract/chat";
import { maxPlaceTextLength, type Place } from "@homeroom/contract/chat-place";
import type { ChannelId } from "@homeroom/contract/ids";
import { Input, type InputRef, Modal, Skeleton } from "antd";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { laid } from "#ui/laid.ts";
import { keepPlace, lastPlace, usePlaceOfBranch } from "../../../api/inserts.ts";
import { sendPlace } from "../../../api/outgoing.ts";
import { coordinatesIn, isShortMapLink } from "../../../rules/map-link.ts";
import styles from "./place-dialog.module.css";

interface PlaceDialogProps {
  card: ConversationCard;
  channel: ChannelId | null;
  onClose: () => void;
  onSent: () => void;
}

/** Sends a place: it starts with the place last sent from here, otherwise with the branch. */
export function PlaceDialog(props: PlaceDialogProps) {
  const { t } = useTranslation("composer");
  const { card, onClose } = props;
  const [last] = useState(() => lastPlace(card.branchID));
  const branch = usePlaceOfBranch(card.leadId, last === null);
  const begun = last
    ? { ...last, where: `${last.latitude}, ${last.longitude}` }
    : { name: "", address: "", where: "", ...branch.data };
  // Without an answer the person types it.
  if (last !== null || !branch.isPending) return <Filling {...props} begun={begun} />;
  return (
    <Modal open title={t("place.open")} footer={null} onCancel={onClose}>
      <Skeleton active />
    </Modal>
  );
}

interface PlaceForm {
  name: string;
  address: string;
  /** A pasted map link or coordinates. */
  where: string;
}

function Filling({ card, channel, onClose, onSent, begun }: PlaceDialogProps & { begun: PlaceForm }) {
  const { t } = useTranslation("composer");
  const [{ name, address, where }, setFilled] = useState(begun);
  const [tried, setTried] = useState(false);
  const form = useId();
  const first = useRef<InputRef>(null);
  useEffect(() => first.current?.focus(), []);
  const found = coordinatesIn(where);
  const nameProblem = name.trim() === "" ? t("place.noName") : null;
  const whereProblem = found ? null : t(problemOf(where));
  const change = (changed: Partial<PlaceForm>) => setFilled((filled) => ({ ...filled, ...changed }));
  const handleSend = () => {
    setTried(true);
    if (nameProblem || !found) return;
    const place: Place = { name: name.trim(), address: address.trim(), ...found };
    sendPlace({ conversationId: card.conversationId, leadId: card.leadId, channel, place });
    keepPlace(card.branchID, place);
    onClose();
    onSent();
  };
  const said = found && `${found.latitude}, ${found.longitude}`;
  return (
    <Modal
      open
      title={t("place.open")}
      okText={t("place.send")}
      cancelText={t("place.cancel")}
      okButtonProps={{ htmlType: "submit", form }}
      onCancel={onClose}
    >
      <form
        id={form}
        className={laid("gridBox gap12", styles.form)}
        onSubmit={(event) => {
          event.preventDefault();
          handleSend();
        }}
      >
        <Field label={t("place.name")} problem={tried ? nameProblem : null}>
          {(field) => (
            <Input
              {...field}
              ref={first}
              value={name}
              maxLength={maxPlaceTextLength}
              onChange={({ target }) => change({ name: target.value })}
            />
          )}
        </Field>
        <Field label={t("place.address")} problem={null}>
          {(field) => (
            <Input
              {...field}
              value={address}
              maxLength={maxPlaceTextLength}
              onChange={({ target }) => change({ address: target.value })}
            />
          )}
        </Field>
        <Field
          label={t("place.where")}
          problem={tried || where.trim() !== "" ? whereProblem : null}
          hint={said && said !== where.trim() ? t("place.found", { where: said }) : t("place.hint")}
        >
          {(field) => <Input {...field} value={where} onChange={({ target }) => change({ where: target.value })} />}
        </Field>
        <a href={mapOf(said ?? `${name} ${address}`.trim())} target="_blank" rel="noopener noreferrer">
          {t(found ? "place.look" : "place.find")}
        </a>
      </form>
    </Modal>
  );
}

interface FieldProps {
  label: string;
  problem: string | null;
  hint?: string;
  children: (field: {
    id: string;
    status: "" | "error";
    "aria-invalid": boolean;
    "aria-describedby": string;
  }) => ReactNode;
}

function Field({ label, problem, hint, children }: FieldProps) {
  const id = useId();
  const about = `${id}-about`;
  const isWrong = problem !== null;
  return (
    <div className={laid("closeGrid", styles.field)}>
      <label htmlFor={id}>{label}</label>
      {children({ id, status: isWrong ? "error" : "", "aria-invalid": isWrong, "aria-describedby": about })}
      <p
        id={about}
        className={isWrong ? laid("danger breaking text12 leading18") : laid("small breaking leading18", styles.hint)}
        role={isWrong ? "alert" : undefined}
      >
        {problem ?? hint}
      </p>
    </div>
  );
}

function problemOf(where: string): "place.noWhere" | "place.short" | "place.unreadable" {
  if (where.trim() === "") return "place.noWhere";
  return isShortMapLink(where) ? "place.short" : "place.unreadable";
}

function mapOf(words: string): string {
  return `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(words)}`;
}
