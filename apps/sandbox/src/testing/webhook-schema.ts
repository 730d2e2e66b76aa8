import { Ajv, type ValidateFunction } from "ajv";

const text = { type: "string", minLength: 1 };
const digits = { type: "string", pattern: "^\\d+$" };
const object = (required: string[], properties: object = {}) => ({ type: "object", required, properties });
const media = (required: string[] = []) =>
  object(["id", "mime_type", "sha256", ...required], {
    id: digits,
    mime_type: { type: "string", pattern: "^[a-z]+/" },
    sha256: { type: "string", pattern: "^[A-Za-z0-9+/]{43}=$" },
    url: { type: "string" },
    caption: text,
    voice: { type: "boolean" },
    animated: { type: "boolean" },
  });
const answered = object(["from", "id"], { from: digits, id: text });

/** What each type of inbound message must contain, from Meta's webhook schema v23.0 and its notes on usernames. */
const bodies: Record<string, object> = {
  text: object(["text"], { text: object(["body"], { body: text }) }),
  image: object(["image"], { image: media() }),
  video: object(["video"], { video: media() }),
  audio: object(["audio"], { audio: media(["voice"]) }),
  document: object(["document"], { document: media(["filename"]) }),
  sticker: object(["sticker"], { sticker: media(["animated"]) }),
  location: object(["location"], {
    location: object(["latitude", "longitude"], { latitude: { type: "number" }, longitude: { type: "number" } }),
  }),
  contacts: object(["contacts"], {
    contacts: { type: "array", minItems: 1, items: object(["name"], { name: object(["formatted_name"]) }) },
  }),
  reaction: object(["reaction"], { reaction: object(["message_id"], { message_id: text, emoji: text }) }),
  button: object(["context", "button"], {
    context: answered,
    button: object(["payload", "text"], { payload: text, text }),
  }),
  interactive: object(["context", "interactive"], {
    context: answered,
    interactive: { oneOf: [object(["button_reply"]), object(["list_reply"]), object(["nfm_reply"])] },
  }),
  order: object(["order"], {
    order: object(["catalog_id", "text", "product_items"], {
      product_items: { type: "array", items: object(["product_retailer_id", "quantity", "item_price", "currency"]) },
    }),
  }),
  system: object(["system"], {
    system: object(["type", "body"], { type: { enum: ["user_changed_number", "customer_identity_changed"] } }),
  }),
  unsupported: object(["errors"], {
    errors: { type: "array", minItems: 1, items: object(["code", "title", "message", "error_data"]) },
  }),
  edit: object(["edit"], { edit: object(["original_message_id", "message"]) }),
  revoke: object(["revoke"], { revoke: object(["original_message_id"]) }),
  request_welcome: object([]),
};

const message = {
  allOf: [
    object(["id", "timestamp", "type", "from_user_id"], {
      id: { type: "string", pattern: "^wamid\\." },
      timestamp: { type: "string", pattern: "^\\d{10}$" },
      from: digits,
      from_user_id: { type: "string", pattern: "^[A-Z]{2}\\.[A-Za-z0-9]{1,128}$" },
      type: { enum: Object.keys(bodies) },
    }),
    {
      oneOf: Object.entries(bodies).map(([type, body]) => ({
        allOf: [object(["type"], { type: { const: type } }), body],
      })),
    },
  ],
};

const status = {
  allOf: [
    object(["id", "status", "timestamp", "recipient_user_id"], {
      id: { type: "string", pattern: "^wamid\\." },
      status: { enum: ["sent", "delivered", "read", "played", "failed"] },
      timestamp: { type: "string", pattern: "^\\d{10}$" },
      recipient_id: digits,
      pricing: object(["billable", "pricing_model", "category", "type"], { pricing_model: { enum: ["CBP", "PMP"] } }),
    }),
    {
      anyOf: [
        object(["status"], { status: { not: { const: "failed" } } }),
        object(["errors"], {
          errors: { type: "array", minItems: 1, items: object(["code", "title", "message", "error_data", "href"]) },
        }),
      ],
    },
  ],
};

const value = object(["messaging_product", "metadata"], {
  messaging_product: { const: "whatsapp" },
  metadata: object(["display_phone_number", "phone_number_id"], {
    display_phone_number: digits,
    phone_number_id: digits,
  }),
  contacts: { type: "array", items: object(["profile", "user_id"], { profile: object(["name"]), wa_id: digits }) },
  messages: { type: "array", minItems: 1, items: message },
  statuses: { type: "array", minItems: 1, items: status },
});

const envelope = object(["object", "entry"], {
  object: { const: "whatsapp_business_account" },
  entry: {
    type: "array",
    minItems: 1,
    items: object(["id", "changes"], {
      id: digits,
      changes: { type: "array", minItems: 1, items: object(["field", "value"], { field: text, value }) },
    }),
  },
});

/** Checks a whole webhook body of the `messages` field. */
export function webhookValidator(): ValidateFunction {
  return new Ajv({ allErrors: true, strict: false }).compile(envelope);
}
