import { names } from "./names.zh.ts";
import { odds } from "./odds.zh.ts";
import { staff } from "./staff.zh.ts";
import type { Word } from "./say.svelte.ts";

export const zh: Record<Word, string> = {
  ...names,
  ...odds,
  ...staff,
  "app.name": "croupier",
  "app.skip": "跳到牌桌",
  "app.lost": "连接中断，正在恢复……",
  "app.still": "牌局暂停：{message}",
  "app.none": "没有这个页面。",
  "app.loading": "请稍候……",
  "app.failed": "页面无法载入，请刷新重试。",
  "door.name": "名称",
  "door.password": "密码",
  "first.title": "第一位管理员",
  "first.lead": "此链接只能使用一次。请选择名称和至少十二个字符的密码。",
  "first.accept": "成为管理员",
  "first.welcome": "欢迎，{name}：您已成为管理员。",
};
