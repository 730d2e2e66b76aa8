export { useItems, useLeadChannels } from "./api.ts";
