import { randomUUID } from "node:crypto";
import type { AiFailure } from "../ai/ai-switches.ts";

/** The kind of an app: a chatbot, a new agent app, or a chatflow. They stream different frames. */
export type DifyApp = "chat" | "agent" | "advanced-chat";

interface DifyAnswer {
  app: DifyApp;
  conversationId: string;
  text: string;
}

const usage = {
  prompt_tokens: 20,
  prompt_unit_price: "0.001",
  prompt_price_unit: "0.001",
  prompt_price: "0.0000200",
  completion_tokens: 20,
  completion_unit_price: "0.002",
  completion_price_unit: "0.001",
  completion_price: "0.0000400",
  total_tokens: 40,
  total_price: "0.0000600",
  currency: "USD",
  latency: 0.5,
};

const now = () => Math.floor(Date.now() / 1000);

/** A blocking answer. */
export function blockingAnswer({ app, conversationId, text }: DifyAnswer, trouble: AiFailure | undefined): object {
  const id = randomUUID();
  const ids = { task_id: randomUUID(), id, message_id: id, conversation_id: conversationId, created_at: now() };
  if (trouble === "needsPerson") return { event: "workflow_paused", ...ids, mode: app, answer: text, data: paused() };
  const answer = trouble === "replaced" ? replacement : text;
  return { event: "message", ...ids, mode: app, answer, metadata: { usage, retriever_resources: [] } };
}

/** The frames of a streamed answer for this kind of app, as in the published specification. */
export function streamFrames(answer: DifyAnswer, trouble: AiFailure | undefined): object[] {
  const { app, conversationId, text } = answer;
  const message = randomUUID();
  const ids = { task_id: randomUUID(), message_id: message, conversation_id: conversationId, created_at: now() };
  const frame = (event: string, more: object = {}) => ({ event, ...ids, ...more });
  const pieces = text.match(/[\s\S]{1,8}/g) ?? [];
  const said = pieces.map((piece) => frame(app === "agent" ? "agent_message" : "message", { answer: piece }));
  const begun = [...beginning(app, frame), ...said];
  const half = begun.slice(0, Math.max(1, begun.length - 1));
  switch (trouble) {
    case "broken":
    case "cut":
      return half;
    case "midway": {
      const { task_id: _, ...rest } = ids;
      const failure = { status: 400, code: "completion_request_error", message: "Completion request failed." };
      return [...half, { event: "error", ...rest, ...failure }];
    }
    case "needsPerson":
      return [...begun, frame("human_input_required", { data: form() }), frame("workflow_paused", { data: paused() })];
    default:
  }
  const replaced =
    trouble === "replaced" ? [frame("message_replace", { answer: replacement, reason: "moderation" })] : [];
  return [...begun, ...replaced, ...ending({ app, frame, text: trouble === "replaced" ? replacement : text, message })];
}

type Frame = (event: string, more?: object) => object;

const run = { workflow_run_id: "fb47b2e6-5e43-4f90-be01-d5c5a088d156" };
const node = { id: "ne_001", node_id: "node_llm_1", node_type: "llm", title: "LLM", index: 1 };
const replacement = "（內容已由審核機制替換）";

function beginning(app: DifyApp, frame: Frame): object[] {
  if (app === "agent") {
    const thought = { id: randomUUID(), position: 1, thought: "", observation: "", tool: "", tool_input: "" };
    return [frame("agent_thought", { ...thought, message_files: [] })];
  }
  if (app === "chat") return [];
  const started = {
    id: run.workflow_run_id,
    workflow_id: "wf_def456",
    inputs: {},
    created_at: now(),
    reason: "initial",
  };
  return [
    frame("workflow_started", { ...run, data: started }),
    frame("node_started", { ...run, data: { ...node, created_at: now() } }),
  ];
}

function ending({
  app,
  frame,
  text,
  message,
}: {
  app: DifyApp;
  frame: Frame;
  text: string;
  message: string;
}): object[] {
  if (app === "chat") return [frame("message_end", { id: message, metadata: { usage, retriever_resources: [] } })];
  // Repeats the whole answer; a client must not append it.
  if (app === "agent")
    return [frame("message", { answer: text }), frame("message_end", { id: message, metadata: { usage } })];
  const finished = {
    id: run.workflow_run_id,
    workflow_id: "wf_def456",
    status: "succeeded",
    outputs: { answer: text },
  };
  const figures = { elapsed_time: 0.5, total_tokens: 40, total_steps: 2, created_at: now(), finished_at: now() };
  return [
    frame("node_finished", { ...run, data: { ...node, status: "succeeded", elapsed_time: 0.5, created_at: now() } }),
    frame("message_end", { id: message, metadata: { usage, retriever_resources: [] } }),
    frame("workflow_finished", { ...run, data: { ...finished, ...figures } }),
  ];
}

function form(): object {
  return {
    form_id: randomUUID(),
    form_token: "tok_abc123",
    node_id: "approval_node",
    node_title: "Approval",
    form_content: "Please review the draft.",
    inputs: [],
    actions: [{ id: "approve", title: "Approve", button_style: "primary" }],
    display_in_ui: false,
    resolved_default_values: {},
    expiration_time: now() + 86_400,
  };
}

function paused(): object {
  return {
    ...run,
    paused_nodes: ["approval_node"],
    outputs: {},
    reasons: [{ TYPE: "human_input_required" }],
    status: "paused",
    created_at: now(),
    elapsed_time: 0.5,
    total_tokens: 0,
    total_steps: 1,
  };
}
