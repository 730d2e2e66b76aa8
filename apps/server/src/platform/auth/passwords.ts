import { argon2, type BinaryLike, randomBytes, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";

const derive = promisify(argon2) as (
  algorithm: "argon2id",
  parameters: {
    message: BinaryLike;
    nonce: BinaryLike;
    memory: number;
    passes: number;
    parallelism: number;
    tagLength: number;
  },
) => Promise<Buffer>;

/** OWASP's figures for argon2id: 19 MiB, two passes, one lane. */
const recommended = { memory: 19_456, passes: 2, parallelism: 1 };
const phc = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{22,86})$/;

/** The password's argon2id hash as a PHC string, with its own salt. Only tests choose a cost other than OWASP's. */
export async function hashPassword(password: string, cost = recommended): Promise<string> {
  const salt = randomBytes(16);
  const tag = await derive("argon2id", { ...cost, message: password, nonce: salt, tagLength: 32 });
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${text(salt)}$${text(tag)}`;
}

/** Whether the hash was made from this password, compared in constant time. False for a string that is not such a hash. */
export async function verifyPassword(password: string, hash: string): Promise<boolean> {
  const parts = phc.exec(hash);
  if (!parts) return false;
  const [, memory, passes, parallelism, salt = "", expected = ""] = parts;
  const wanted = Buffer.from(expected, "base64");
  const tag = await derive("argon2id", {
    message: password,
    nonce: Buffer.from(salt, "base64"),
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    tagLength: wanted.length,
  });
  return timingSafeEqual(tag, wanted);
}

let nobodysHash: Promise<string> | undefined;

/** Takes as long as verifying a password and always fails: for accounts that do not exist, so that timing reveals nothing. */
export async function verifyNobody(password: string): Promise<false> {
  nobodysHash ??= hashPassword(randomBytes(16).toString("hex"));
  await verifyPassword(password, await nobodysHash);
  return false;
}

function text(bytes: Buffer): string {
  return bytes.toString("base64").replaceAll("=", "");
}
