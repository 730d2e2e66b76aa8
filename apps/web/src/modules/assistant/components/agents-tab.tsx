import { DownOutlined, RobotOutlined } from "@ant-design/icons";
import { type AgentRow, type AgentType, agentTypes } from "@homeroom/contract/assistant";
import { Button, Dropdown } from "antd";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useCan } from "#platform/access.ts";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { useAddress } from "#ui/page/use-address.ts";
import { EmptyState } from "#ui/states/empty-state.tsx";
import { Unread } from "#ui/states/unread.tsx";
import { useAgents } from "../api/agents.ts";
import { AgentCard } from "./agent-card.tsx";
import { AgentForm } from "./agent-form.tsx";
import styles from "./agents.module.css";

/** The leads that the assistant answers. */
const assistedLeads = "/lead/list?gptStatus=1";

/** The agents that answer customers, what they did today, and their public pages. */
export function AgentsTab() {
  const { t } = useTranslation("assistant");
  const can = useCan();
  const { search, change } = useAddress();
  const query = useAgents();
  const { data } = query;
  const wanted = agentTypes.find((type) => type === search.get("new"));
  const edited = data?.find(({ recordID }) => recordID === search.get("edit"));
  const add = can("org:gpt:add") && <AddButton onAdd={(type) => change({ new: type }, false)} />;

  return (
    <section className={layout.stack} aria-label={t("title")}>
      <header className={laid("flexBox wrap alignStart justifyBetween gap12")}>
        <p className={laid("quiet flex1", styles.intro)}>
          {t("intro")}{" "}
          {can("crm:lead:query") && (
            <Link className={styles.inText} to={assistedLeads}>
              {t("leads")}
            </Link>
          )}
        </p>
        {data && data.length > 0 && add}
      </header>
      {!data && <Unread query={query} height={180} />}
      {data?.length === 0 && (
        <div className={layout.frame}>
          <EmptyState icon={<RobotOutlined />} title={t("none.title")} detail={t("none.detail")} action={add} />
        </div>
      )}
      {data && data.length > 0 && <Cards agents={data} onEdit={(recordID) => change({ edit: recordID }, false)} />}
      {wanted && can("org:gpt:add") && <AgentForm type={wanted} onClose={() => change({ new: null })} />}
      {edited && can("org:gpt:edit") && (
        <AgentForm key={edited.recordID} type={edited.type} agent={edited} onClose={() => change({ edit: null })} />
      )}
    </section>
  );
}

function Cards({ agents, onEdit }: { agents: readonly AgentRow[]; onEdit: (id: AgentRow["recordID"]) => void }) {
  const showsBranch = new Set(agents.map(({ branch }) => branch.branchID)).size > 1;
  return (
    <div className={layout.stack}>
      {agents.map((agent) => (
        <AgentCard key={agent.recordID} agent={agent} showsBranch={showsBranch} onEdit={() => onEdit(agent.recordID)} />
      ))}
    </div>
  );
}

function AddButton({ onAdd }: { onAdd: (type: AgentType) => void }) {
  const { t } = useTranslation("assistant");
  const items = agentTypes.map((type) => ({ key: type, label: t(`type.${type}`), onClick: () => onAdd(type) }));
  return (
    <Dropdown menu={{ items }} trigger={["click"]}>
      <Button type="primary" icon={<DownOutlined />} iconPlacement="end">
        {t("add")}
      </Button>
    </Dropdown>
  );
}
