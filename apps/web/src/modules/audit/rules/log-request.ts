import { auditActions, auditModules } from "@homeroom/contract/audit";
import type { RequestInput } from "@homeroom/contract/endpoint";
import type { log } from "@homeroom/contract/log";

type LogRequest = RequestInput<typeof log.export>;
type Values = Readonly<Record<string, readonly string[]>>;

const uuid = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
const day = /^\d{4}-\d\d-\d\d$/;

/** The filters of the address as a request. Invalid values are ignored. */
export function logRequest(values: Values): LogRequest {
  const known = <Name extends string>(names: readonly Name[], key: string) =>
    names.filter((name) => values[key]?.includes(name));
  const [startDate, endDate] = (values.date ?? []).map((value) => (day.test(value) ? value : undefined));
  const request = {
    keywords: values.keywords?.[0]?.trim().slice(0, 100),
    module: known(auditModules, "module"),
    action: known(auditActions, "action"),
    operator: values.operator?.filter((value) => uuid.test(value)) ?? [],
    subject: values.subject?.[0]?.slice(0, 64),
    startDate,
    endDate,
  };
  const said = Object.entries(request).filter(([, value]) => (Array.isArray(value) ? value.length > 0 : value));
  return Object.fromEntries(said) as LogRequest;
}
