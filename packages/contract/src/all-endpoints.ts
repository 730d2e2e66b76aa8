import { channels } from "./channels.ts";
import { chat } from "./chat.ts";
import type { EndpointTable } from "./endpoint.ts";
import { file } from "./file.ts";
import { leads } from "./leads.ts";
import { login } from "./login.ts";
import { media } from "./media.ts";
import { member } from "./member.ts";
import { menus } from "./menus.ts";

/** Every call of the product by module: what the server binds, the documentation shows and the checks walk over. */
export const allEndpoints = { login, menus, member, leads, media, chat, channels, file } satisfies Record<
  string,
  EndpointTable
>;
