export { useAddItem, useItems, useLeadChannels } from "./api.ts";
