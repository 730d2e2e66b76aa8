import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parse } from "./parse.ts";
import { split } from "./split.ts";

const received = new Date("2026-11-23T03:00:00Z");

// Shallow and short: there are many of them in each body, and depth has a test of its own.
const value = fc.jsonValue({ maxDepth: 1, depthSize: "xsmall" });
const id = fc.oneof(
  fc.string({ minLength: 1, maxLength: 60 }),
  fc.uuid().map((uuid) => `wamid.${uuid}`),
);
const anyRecord = fc.dictionary(fc.string(), value, { maxKeys: 3 });

/** Things that look like WhatsApp's, with anything in the places where we look. */
const message = fc.record(
  {
    id,
    type: fc.oneof(
      fc.constantFrom(
        "text",
        "image",
        "reaction",
        "interactive",
        "contacts",
        "order",
        "system",
        "edit",
        "revoke",
        "button",
      ),
      fc.constantFrom("__proto__", "constructor", "toString"),
      fc.string(),
    ),
    from: fc.oneof(fc.constantFrom("85291234567", "HK.1"), value),
    timestamp: fc.oneof(fc.constant("1763600000"), value),
    text: fc.oneof(fc.record({ body: value }), value),
    image: fc.oneof(fc.record({ id: value, caption: value }), value),
    interactive: fc.oneof(anyRecord, fc.record({ type: fc.constant("nfm_reply"), nfm_reply: anyRecord })),
    system: fc.oneof(anyRecord, fc.record({ type: fc.constant("user_changed_number"), wa_id: value })),
    edit: fc.oneof(anyRecord, fc.record({ original_message_id: value, message: value })),
    contacts: value,
    order: fc.oneof(anyRecord, fc.record({ product_items: value })),
    context: value,
    referral: value,
  },
  { requiredKeys: ["id"] },
);
const status = fc.record(
  {
    id,
    status: fc.oneof(fc.constantFrom("sent", "delivered", "read", "failed"), fc.string({ minLength: 1 })),
    timestamp: value,
    errors: value,
    pricing: value,
    biz_opaque_callback_data: value,
  },
  { requiredKeys: ["id", "status"] },
);
const change = fc.record({
  field: fc.constant("messages"),
  value: fc.record(
    {
      metadata: value,
      contacts: value,
      messages: fc.array(message, { maxLength: 3 }),
      statuses: fc.array(status, { maxLength: 3 }),
    },
    { requiredKeys: ["messages", "statuses"] },
  ),
});
const body = fc.record({
  object: value,
  entry: fc.array(fc.record({ id: value, changes: fc.array(change, { maxLength: 2 }) })),
});

describe("whatever comes", () => {
  test("any JSON is split and read without an error, and every part is kept", () => {
    const anything = fc.oneof(fc.jsonValue({ maxDepth: 5 }), body, anyBody());
    fc.assert(
      fc.property(anything, (json) => {
        const { events, leftovers } = split(json, received);
        const kept = [...events, ...leftovers];
        for (const { payload, eventId } of kept) {
          expect(eventId.length).toBeLessThanOrEqual(300 + "sha256:".length);
          expect(parse(JSON.parse(JSON.stringify(payload))).length).toBeGreaterThan(0);
        }
        parse(json);
      }),
      { numRuns: 200 },
    );
  });

  test("no message and no status is lost, and each can be read alone", () => {
    fc.assert(
      fc.property(body, (json) => {
        const { events } = split(json, received);
        const values = json.entry.flatMap(({ changes }) => changes.map(({ value }) => value));
        const messages = values.flatMap(({ messages }) => messages);
        const statuses = values.flatMap(({ statuses }) => statuses);
        const ids = events.map(({ eventId }) => eventId);
        for (const { id } of messages) expect(ids.some((eventId) => eventId.includes(tidy(id)))).toBe(true);
        for (const { id, status } of statuses) expect(ids).toContain(`status:${tidy(id)}:${tidy(status)}`);
        expect(events.filter(({ eventId }) => !eventId.startsWith("messages:"))).toHaveLength(
          messages.length + statuses.length,
        );
        for (const { payload } of events) expect(parse(payload)).toHaveLength(1);
      }),
      { numRuns: 150 },
    );
  });

  test("the same body has the same ids each time", () => {
    fc.assert(
      fc.property(fc.oneof(body, anyBody()), (json) => {
        expect(split(JSON.parse(JSON.stringify(json)), received)).toEqual(
          split(JSON.parse(JSON.stringify(json)), received),
        );
      }),
      { numRuns: 60 },
    );
  });

  test.each([1e20, "1e300", -1, 0])("news of a template at a time that is none (%s) are read without it", (time) => {
    const value = {
      event: "APPROVED",
      message_template_id: 1,
      message_template_name: "a",
      message_template_language: "en",
    };
    const changes = [{ field: "message_template_status_update", value }];
    const [notice] = parse({ object: "x", entry: [{ id: "1", time, changes }] });
    expect(notice).toMatchObject({ news: { status: "approved" } });
    expect(JSON.stringify(notice)).not.toContain('"at"');
  });

  test("endless nesting is cut off", () => {
    const deep = JSON.parse(`${"[".repeat(200_000)}${"]".repeat(200_000)}`);
    const body = {
      object: "whatsapp_business_account",
      entry: [
        {
          id: "1",
          changes: [
            {
              field: "messages",
              value: { messages: [{ id: "m1", from: "85291234567", type: "contacts", contacts: deep }] },
            },
          ],
        },
      ],
    };
    const { events } = split(body, received);
    expect(events.map(({ eventId }) => eventId)).toEqual(["m1"]);
    expect(JSON.stringify(events).length).toBeLessThan(2_000);
    expect(parse(body)).toHaveLength(1);
    expect(split(deep, received).leftovers).toHaveLength(1);
  });

  test("a key named like the prototype stays data", () => {
    const body = JSON.parse(
      '{"object":"x","entry":[{"id":"1","changes":[{"field":"messages","value":{"__proto__":{"polluted":true},"messages":[{"id":"m1","from":"85291234567","type":"text","text":{"__proto__":{"body":"inherited"}}}]}}]}]}',
    );
    expect(parse(body)).toMatchObject([{ type: "message", text: "" }]);
    expect(JSON.stringify(split(body, received).events[0]?.payload)).toContain('"__proto__":{"polluted":true}');
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  test("unknown fields next to many messages are stored once, not for each message", () => {
    const messages = Array.from({ length: 100 }, (_, index) => ({
      id: `m${index}`,
      from: "85291234567",
      type: "text",
    }));
    const large = "x".repeat(10_000);
    const body = { object: "x", entry: [{ id: "1", changes: [{ field: "messages", value: { large, messages } }] }] };
    const size = JSON.stringify(split(body, received)).length;
    expect(size).toBeGreaterThan(large.length);
    expect(size).toBeLessThan(large.length * 6);
  });
});

function anyBody() {
  const entry = fc.oneof(value, fc.record({ id: value, time: value, changes: fc.array(fc.oneof(anyChange(), value)) }));
  return fc.record({ object: value, entry: fc.array(entry) });
}

function anyChange() {
  const field = fc.oneof(
    fc.constantFrom(
      "messages",
      "user_preferences",
      "user_id_update",
      "account_update",
      "message_template_status_update",
    ),
    fc.constantFrom("__proto__", "constructor", "toString"),
    fc.string(),
  );
  const lists = fc.constantFrom(
    "messages",
    "statuses",
    "errors",
    "contacts",
    "user_preferences",
    "user_id_update",
    "restriction_info",
  );
  const content = fc.oneof(fc.dictionary(lists, fc.oneof(fc.array(anyRecord), value)), value);
  return fc.record({ field, value: content });
}

/** What a database cannot keep is replaced. */
function tidy(text: string): string {
  return text.toWellFormed().replaceAll("\0", "\uFFFD");
}
