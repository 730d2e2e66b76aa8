import { describe, expect, test } from "vitest";
import { isSignature, sameText, signatureFits, signatureOf } from "./webhook.ts";

/** Bodies as Meta sends them, with the signatures that its documented algorithm gives. */
const vectors = [
  {
    secret: "app_secret_123",
    body: '{"object":"whatsapp_business_account","entry":[]}',
    signature: "sha256=02fe0c96d28c59ddb7cf81eff0ca05809b360ba73b63c28210b5906a0a107d1f",
  },
  {
    secret: "app_secret_123",
    body: '{"object":"whatsapp_business_account","entry":[{"id":"1","changes":[{"value":{"x":"caf\\u00e9 \\ud83d\\udc4b \\/ <a>"},"field":"messages"}]}]}',
    signature: "sha256=4515030c36c6f61722695ee3808402804e70db036f13c00dbc1d77231d5a4046",
  },
];

describe("the signature", () => {
  test.each(vectors)("is HMAC-SHA256 over the raw bytes ($signature)", ({ secret, body, signature }) => {
    expect(signatureOf(Buffer.from(body), secret)).toBe(signature);
    expect(signatureFits(Buffer.from(body), signature, secret)).toBe(true);
    expect(signatureFits(Buffer.from(body), signature.toUpperCase().replace("SHA256", "sha256"), secret)).toBe(true);
  });

  test.each(vectors)("does not fit another body or secret ($signature)", ({ secret, body, signature }) => {
    expect(signatureFits(Buffer.from(`${body} `), signature, secret)).toBe(false);
    expect(signatureFits(Buffer.from(body), signature, `${secret}4`)).toBe(false);
  });

  test("is invalid after parsing and re-serialising", () => {
    const vector = vectors[1];
    const rewritten = JSON.stringify(JSON.parse(vector?.body ?? ""));
    expect(signatureFits(Buffer.from(rewritten), vector?.signature ?? "", "app_secret_123")).toBe(false);
  });

  test("is never accepted without a secret", () => {
    const body = Buffer.from("{}");
    const signed = "sha256=c8b9d4b5d9b2e1f0c8b9d4b5d9b2e1f0c8b9d4b5d9b2e1f0c8b9d4b5d9b2e1f0";
    expect(signatureFits(body, signed, "")).toBe(false);
    expect(signatureFits(body, signatureOf(body, "x"), "")).toBe(false);
  });

  test.each([undefined, "", "sha256=", "sha1=02fe", "02fe0c96", ["sha256=aa"], `sha256=${"g".repeat(64)}`])(
    "has one form only: %s",
    (header) => {
      expect(isSignature(header)).toBe(false);
    },
  );

  test("texts of any lengths can be compared", () => {
    expect(sameText("demo-verify-token", "demo-verify-token")).toBe(true);
    expect(sameText("demo-verify-token", "demo-verify-toke")).toBe(false);
    expect(sameText("", "x")).toBe(false);
  });
});
