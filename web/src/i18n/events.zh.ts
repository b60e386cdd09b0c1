// A round told again in Chinese: one sentence for each type of event.
import { face } from "$/game/cards.ts";
import type { EventType } from "$/live/frame.ts";
import { happened, reasons } from "./journal.zh.ts";
import { codes } from "./refusals.zh.ts";
import { say, sayName } from "./text.svelte.ts";

export type Fields = { type: string; [field: string]: unknown };
type Show = (amount: string) => string;

const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const text = (value: unknown): string => (typeof value === "string" || typeof value === "number" ? String(value) : "");

/** A reason of the table's own in Chinese; a person's stays as written. */
export function reason(said: unknown): string {
  const key = text(said);
  return reasons[key] ?? sayName("irregularity", key, key);
}

class View {
  readonly fields: Fields;
  readonly show: Show;

  constructor(fields: Fields, show: Show) {
    this.fields = fields;
    this.show = show;
  }

  t(key: string): string {
    return text(this.fields[key]);
  }

  m(key: string): string {
    return this.show(this.t(key));
  }

  n(prefix: string, key: string): string {
    return sayName(prefix, this.t(key));
  }

  cards(...keys: string[]): string {
    return keys.flatMap((key) => list(this.fields[key])).map((card) => shown(card)).join(" ");
  }

  names(key: string): string {
    return list(this.fields[key]).map(text).join("、") || "无人";
  }

  paid(key: string): string {
    const money = Object.entries((this.fields[key] ?? {}) as Record<string, unknown>);
    return money.map(([name, amount]) => `${name} ${this.show(text(amount))}`).join("，");
  }

  /** The card that an event is about: 闲家第三张牌. */
  get card(): string {
    return `${this.n("hand", "hand")}家${sayName("nth", this.t("number"))}张牌`;
  }

  get warned(): string {
    const warnings = list(this.fields["warnings"]) as { code: string }[];
    return warnings.map(({ code }) => `；警告：${(codes[code] ?? code).replace(/。$/, "")}`).join("");
  }
}

function shown(card: unknown): string {
  const { rank, sign } = face(text(card));
  return `${rank}${sign}`;
}

function closed(v: View): string {
  const fees = v.paid("fees");
  const cuts = list(v.fields["pro_rata"]) as { bet: string; in_action: string }[];
  const cut = cuts.map((each) => `；投注 ${each.bet} 生效 ${v.show(each.in_action)}`).join("");
  return `第 ${v.t("round")} 局停止下注${fees ? `；费用：${fees}` : ""}${cut}`;
}

function settled(v: View): string {
  const said = (v.fields["settlement"] ?? v.fields) as Record<string, unknown>;
  const total = (side: string): string => text((said[side] as { total?: number } | undefined)?.total);
  const [player, banker] = [total("player"), total("banker")];
  const result = said["result"] === "tie" || said["result"] === "player" ? said["result"] : "banker";
  const net = new View({ type: "", net: said["net"] }, v.show).paid("net");
  return `第 ${text(said["id"])} 局结算：${say(`result.${result}`, { player, banker })}。净额：${net || "无投注"}`;
}

function reported(v: View): string {
  const cards = v.cards("cards");
  return `第 ${v.t("round")} 局报告：${reason(v.fields["kind"])}${cards ? `（${cards}）` : ""}${v.t("text") ? `：${v.t("text")}` : ""}；${followed(v)}`;
}

/** What follows from a report: the House decides, the shoe is out of play, or what the procedure says. */
function followed(v: View): string {
  if (v.t("waits_for")) return `牌局暂停，由${v.n("role", "waits_for")}确认或驳回`;
  return v.fields["shoe_out"] ? "此靴停用" : v.n("does", "does");
}

/** Why the House decided so, if it said. */
function because(v: View): string {
  return v.t("reason") ? `（${v.t("reason")}）` : "";
}

function voided(v: View): string {
  const [kind, why] = [v.t("kind"), reason(v.fields["reason"])];
  const said = kind && kind !== v.t("reason") ? `${reason(kind)}：${why}` : why;
  return `第 ${v.t("round")} 局作废（${said}）；退回：${v.paid("returned") || "无投注"}${v.fields["shoe_out"] ? "；此靴停用" : ""}`;
}

function corrected(v: View): string {
  const said = v.t("text") ? `${reason(v.fields["reason"])}：${v.t("text")}` : reason(v.fields["reason"]);
  const owed = v.paid("owed");
  const back = list(v.fields["handed_back"]).map(text).join("、");
  return `已赔付的第 ${v.t("round")} 局更正（${said}）：${v.paid("changes") || "无变动"}${owed ? `；尚欠：${owed}` : ""}${back ? `；退回保险：${back}` : ""}`;
}

function offered(v: View): string {
  const offers = list(v.fields["offers"]) as { hand: string; odds: string }[];
  return `${v.n("stage", "stage")}可买保险：${offers.map(({ hand, odds }) => `${sayName("hand", hand)} ${odds}`).join("，")}`;
}

function opened(v: View): string {
  const game = v.fields["game"] as { key?: string; title?: string } | string | undefined;
  const key = typeof game === "object" ? (game.key ?? "") : text(game);
  const title = typeof game === "object" ? game.title : key;
  return `开桌：${sayName("game", key, title)}，${v.t("decks")} 副牌，牌靴：${v.n("shoe", "shoe")}`;
}

function ruled(v: View): string {
  const owed = list(v.fields["adjustments"]) as { player: string; amount: string }[];
  const sums = owed.map(({ player, amount }) => `${player} ${v.show(amount)}`).join("，");
  return `裁决：${v.t("text")}${sums ? `（${sums}）` : ""}`;
}

function started(v: View): string {
  const burned = v.fields["burned"] ? `，销 ${v.t("burned")} 张` : "";
  const how = v.t("commitment") ? `，已洗牌，承诺 ${v.t("commitment").slice(0, 16)}…` : v.fields["fixed"] ? "，按给定次序" : "";
  return `第 ${v.t("shoe")} 靴开始，共 ${v.t("cards")} 张${burned}${how}${because(v)}`;
}

export const events: Record<EventType, (v: View) => string> = {
  table_opened: opened,
  table_closed: (v) => `关桌，筹码盘 ${v.m("float")}`,
  float_filled: (v) => `从账房加码 ${v.m("amount")}`,
  float_credited: (v) => `向账房减码 ${v.m("amount")}`,
  table_changed: () => "牌桌告示已更改",
  chips_bought: (v) => `${v.t("player")} 买入 ${v.m("amount")}`,
  chips_cashed: (v) => `${v.t("player")} 兑现 ${v.m("amount")}`,
  seat_taken: (v) => `${v.t("player")} 坐到 ${v.t("box")} 号位`,
  seat_left: (v) => `${v.t("player")} 离开 ${v.t("box")} 号位`,
  shoe_started: started,
  entropy_added: (v) => `${v.t("player")} 参与洗牌`,
  shoe_ended: (v) => `第 ${v.t("shoe")} 靴结束，已派 ${v.t("dealt")} 张：${reason(v.fields["reason"])}${v.t("seed") ? `；种子 ${v.t("seed").slice(0, 16)}…` : ""}`,
  player_dealer_offered: (v) => `询问 ${v.t("seat")} 号座 ${v.t("player")} 是否坐庄`,
  player_dealer_declined: (v) => `${v.t("seat")} 号座 ${v.t("player")} 不坐庄`,
  player_dealer_missing: () => "无人坐庄",
  player_dealer_accepted: (v) => `${v.t("player")} 在 ${v.t("seat")} 号座坐庄，庄注 ${v.m("wager")}`,
  wager_changed: (v) => `${v.t("player")} 将庄注改为 ${v.m("wager")}`,
  wager_posted: (v) => `${v.t("player")} 的庄注 ${v.m("wager")} 再次放上`,
  player_dealer_restored: (v) => `上一手撤销，${v.t("player")} 回到 ${v.t("seat")} 号座坐庄，庄注 ${v.m("wager")}`,
  player_dealer_vacated: (v) => `${v.t("player")} 不再坐庄：${reason(v.fields["reason"])}`,
  bets_opened: (v) => `第 ${v.t("round")} 局开始下注`,
  bet_placed: (v) => `${v.t("player")} 在 ${v.t("box")} 号位${v.fields["standing"] ? "（站立）" : ""}下注${v.n("bet", "bet")} ${v.m("amount")}（投注 ${v.t("id")}）${v.warned}`,
  bet_increased: (v) => `${v.t("player")} 为投注 ${v.t("bet")} 加注 ${v.m("amount")}，共 ${v.m("total")}${v.warned}`,
  bet_withdrawn: (v) => `${v.t("player")} 从投注 ${v.t("bet")} 取回 ${v.m("amount")}，余 ${v.m("total")}${v.warned}`,
  bet_returned: (v) => `${v.t("player")} 的投注 ${v.t("bet")} 退回 ${v.m("amount")}：${reason(v.fields["reason"])}`,
  bets_closed: closed,
  card_dealt: (v) => `${v.card}：${v.t("card") ? shown(v.t("card")) : "暗牌"}${v.fields["ready"] ? "（先已离靴）" : ""}`,
  card_turned: (v) => `翻开${v.card}：${shown(v.t("card"))}`,
  card_corrected: (v) => `${v.card}是 ${shown(v.t("card"))}，不是 ${shown(v.t("was"))}`,
  squeeze_requested: (v) => `${v.t("player")} 要求咪${v.n("hand", "hand")}牌`,
  squeeze_granted: (v) => `${v.t("player")} 可以咪${v.n("hand", "hand")}牌`,
  insurance_offered: offered,
  insurance_closed: (v) => `${v.n("stage", "stage")}的保险已截止`,
  insurance_waived: (v) => `${v.t("player")} 先看庄家第三张牌：放弃闲家第三张后的保险`,
  insurance_placed: (v) => `${v.t("player")} 在 ${v.t("box")} 号位买${v.n("bet", "bet")} ${v.m("amount")}，赔率 ${v.t("odds")}（投注 ${v.t("id")}）`,
  original_returned: (v) => `${v.t("player")} 的投注 ${v.t("bet")} 退回 ${v.m("amount")}：未提供保险`,
  irregularity_reported: reported,
  cards_reconstructed: (v) => `牌已复原：${v.cards("cards") || "按派牌次序"}${because(v)}`,
  reconstruction_refused: (v) => `牌无法复原，按现有的牌继续${v.cards("player") ? `：闲 ${v.cards("player")}，庄 ${v.cards("banker")}` : ""}${because(v)}`,
  order_decided: (v) => `顺序已决定：${v.cards("cards", "ready")}${because(v)}`,
  options_offered: (v) => `${v.names("players")} 可选择继续或取回投注`,
  option_chosen: (v) => `${v.t("player")} 选择${v.n("option", "option")}`,
  options_closed: (v) => `选择结束：继续 ${v.names("continued")}，取回投注 ${v.names("refunded")}`,
  round_interrupted: () => "牌局中断",
  round_resumed: () => "牌局继续：结果已定",
  report_dismissed: (v) => `${reason(v.fields["kind"])}的报告不成立${because(v)}；继续进行`,
  ruling_made: ruled,
  round_voided: voided,
  round_settled: settled,
  round_corrected: corrected,
  dealer_assigned: (v) => (v.fields["automatic"] ? "由自动荷官主持" : "由真人荷官主持"),
  deadline_set: (v) => `${v.n("purpose", "purpose")}${v.t("seconds")} 秒`,
};

/** Tell an event; null where there is no sentence for it. */
export function tell(fields: Fields, show: Show): string | null {
  const sentence: ((v: View) => string) | undefined = events[fields.type as EventType];
  return sentence?.(new View(fields, show)) ?? null;
}

/** What the pit's journal calls an event or a refusal. */
export function what(name: string): string | null {
  return happened[name] ?? codes[name]?.replace(/。$/, "") ?? null;
}
