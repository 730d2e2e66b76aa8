export { createDefaultRoles } from "./actions/create-default-roles.ts";
export { permissionsOfRoles } from "./queries.ts";
