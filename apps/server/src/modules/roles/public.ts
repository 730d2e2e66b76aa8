export { createDefaultRoles } from "./actions/create-default-roles.ts";
