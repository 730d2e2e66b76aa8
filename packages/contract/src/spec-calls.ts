/** Calls as `METHOD /path` lines under a common path. */
function calls(base: string, lines: string): string[] {
  return lines
    .trim()
    .split(/\s*\n\s*/)
    .flatMap((line) => {
      const [method, ...paths] = line.split(/\s+/);
      return paths.map((path) => `${method} ${base}${path === "/" ? "" : path}`);
    });
}

/** Every call of the specification's section 7, by its exact method and path. */
export const specificationCalls: readonly string[] = [
  ...calls(
    "/api_basic/Menus",
    `GET /Routes / /options /{id}/form
     POST /
     PUT /{id}
     DELETE /{id}`,
  ),
  ...calls(
    "/api_sso/Login",
    `POST /LoginOn /AutoLoginOn /SendRegisterCodeEmail /SendForgotCodeEmail /ResetPassword /register
     GET /LoginOut /QueryLogRandomCodeImage /CheckBranchPassword`,
  ),
  ...calls("/api_users", "POST /Dashboard/DashboardInfo"),
  ...calls(
    "/api_users/Member",
    `GET /User /CompleteTour
     POST /QueryNewLeads /QueryGPTLeads /LeadsList /Leadlogs
     POST /UploadStaffAvatar /UploadStaffcsvFile /UploadLeadsFile /UploadOrganizationAvatar /UploadAccountAvatar
     POST /UploadReplyImage /UploadLineHellomessageimage
     POST /ImportCSVStaffInfo /ImportCSVLeadInfo /ImportLeadInfo
     GET /{id}/form
     POST / /ModifyPassword
     PUT /{id}
     PATCH /{id}/password
     DELETE /{ids}
     GET /LeadTemplete /export
     POST /import
     POST /AddLeadInfo /EditLeadContactInfo /EditLeadInfo /QueryLeadInfo
     GET /LeadActionTypes /UserDeviceInfo /LeadTypeList /SalesList /OrganizationEmail /TutorList
     GET /LeadsLogList /LeadsDescList /AccountBaseInfo /BranchList /QueryBranchList
     POST /LeadRulesList /UpdateLeadRules
     GET /DeleteLeadRule
     POST /BulkChangeSales
     POST /Targetlist /LeadsFilterList /SaveQueryLeadsFilter /ReloadLeadCount /ModifyTargetStatus
     GET /DeleteQueryLeadsFilter
     POST /UpdateGroupName /AddGroupinfo /AddReplyMessageinfo /UploadReplyMessageinfo /UploadReplyMessageGroupinfo
     GET /DeleteGroupinfo /QuickReplyGroupList /QuickReplyMessageList /DeleteReplyMessageinfo
     GET /PaymentSetting /UpdatePaymentStatus
     POST /UpdatePaymentSetting
     POST /UpdateDifySetting /UpdateWhatsappSetting /UpdateLineSetting /UpdateLineliffSetting /UpdateChatGPTSetting
     POST /UpdateGPTStatus /UpdateLineMessageSetting
     GET /GPTList /WhatsappSetting /LineSetting /DeleteGPTdata
     POST /TestWhatsAppCatalogID /TestLineAccessToken /TestChatgpt /TestDifygpt /SendTestlineHellomessage
     GET /QueryLinemessageSetting /UpdatewelcomemessagelineStatus`,
  ),
  ...calls("/api_chat/Chat", "POST /TestFaceBookWhatsappHello"),
  ...calls("/api_webhook/Media", "GET /Getcustomiteminfo /Getmediainfo"),
  ...calls(
    "/api_basic/Setting",
    `POST /SendTestEmail /SaveEmailSetting
     GET /QueryEmailSetting`,
  ),
];
