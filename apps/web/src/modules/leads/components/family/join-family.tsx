import type { LeadId } from "@homeroom/contract/ids";
import type { LeadCard } from "@homeroom/contract/leads";
import { Alert, Modal, type RefSelectProps, Select } from "antd";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { phoneText } from "#platform/phone.ts";
import layout from "#ui/layout.module.css";
import { useFamily, useFamilyWrites } from "../../api/lead-families.ts";
import { useLeadList } from "../../api/queries.ts";
import { listRequest } from "../../rules/list-request.ts";

const pauseMs = 250;

/** Finds a lead at the same branch whose family this one joins. */
export function JoinFamily({ card, onClose }: { card: LeadCard; onClose: () => void }) {
  const { t } = useTranslation("leads");
  const [chosen, setChosen] = useState<LeadId | null>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const { join } = useFamilyWrites();
  const { options, onSearch, loading, hasFamily } = useFound(card);
  const field = useRef<RefSelectProps>(null);
  const save = async () => {
    if (!chosen) return;
    setBusy(true);
    try {
      await join(card.leadId, chosen);
      onClose();
    } catch (reason) {
      setProblem(typeof reason === "string" ? reason : t("merge.failed"));
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      title={t("family.joinTitle", { name: card.nickname })}
      okText={t("family.joinVerb")}
      okButtonProps={{ disabled: !chosen }}
      confirmLoading={busy}
      onOk={() => void save()}
      onCancel={onClose}
      // The kit would focus the close button.
      afterOpenChange={(isOpen) => isOpen && field.current?.focus()}
      destroyOnHidden
    >
      <p className={layout.below16}>{t("family.joinHint")}</p>
      {hasFamily && <p className={layout.below16}>{t("family.joinMoves", { name: card.nickname })}</p>}
      <Select
        ref={field}
        style={{ width: "100%" }}
        aria-label={t("family.find")}
        placeholder={t("family.find")}
        showSearch={{ filterOption: false, onSearch }}
        loading={loading}
        value={chosen}
        options={options}
        onChange={(leadId: LeadId) => setChosen(leadId)}
      />
      {problem && <Alert className={layout.above12 ?? ""} type="error" showIcon title={problem} />}
    </Modal>
  );
}

/** Leads of the branch by what is typed; those of the family are shown as such and cannot be chosen. */
function useFound(card: LeadCard) {
  const { t } = useTranslation("leads");
  const { data: family } = useFamily(card.leadId);
  const [typed, setTyped] = useState("");
  const [keywords, setKeywords] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setKeywords(typed), pauseMs);
    return () => clearTimeout(timer);
  }, [typed]);
  const list = useLeadList(listRequest({ ...(keywords && { keywords }), branchID: card.branchID }, undefined));
  const rows = list.data?.pages[0]?.list ?? [];
  const members = new Set(family?.members.map(({ leadId }) => leadId));
  const options = rows
    .filter(({ leadId }) => leadId !== card.leadId)
    .map(({ leadId, nickname, areaCode, phone }) => {
      const isMember = members.has(leadId);
      const parts = [nickname, phoneText(areaCode, phone), isMember && t("family.isMember")];
      return { value: leadId, label: parts.filter(Boolean).join(" · "), disabled: isMember };
    });
  const hasFamily = family !== undefined && family.familyID !== null;
  return { options, onSearch: setTyped, loading: list.isFetching, hasFamily };
}
