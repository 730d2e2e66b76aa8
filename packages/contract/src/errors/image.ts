import { errorGroup } from "./error-group.ts";

export const imageErrors = errorGroup("image", {
  IMAGE_PROMPT_REQUIRED: {
    code: 100421,
    status: 422,
    texts: { "zh-tw": "請描述想要的圖片", "zh-cn": "请描述想要的图片", en: "Please describe the image" },
  },
  IMAGE_RESOLUTION_UNAVAILABLE: {
    code: 100422,
    status: 422,
    texts: {
      "zh-tw": "這個模型不能產生這個解析度，請換一個",
      "zh-cn": "这个模型不能生成这个分辨率，请换一个",
      en: "This model does not support this resolution. Choose another one",
    },
  },
  IMAGE_QUOTA_USED_UP: {
    code: 100423,
    status: 409,
    texts: {
      "zh-tw": "本月還可產生 {n} 張圖片，請減少張數、下個月再試，或請管理員升級方案",
      "zh-cn": "本月还可生成 {n} 张图片，请减少张数、下个月再试，或请管理员升级套餐",
      en: "{n} more images can be generated this month. Choose fewer, wait for next month, or ask an administrator to upgrade",
    },
  },
  IMAGE_STORAGE_FULL: {
    code: 100424,
    status: 409,
    texts: {
      "zh-tw": "圖片的儲存空間已滿，請刪除不用的圖片，或請管理員升級方案",
      "zh-cn": "图片的存储空间已满，请删除不用的图片，或请管理员升级套餐",
      en: "There is no space left for images. Delete some, or ask an administrator to upgrade",
    },
  },
  IMAGE_STILL_MADE: {
    code: 100425,
    status: 409,
    texts: {
      "zh-tw": "圖片還在產生，請等完成後再刪除",
      "zh-cn": "图片还在生成，请等完成后再删除",
      en: "The image is still being generated. Delete it when it is ready",
    },
  },
});
