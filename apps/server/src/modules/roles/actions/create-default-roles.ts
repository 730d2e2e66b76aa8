import { type OrganizationId, RoleId } from "@homeroom/contract/ids";
import type { Language, Texts } from "@homeroom/contract/language";
import { type DefaultRole, defaultRoles } from "@homeroom/contract/permissions";
import { v7 } from "uuid";
import { grantMenus } from "#modules/menus/public";
import type { Tx } from "#platform/db/transaction";

const texts: Readonly<Record<DefaultRole, { name: Texts; description: Texts }>> = {
  admin: {
    name: { "zh-tw": "管理員", "zh-cn": "管理员", en: "Admin" },
    description: { "zh-tw": "擁有全部權限", "zh-cn": "拥有全部权限", en: "Holds every permission" },
  },
  tutor: {
    name: { "zh-tw": "導師", "zh-cn": "导师", en: "Tutor" },
    description: {
      "zh-tw": "為學員排課、管理班級與學習進度",
      "zh-cn": "为学员排课、管理班级与学习进度",
      en: "Schedules students, manages classes and progress",
    },
  },
  sales: {
    name: { "zh-tw": "業務", "zh-cn": "销售", en: "Sales" },
    description: {
      "zh-tw": "跟進名單，促成報名",
      "zh-cn": "跟进名单，促成报名",
      en: "Follows leads and wins them as students",
    },
  },
  teacher: {
    name: { "zh-tw": "教師", "zh-cn": "教师", en: "Teacher" },
    description: { "zh-tw": "查看課表與出席", "zh-cn": "查看课表与出勤", en: "Sees the timetable and attendance" },
  },
};

/** Gives a new organisation its four default roles with their permissions and menus; answers their ids. */
export async function createDefaultRoles(
  tx: Tx,
  organization: { organizationId: OrganizationId; language: Language },
  newId: () => string = v7,
): Promise<Record<DefaultRole, RoleId>> {
  const { organizationId, language } = organization;
  const codes = Object.keys(defaultRoles) as DefaultRole[];
  const ids = Object.fromEntries(codes.map((code) => [code, RoleId.parse(newId())])) as Record<DefaultRole, RoleId>;
  const roles = codes.map((code) => ({
    organization_id: organizationId,
    role_id: ids[code],
    code,
    name: texts[code].name[language],
    description: texts[code].description[language],
    is_default: true,
  }));
  const permissions = codes.flatMap((code) =>
    defaultRoles[code].map((permission) => ({ organization_id: organizationId, role_id: ids[code], permission })),
  );
  await tx.insertInto("role").values(roles).execute();
  await tx.insertInto("role_permission").values(permissions).execute();
  await grantMenus(tx, organizationId);
  return ids;
}
