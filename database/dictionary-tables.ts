import type { RecordId } from "@homeroom/contract/ids";
import type { Texts } from "@homeroom/contract/language";
import type { Generated } from "kysely";
import type { CreatedAt, MaybeJson } from "./columns.ts";

export interface DictTypeTable {
  dict_id: RecordId;
  code: string;
  name: string;
  titles: MaybeJson<Texts>;
  status: Generated<number>;
  remark: Generated<string>;
  definition: string | null;
  version: Generated<number>;
  created_at: CreatedAt;
  updated_at: CreatedAt;
}

export interface DictItemTable {
  dict_id: RecordId;
  item_id: RecordId;
  value: string;
  name: string;
  titles: MaybeJson<Texts>;
  sort: Generated<number>;
  status: Generated<number>;
}
