/** A fault of a text, and what to do. */
export interface TextFinding {
  what: string;
  advice: string;
}

type Language = "zh-tw" | "zh-cn" | "en";

// Characters of everyday interface texts that only one of the two scripts uses. Not complete, and need not be.
const onlySimplified = [
  "万与专业东丢两严丧个丰临为举义乐习乡书买乱争亏亚产亲亿仅从仓仪们价众优会伞伟传伤伦体侧侦俭债倾储儿党",
  "兰关兴养兽内册写军农冯决况冻净减凤凭凯击刘则刚创删别剂剑剧劝办务动励劳势勋区医华协单卖卢卫却厂厅历压",
  "厌厕厢县参双变叙叠叶号叹吓吗听启员响哑唤啰喷嘱团园围国图圆圣场坏块坚坛坝坟坠垄垒垫墙声壳处备够头夹夺",
  "奋奖妇妈娱婴婶学孙宁宝实宠审宪宫宽宾对寻导寿将尔尘尝层届属屡岁岂岛岭币帅师帐带帧帮库应庙庞废开异弃张",
  "弯弹强归当录彻径忆忧怀态总恋恒恳恶恼悬惊惧惨惩惯愤愿懒戏战户扑执扩扫扬扰抚抢护报担拟拥择挂挡挣挤挥损",
  "捡换据掷揽携摄摆摇摊撑敌数斋断无旧时旷显晋晒晓晕暂术机杀杂权条来杨极构枪柜标栏树样档桥梦检椭楼榄横欢",
  "欧残毁毕毙气汇汉汤沟没沪泪泽洁浅浆测济浏浓涛润涨渐渔湾湿满滚滞滤滨潜灭灯灵灾炉点炼烂烦烧热爱爷牵牺状",
  "犹独狮猎猪猫献环现玛珑琐画畅疗疯疮痒瘾盐监盖盗盘矫码砖础硕确碍礼祷祸离种积称稳穷窃窍窝竞笔笼筛筹签简",
  "篮类粮紧红级约纪纯纲纳纵纷纸纹线练组细织终绍经绑结绘给络绝统继绩绪续绳维绵综绿缓编缘缩缴网罗罚罢职联",
  "聪肃肤肠胀胁胆胜脑脚脱腾舆艰艺节芜苏范荐荣药莲获营蓝虑虚虽虾蚀蚁蛮补衬袭装见观规视览觉触誉计订认讨让",
  "训议讯记讲许论设访证评识诉词译试诗诚话询该详误说请读课调谁谅谈谊谋谓谢谱贝负财责败账货质贩购贮贴贵贷",
  "贸费贺赁资赏赔赖赚赛赞赠赢赶趋跃践踪车轨转轮软轻载较辅辆辈辉输辑边达迁过迈运还这进远违连迟适选递逻遗",
  "邮邻郑酱释针钉钟钢钥钱铁铃银销锁锅错锦键镇镜长门闪闭问闲间闹闻阅阔队阳阴阶际陆陈险随隐难雾静韩页顶项",
  "顺须顾顿预领频颗题颜额风飞饭饮饰饱馆驱驶验骑骗鱼鲜鸟鸡麦黄龄龙么发复脸夸拦滥链钮贡钩铭阈颁驳驻骤讳诊",
  "谨贰赋轴轿辞逊锐阐陕隶颠饼馈骂鲁麸",
].join("");
const onlyTraditional = [
  "萬與專業東丟兩嚴喪個豐臨為舉義樂習鄉書買亂爭虧亞產親億僅從倉儀們價眾優會傘偉傳傷倫體側偵儉債傾儲兒黨",
  "蘭關興養獸內冊寫軍農馮決況凍淨減鳳憑凱擊劉則剛創刪別劑劍劇勸辦務動勵勞勢勳區醫華協單賣盧衛卻廠廳歷壓",
  "厭廁廂縣參雙變敘疊葉號嘆嚇嗎聽啟員響啞喚囉噴囑團園圍國圖圓聖場壞塊堅壇壩墳墜壟壘墊牆聲殼處備頭夾奪奮",
  "獎婦媽娛嬰嬸學孫寧寶實寵審憲宮寬賓對尋導壽將爾塵嘗層屆屬屢歲豈島嶺幣帥師帳帶幀幫庫應廟龐廢開異棄張彎",
  "彈強歸當錄徹徑憶憂懷態總戀恆懇惡惱懸驚懼慘懲慣憤願懶戲戰戶撲執擴掃揚擾撫搶護報擔擬擁擇掛擋掙擠揮損撿",
  "換據擲攬攜攝擺搖攤撐敵數齋斷無舊時曠顯晉曬曉暈暫術機殺雜權條來楊極構槍櫃標欄樹樣檔橋夢檢橢樓欖橫歡歐",
  "殘毀畢斃氣匯漢湯溝沒滬淚澤潔淺漿測濟瀏濃濤潤漲漸漁灣濕滿滾滯濾濱潛滅燈靈災爐點煉爛煩燒熱愛爺牽犧狀猶",
  "獨獅獵豬貓獻環現瑪瓏瑣畫暢療瘋瘡癢癮鹽監蓋盜盤矯碼磚礎碩確礙禮禱禍離種積稱穩窮竊竅窩競筆籠篩籌簽簡籃",
  "類糧緊紅級約紀純綱納縱紛紙紋線練組細織終紹經綁結繪給絡絕統繼績緒續繩維綿綜綠緩編緣縮繳網羅罰罷職聯聰",
  "肅膚腸脹脅膽勝腦腳脫騰輿艱藝節蕪蘇範薦榮藥蓮獲營藍慮虛雖蝦蝕蟻蠻補襯襲裝見觀規視覽覺觸譽計訂認討讓訓",
  "議訊記講許論設訪證評識訴詞譯試詩誠話詢該詳誤說請讀課調誰諒談誼謀謂謝譜貝負財責敗賬貨質販購貯貼貴貸貿",
  "費賀賃資賞賠賴賺賽贈贏趕趨躍踐蹤車軌轉輪軟輕載較輔輛輩輝輸輯邊達遷過邁運還這進遠違連遲適選遞邏遺郵鄰",
  "鄭醬釋針釘鐘鋼鑰錢鐵鈴銀銷鎖鍋錯錦鍵鎮鏡長門閃閉問閒間鬧聞閱闊隊陽陰階際陸陳險隨隱難霧靜韓頁頂項順須",
  "顧頓預領頻顆題顏額風飛飯飲飾飽館驅駛驗騎騙魚鮮鳥雞麥黃齡龍麼發復臉誇攔濫鏈鈕貢鉤銘閾頒駁駐驟諱診謹貳",
  "賦軸轎遜銳闡陝隸顛餅饋罵魯麩後",
].join("");

// Words of the other usage that are correctly spelt, so that no character gives them away, the plain form of address, and the
// other script's quotation mark; in line with docs/glossary.md.
const words: Record<"zh-tw" | "zh-cn", Record<string, string>> = {
  "zh-tw": {
    默認: "預設",
    網絡: "網路",
    服務器: "伺服器",
    加載: "載入",
    賬號: "帳號",
    設置: "設定",
    導入: "匯入",
    導出: "匯出",
    搜索: "搜尋",
    郵箱: "電郵",
    模板: "範本",
    消息: "訊息",
    信息: "資訊",
    短信: "簡訊",
    視頻: "影片",
    充值: "儲值",
    你: "您",
    "“": "「",
  },
  "zh-cn": {
    预设: "默认",
    网路: "网络",
    伺服器: "服务器",
    载入中: "加载中",
    帐号: "账号",
    汇入: "导入",
    汇出: "导出",
    搜寻: "搜索",
    电邮: "邮箱",
    讯息: "消息",
    资讯: "信息",
    储值: "充值",
    你: "您",
    "「": "“",
  },
};

// Each language is offered under its own name.
const ownNames = new Set(["简体中文", "繁體中文", "繁体中文", "簡體中文"]);

/** Finds characters of the other script; quoted text is skipped. */
export function wrongCharacters(language: Language, text: string): TextFinding[] {
  if (language === "en" || ownNames.has(text)) return [];
  const foreign = language === "zh-tw" ? onlySimplified : onlyTraditional;
  const found = [...new Set(text.replace(/“[^”]*”|「[^」]*」/g, ""))].filter((character) =>
    foreign.includes(character),
  );
  if (found.length === 0) return [];
  const script = language === "zh-tw" ? "simplified" : "traditional";
  return [
    {
      what: `${language} has the ${script} ${found.join(" ")}`,
      advice: `Write ${language} by itself; do not convert.`,
    },
  ];
}

/** Finds words of the other usage. */
export function wrongWords(language: Language, text: string): TextFinding[] {
  if (language === "en") return [];
  return Object.entries(words[language])
    .filter(([foreign]) => text.includes(foreign))
    .map(([foreign, own]) => ({ what: `${language} says ${foreign}`, advice: `Say ${own} (docs/glossary.md).` }));
}

/** Whether a text is Chinese that belongs in a language's file; the languages' own names do not count. */
export function isChinese(text: string): boolean {
  return !ownNames.has(text) && /\p{Script=Han}/u.test(text);
}
