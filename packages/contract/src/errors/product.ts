import { errorGroup } from "./error-group.ts";

export const productErrors = errorGroup("product", {
  PRODUCT_NAME_REQUIRED: {
    code: 100003,
    status: 422,
    texts: { "zh-tw": "請輸入產品名稱", "zh-cn": "请输入产品名称", en: "Please enter the product name" },
  },
  PRODUCT_TYPE_REQUIRED: {
    code: 100004,
    status: 422,
    texts: { "zh-tw": "請選擇類型", "zh-cn": "请选择类型", en: "Please choose a type" },
  },
  PRODUCT_PRICE_REQUIRED: {
    code: 100005,
    status: 422,
    texts: { "zh-tw": "請輸入價格", "zh-cn": "请输入价格", en: "Please enter the price" },
  },
  PRODUCT_IMAGE_REQUIRED: {
    code: 100006,
    status: 422,
    texts: { "zh-tw": "請上傳圖片", "zh-cn": "请上传图片", en: "Please upload a picture" },
  },
  PRODUCT_EXPIRY_NOT_FUTURE: {
    code: 100007,
    status: 422,
    texts: {
      "zh-tw": "有效期須晚於現在",
      "zh-cn": "有效期必须晚于当前时间",
      en: "The expiry date must be in the future",
    },
  },
  PRODUCT_HAS_TRANSACTIONS: {
    code: 100008,
    status: 409,
    texts: {
      "zh-tw": "已有交易，不可刪除，請改為停用",
      "zh-cn": "已有交易，不能删除，请改为停用",
      en: "The product has transactions and cannot be deleted; make it inactive instead",
    },
  },
  PRODUCT_RETAILER_ID_TAKEN: {
    code: 100411,
    status: 409,
    texts: {
      "zh-tw": "產品編號已被其他產品使用",
      "zh-cn": "产品编号已被其他产品使用",
      en: "Another product has this product ID",
    },
  },
  CATALOG_SYNC_REFUSED: {
    code: 100412,
    status: 502,
    texts: {
      "zh-tw": "Facebook 沒有接受目錄的同步，請檢查 WhatsApp 設定中的目錄編號與存取權杖",
      "zh-cn": "Facebook 没有接受目录的同步，请检查 WhatsApp 设置中的目录编号和访问令牌",
      en: "Facebook refused the sync. Check the catalogue ID and the access token in the WhatsApp settings",
    },
  },
});
