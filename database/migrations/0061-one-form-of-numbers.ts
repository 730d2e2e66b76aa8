import { type Kysely, sql } from "kysely";

/** Area codes of countries whose people write a trunk zero before a number that is not dialled after the area code. */
const trunkZero = "'+886', '+86', '+60', '+81', '+82', '+84', '+66', '+63', '+62', '+61', '+64', '+44', '+33', '+49'";

/** The area code as "+886" and the national digits without a trunk zero, where no E.164 number is stored beside them. */
const withoutE164 = (table: string, code: string, phone: string) => `
update ${table} set ${code} = '+' || ${code} where ${code} ~ '^\\d{1,4}$';
update ${table} set ${phone} = substr(${phone}, 2) where ${phone} ~ '^0[1-9]\\d{4,}$' and ${code} in (${trunkZero});
`;

const contact = (name: string) => `
update lead set ${name} = jsonb_set(${name}, '{areaCode}', to_jsonb('+' || (${name}->>'areaCode')))
where ${name}->>'areaCode' ~ '^\\d{1,4}$';
update lead set ${name} = jsonb_set(${name}, '{phone}', to_jsonb(substr(${name}_e164, length(${name}->>'areaCode'))))
where ${name}_e164 is not null and '+' || ${name}_e164 like (${name}->>'areaCode') || '_%'
  and ${name}->>'areaCode' ~ '^\\+\\d{1,4}$' and ${name}->>'phone' <> substr(${name}_e164, length(${name}->>'areaCode'));
`;

const leads = `
update lead set area_code = '+' || area_code where area_code ~ '^\\d{1,4}$';
update lead set phone = substr(phone_e164, length(area_code))
where phone_e164 is not null and area_code ~ '^\\+\\d{1,4}$' and '+' || phone_e164 like area_code || '_%'
  and phone <> substr(phone_e164, length(area_code));
${contact("contact1")}
${contact("contact2")}
`;

/** Numbers in one form everywhere: an area code with its plus, and the national digits that follow it in E.164. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const steps = [
    leads,
    withoutE164("account", "area_code", "phone"),
    withoutE164("account", "emergency_area_code", "emergency_phone"),
    withoutE164("branch", "area_code", "phone"),
    withoutE164("organization", "area_code", "phone"),
  ];
  for (const statements of steps) await sql.raw(statements).execute(db);
}
