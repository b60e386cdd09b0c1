// Why something was turned away, in Chinese, by the code of the refusal.
import { sayName } from "./text.svelte.ts";

export const codes: Record<string, string> = {
  unknown_game: "没有这种游戏。",
  unknown_bet: "没有这种投注。",
  bad_card: "这不是一张牌。",
  bad_amount: "金额无效。",
  decks_out_of_range: "牌的副数不在允许范围内。",
  wrong_cards: "牌与本局不符。",
  foreign_card: "此牌不可能在这靴牌中。",
  both_sides: "不可同时投注庄和闲。",
  side_needs_main: "边注须先有庄或闲的主注。",
  no_standing: "不可在他人的座位下注。",
  no_box: "没有这个座位。",
  box_taken: "此座位已有人。",
  above_maximum: "超出最高投注。",
  insurance_not_offered: "现在不提供此保险。",
  insurance_without_original: "没有可投保的原注。",
  insurance_over_cap: "保险超出上限。",
  duplicate_bet: "已有这一笔投注。",
  player_dealer_bets: "坐庄者不可下注。",
  player_dealer_missing: "无人坐庄。",
  malformed: "内容无法读取。",
  not_allowed: "您的职位无权这样做。",
  wrong_phase: "现在不能这样做。",
  unknown_command: "没有这种操作。",
  unknown_player: "本桌没有这位客人。",
  insufficient_balance: "筹码不足。",
  below_minimum: "低于最低投注。",
  above_differential: "超出最高差额。",
  not_seated: "请先入座。",
  coup_complete: "牌已派完。",
  options_pending: "仍有客人未选择。",
  no_shoe: "没有牌靴。",
  no_player_dealer: "须先有人坐庄。",
  insurance_closed: "保险已截止。",
  nothing_to_reject: "没有可退回的超额投注。",
  not_yours: "这不属于您。",
  too_late: "已经太晚。",
  cannot_reconstruct: "牌无法这样复原。",
  not_signed_in: "请先登录。",
  bad_credentials: "名称或密码有误。",
  locked: "此账户已锁定。",
  forbidden: "您无权访问。",
  foreign_origin: "请求来自其他网站，已拒绝。",
  not_found: "找不到所要的内容。",
  not_readable: "请求无法读取。",
  conflict: "与现有内容冲突。",
  too_many: "请求过多，请稍候再试。",
  not_stored: "暂时无法保存，请稍候再试。",
  closing: "服务即将停止，请稍后再来。",
  our_mistake: "系统出错，已记录。",
  pin_locked: "PIN 码已锁定。",
  name_taken: "此名称已被使用。",
  no_such_person: "没有这个人。",
  no_such_session: "没有这个登录。",
  weak_password: "密码太弱。",
  weak_pin: "PIN 码太弱。",
  bad_invitation: "邀请无效、已使用或已过期。",
  last_administrator: "这是最后一位管理员。",
  guest: "访客没有密码，也不能担任其他职位。",
  unreachable: "无法连接服务器。",
  unreadable: "服务器的答复无法读取。",
};

const roleName = (role: string | undefined): string => sayName("role", (role ?? "").replaceAll(" ", "_"));
const kind = (reported: string | undefined): string => sayName("irregularity", reported ?? "");

/** Refusals whose code alone does not say what is the matter. */
const PRECISE: [RegExp, (...found: string[]) => string][] = [
  [/^the report of (\w+) waits for the (.+) to decide$/, (reported, role) => `牌局暂停：${kind(reported)}，待${roleName(role)}决定。`],
  [/^this shoe is out of play since the report of (\w+): start a new one$/, (reported) => `此靴已停用（${kind(reported)}）：请换新牌靴。`],
  [/^no outcome was established, so resuming voids the round: that takes a (.+) or above$/, (role) => `结果未定，恢复即本局作废：需要${roleName(role)}或以上。`],
  [/^no report waits that could be dismissed$/, () => "没有待驳回的报告。"],
  [/^(.+) took a bet back after a card was seen and may bet again in the next round$/, (name) => `${name} 在本局见牌后已取回投注，下一局可再下注。`],
  [/^(\w+) is decided by the cards that lie ready: no bet is taken on it$/, (bet) => `备用的牌已决定${sayName("bet", bet ?? "")}：不再接受此投注。`],
];

/** What a refusal is about, in Chinese; undefined where its code says enough. */
export function precisely(message: string): string | undefined {
  for (const [pattern, said] of PRECISE) {
    const found = pattern.exec(message);
    if (found) return said(...found.slice(1));
  }
  return late(message);
}

const LATE = /^this was meant for round (\d+), which (is over|has not begun): nothing was (staked|taken back)$/;

/** What was meant for another round, in Chinese; undefined where it is something else that is too late. */
function late(message: string): string | undefined {
  const [, round, when, what] = LATE.exec(message) ?? [];
  if (!round) return undefined;
  const spared = what === "staked" ? "没有下注，筹码未动。" : "没有撤回任何投注。";
  return `第 ${round} 局${when === "is over" ? "已结束" : "尚未开始"}：${spared}`;
}
