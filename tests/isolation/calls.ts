import { allEndpoints } from "@homeroom/contract/all-endpoints";
import type { Endpoint } from "@homeroom/contract/endpoint";
import { type CallAnswer, type SendOptions, sendCall } from "../harness/send-call.ts";
import type { Sample, Wall } from "./sample.ts";
import { samples } from "./samples.ts";

/** A call of the contract with its sample. */
export interface Call {
  name: string;
  endpoint: Endpoint;
  sample: Sample;
}

const sampleTable: Readonly<Record<string, Readonly<Record<string, Sample>>>> = samples;
const calls: Call[] = Object.entries(allEndpoints).flatMap(([module, table]) =>
  Object.entries(table).map(([name, endpoint]: [string, Endpoint]) => {
    const sample = sampleTable[module]?.[name];
    if (!sample) throw new Error(`${module}.${name} has no sample: add one to samples.ts`);
    return { name: `${module}.${name}`, endpoint, sample };
  }),
);

/** The calls that need a session. */
export const signedIn = calls.filter(({ endpoint }) => endpoint.access !== "public");
/** The calls that need a permission. */
export const permitted = signedIn.filter(({ endpoint }) => endpoint.access !== "session");

/** The calls whose rows this wall separates. */
export function behind(wall: Wall): Call[] {
  return calls.filter(({ sample }) => (sample.walls ?? [wall]).includes(wall));
}

/** Throws when the contract has no such call. */
export function callNamed(wanted: string): Call {
  const call = calls.find(({ name }) => name === wanted);
  if (!call) throw new Error(`The contract has no call ${wanted}`);
  return call;
}

export function send(
  url: string,
  { endpoint, sample }: Call,
  request: unknown,
  options: SendOptions,
): Promise<CallAnswer> {
  const { file } = sample;
  return sendCall(url, endpoint, request as object, { ...options, ...(file && { file }) });
}
