import { declaredActions } from "./features.ts";

/** What may be done, by `area:thing`; a permission is one of them with one of its actions, as `crm:lead:edit`. */
const actionsOf = {
  "dash:home": ["query", "all"],
  "crm:lead": ["query", "all", "add", "edit", "delete", "import", "export", "assign", "log", "activate", "tag"],
  "crm:option": ["query", "add", "edit", "delete"],
  "crm:rule": ["query", "add", "edit", "delete"],
  "crm:student": ["query", "edit", "export"],
  "chat:message": ["query", "all", "send", "template", "takeover", "forward", "label", "gpt"],
  "chat:reply": ["query", "add", "edit", "delete"],
  "bulk:target": ["query", "add", "edit", "delete", "reload", "status"],
  "bulk:plan": ["query", "add", "edit", "cancel", "resend", "export"],
  "bulk:template": ["query", "add", "edit", "delete", "submit", "status"],
  "bulk:setting": ["query", "edit"],
  "sale:order": ["query", "add", "edit", "confirm", "cancel", "refund", "export"],
  "sale:product": ["query", "add", "edit", "delete", "status", "sync", "import", "export"],
  "ad:landing": ["query", "add", "edit", "delete", "publish", "domain", "export"],
  "ad:campaign": ["query", "bind", "unbind", "sync", "export"],
  "ad:volcengine": ["query", "edit", "sync"],
  "ad:topup": ["query", "add"],
  "ad:aimedia": ["query", "generate", "upload", "delete", "download"],
  "hr:teacher": ["query", "add", "edit", "delete"],
  "hr:staff": ["query", "add", "edit", "delete", "import", "export", "status", "password:reset"],
  "org:channel": ["query", "add", "edit", "delete", "utm"],
  "org:field": ["query", "add", "edit", "delete"],
  "org:whatsapp": ["query", "edit", "test"],
  "org:line": ["query", "edit", "test"],
  "org:meta": ["query", "edit", "test"],
  "org:google": ["query", "edit"],
  "org:email": ["query", "edit", "test"],
  "org:chat": ["query", "edit", "backup"],
  "org:gpt": ["query", "add", "edit", "delete", "status", "test"],
  "org:pay": ["query", "edit", "status"],
  "org:welcome": ["query", "edit", "test"],
  "org:info": ["query", "edit", "wipe"],
  "org:branch": ["query", "add", "edit", "delete", "switch"],
  "bill:plan": ["query", "buy"],
  "bill:recharge": ["query", "add"],
  "bill:expense": ["query"],
  "bill:service": ["query"],
  "bill:invoice": ["download"],
  "sys:role": ["query", "add", "edit", "delete", "grant"],
  "sys:user": ["query", "add", "edit", "delete", "import", "export", "password:reset"],
  "sys:log": ["query", "export"],
  "sys:notice": ["query", "add", "edit", "delete", "publish", "revoke"],
  "sys:menu": ["query", "add", "edit", "delete"],
  "sys:dict": ["query", "add", "edit", "delete"],
  "sys:operator": ["query", "edit"],
  ...declaredActions,
} as const;

type ActionsByArea = typeof actionsOf;
type PermissionArea = keyof ActionsByArea;
export type Permission = { [T in PermissionArea]: `${T}:${ActionsByArea[T][number]}` }[PermissionArea];

/** Every permission, in the order of the screens. */
export const permissions: readonly Permission[] = (Object.keys(actionsOf) as PermissionArea[]).flatMap(everythingOf);

/**
 * Menus and dictionaries are shared by all organisations, and operators look after all of them, so these permissions also
 * need the account's platform flag.
 */
export const platformPermissions: readonly Permission[] = [
  ...everythingOf("sys:menu"),
  ...everythingOf("sys:dict"),
  ...everythingOf("sys:operator"),
];

export type DefaultRole = "admin" | "tutor" | "sales" | "teacher";

/** The permissions of the roles that every organisation starts with. The admin's are granted one by one, not as a wildcard. */
export const defaultRoles: Readonly<Record<DefaultRole, readonly Permission[]>> = {
  admin: permissions.filter((permission) => !platformPermissions.includes(permission)),
  tutor: [
    "dash:home:query",
    "crm:lead:query",
    "crm:lead:all",
    "crm:lead:edit",
    "crm:lead:log",
    "crm:option:query",
    "chat:message:query",
    "crm:student:query",
    "crm:student:edit",
    "sale:order:query",
    "hr:teacher:query",
    "sale:product:query",
    "chat:reply:query",
    "org:branch:switch",
  ],
  sales: [
    "dash:home:query",
    "crm:lead:query",
    "crm:lead:add",
    "crm:lead:edit",
    "crm:lead:log",
    "crm:lead:tag",
    "crm:option:query",
    "chat:message:query",
    "chat:message:send",
    "chat:message:template",
    "chat:message:forward",
    "chat:message:label",
    "chat:message:gpt",
    "bulk:target:query",
    "bulk:plan:query",
    "bulk:template:query",
    "crm:student:query",
    "sale:order:query",
    "sale:order:add",
    "sale:product:query",
    "ad:aimedia:query",
    "org:channel:query",
    "chat:reply:query",
    "chat:reply:add",
    "chat:reply:edit",
    "org:branch:switch",
  ],
  teacher: ["dash:home:query", "crm:lead:query", "crm:student:query", "hr:teacher:query", "org:branch:switch"],
};

/** Whether the held permissions include the wanted one; `crm:lead:*` covers every action on leads and nothing else. */
export function grants(held: readonly string[], wanted: Permission): boolean {
  const [area, thing] = wanted.split(":");
  return held.includes(wanted) || held.includes(`${area}:${thing}:*`);
}

function everythingOf(thing: PermissionArea): Permission[] {
  return actionsOf[thing].map((action) => `${thing}:${action}` as Permission);
}
