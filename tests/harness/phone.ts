/** A message on the customer's phone. */
export interface PhoneMessage {
  id: string;
  from: "customer" | "business";
  kind: string;
  body: { body?: string };
  state: string;
  /** Of the business's messages: our message's id, as we gave it to the provider. */
  callbackData?: string;
}

/** Plays the customers of a sandbox, over its control API. */
export function phonesOf(sandboxUrl: string) {
  const api = async <Result>(method: string, path: string, body?: object): Promise<Result> => {
    const answer = await fetch(`${sandboxUrl}/sandbox/api${path}`, {
      method,
      ...(body && { headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as Result;
  };
  return {
    /** `behaviour`: one of the sandbox's special ones. */
    add: (customer: { name: string; phone: string; behaviour?: string }) =>
      api<{ id: string }>("POST", "/customers", customer),
    write: (phone: string, text: string) =>
      api<{ id: string }>("POST", `/customers/${phone}/messages`, { type: "text", text }),
    send: (phone: string, draft: { type: string; [field: string]: unknown }) =>
      api<{ id: string }>("POST", `/customers/${phone}/messages`, draft),
    /** The customer opens the chat: blue ticks. */
    read: (phone: string) => api("POST", `/customers/${phone}/read`, {}),
    chat: async (phone: string) =>
      (await api<{ messages: PhoneMessage[] }>("GET", `/customers/${phone}/messages`)).messages,
    /** The number of webhooks that have not been delivered yet. */
    waiting: async () => (await api<{ waiting: number }>("GET", "/deliveries?limit=1")).waiting,
  };
}
