import { type AgentRow, type AgentType, ChatgptForm, DifyForm } from "@homeroom/contract/assistant";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useUser } from "#platform/access.ts";
import { DrawerForm } from "#ui/drawer-form/drawer-form.tsx";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { agentNow, useAgentInfo, useAgentWrites } from "../api/agents.ts";
import { formOf, newAgent } from "../rules/agent-form.ts";
import { AgentFields } from "./agent-fields.tsx";

/** A new agent needs a key; an existing one keeps its own when none is entered. */
const ownKey = { apiKey: DifyForm.shape.apiKey.unwrap().min(1) };

interface AgentFormProps {
  type: AgentType;
  /** The agent to change; without it a new one. */
  agent?: AgentRow;
  onClose: () => void;
}

/** The form of an agent, with a test before it is saved. */
export function AgentForm({ type, agent, onClose }: AgentFormProps) {
  const { t } = useTranslation("assistant");
  const { done } = useFeedback();
  const { branch } = useUser();
  const { saveChatgpt, saveDify } = useAgentWrites();
  const info = useAgentInfo(agent?.recordID ?? null).data;
  const { branchID } = branch;
  const initialValues = useMemo(() => {
    if (agent) return info && formOf(info);
    return newAgent(type, { branchID, words: t("usualWords").split("、") });
  }, [agent, info, type, branchID, t]);
  if (!initialValues) return null;
  const title = t(agent ? "editTitle" : "newTitle", { type: t(`type.${type}`) });
  const shared = {
    open: true,
    title,
    initialValues,
    width: 720,
    ...(agent && { reload: async () => formOf(await agentNow(agent.recordID)) }),
    onDone: () => {
      done(t("saved"));
      onClose();
    },
    onClose,
    children: <AgentFields type={type} agent={agent} />,
  };
  if (type === "dify")
    return <DrawerForm {...shared} schema={agent ? DifyForm : DifyForm.extend(ownKey)} onSubmit={saveDify} />;
  return <DrawerForm {...shared} schema={agent ? ChatgptForm : ChatgptForm.extend(ownKey)} onSubmit={saveChatgpt} />;
}
