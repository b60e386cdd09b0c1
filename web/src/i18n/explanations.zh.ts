// Why hands drew and bets paid, in Chinese: the sentences of a settled round, and when a bet pays.
const SIDES: Record<string, string> = { Player: "闲", Banker: "庄", Bank: "庄" };
const side = (name: string): string => SIDES[name] ?? name;

const BETS: Record<string, string> = {
  ...SIDES,
  Tie: "和",
  "Tie Bet": "和",
  Main: "主",
  "Player Pair": "闲对",
  "Banker Pair": "庄对",
  "Super Six Plus": "超级六",
  Tiger: "老虎",
  "Big Tiger": "大老虎",
  "Small Tiger": "小老虎",
  "Tiger Tie": "老虎和",
  "Tiger Pair": "老虎对",
};

/** When a bet pays, as the game files say it. */
export const pays: Record<string, string> = {
  "Player wins": "闲赢",
  "Banker wins": "庄赢",
  "the hands tie": "和局",
  "both totals are equal": "双方点数相同",
  "Banker wins with 6": "庄以 6 点赢",
  "Banker wins with a total other than 6": "庄以 6 点以外的点数赢",
  "Banker wins with 6 on two cards": "庄以两张牌 6 点赢",
  "Banker wins with 6 on three cards": "庄以三张牌 6 点赢",
  "Player's first two cards are a pair": "闲家前两张成对",
  "Banker's first two cards are a pair": "庄家前两张成对",
  "both totals are 6": "双方均为 6 点",
  "both hands start with the same pair (twin)": "双方前两张为相同对子（孪生对）",
  "both hands start with a pair (double)": "双方前两张均成对（双对）",
  "one hand starts with a pair (single)": "一方前两张成对（单对）",
};

const either = (words: string): string[] => words.split(/, | or /);
const span = (totals: string): string => either(totals.replaceAll(/(\d) to (\d)/g, "$1–$2")).join("、");

type Pattern = [RegExp, (...found: string[]) => string];

const RESULTS: Pattern[] = [
  [/^(Player|Banker) wins (\d) to (\d)$/, (hand, up, down) => `${side(hand)}赢，${up} 比 ${down}`],
  [/^Tie at (\d)$/, (total) => `和局，${total} 点`],
];

const SAYS: Pattern[] = [
  ...RESULTS,
  [/^(Player|Banker), insured at (.+), is tied$/, (hand, total) => `${side(hand)}在 ${total} 点投保，结果和局`],
  [/^(Player|Banker), insured, loses$/, (hand) => `所保的${side(hand)}输`],
  [/^(Player|Banker), insured, wins$/, (hand) => `所保的${side(hand)}赢`],
  [/^(.+) wins only if (.+)$/, (bet, wins) => `${BETS[bet] ?? bet}只在${either(wins).map((each) => pays[each] ?? each).join("，或")}时赢`],
];

const SENTENCES: Pattern[] = [
  [/^Player has (\d) and Banker has (\d) on two cards, a natural: nobody draws\.$/, (player, banker) => `闲家两张 ${player} 点，庄家两张 ${banker} 点，均为例牌：双方不补牌。`],
  [/^(Player|Banker) has (\d) on two cards, a natural: nobody draws\.$/, (hand, total) => `${side(hand)}家两张 ${total} 点，例牌：双方不补牌。`],
  [/^Player stands on (\d); it would draw on (.+)\.$/, (total, draws) => `闲家 ${total} 点停牌；${span(draws)} 点才补牌。`],
  [/^Player draws on (\d), as on (.+), and gets (\S+)\.$/, (total, draws, card) => `闲家 ${total} 点补牌（${span(draws)} 点补牌），得 ${card}。`],
  [/^(Banker .+): as Player stood, it draws on (.+) and stands on 6 or 7\.$/, (done, draws) => `${banker(done)}：闲家停牌时，庄家 ${span(draws)} 点补牌，6、7 点停牌。`],
  [/^(Banker .+), whatever Player's third card is\.$/, (done) => `${banker(done)}，不论闲家第三张牌是什么。`],
  [/^(Banker .+): with (\d) it draws when Player's third card counts (.+), and (\S+) counts (\d)\.$/, (done, total, cards, card, points) => `${banker(done)}：庄家 ${total} 点时，闲家第三张为 ${span(cards)} 点才补牌，而 ${card} 为 ${points} 点。`],
  [/^(.+) banks from seat (\d+) with (\S+); order of action: (.+)\.$/, (who, seat, wager, order) => `${who} 在 ${seat} 号座坐庄，庄注 ${wager}；行动顺序：${order === "no bets" ? "无投注" : order}。`],
  [/^Fees: (.+); (\S+) in all, whatever became of the bets\.$/, (fees, total) => `费用：${fees.split(", ").map(fee).join("，")}；共 ${total}，不论输赢。`],
  [/^(.+): it is paid (\S+) at (\S+)\.$/, (says, profit, odds) => `${condition(says)}：按 ${odds} 赔 ${profit}。`],
  [/^(.+): (\S+) wins (\S+) at (\S+)\.$/, (says, stake, profit, odds) => `${condition(says)}：${stake} 按 ${odds} 赢 ${profit}。`],
  [/^(.+): (\S+) is lost\.$/, (says, stake) => `${condition(says)}：输 ${stake}。`],
  [/^(.+): the bet is returned\.$/, (says) => `${condition(says)}：退回投注。`],
  [/^Nothing of the bet was in action: it is returned\.$/, () => "此注全未生效：退回。"],
  [/^The win was rounded down to the unit, by (\S+)\.$/, (lost) => `赢额向下取整，舍去 ${lost}。`],
  [/^Pro rata took nothing off it: no share goes below the minimum\.$/, () => "未按比例缩减：份额不低于最低投注。"],
  [/^It was below the minimum of (\S+) and stood as it lay\.$/, (least) => `低于最低投注 ${least}，按原样有效。`],
  [/^When bets were closed, (.+) and (.+) on (the table|box \d+) differed by more than ([^\s:]+)(?:: (\S+) of (\S+) was in action, the rest is handed back)?\.$/, (one, other, place, most, part, whole) => `停止下注时，${place === "the table" ? "全桌" : `${place.slice(4)} 号位`}的${BETS[one] ?? one}与${BETS[other] ?? other}相差超过 ${most}${part ? `：${whole} 中生效 ${part}，其余退回` : ""}。`],
  [/^The player-dealer's wager of (\S+) was used up before its turn came\.$/, (wager) => `轮到此注之前，庄注 ${wager} 已用尽。`],
  [/^The player-dealer's wager of (\S+) ran out at this bet: the other (\S+) goes back\.$/, (wager, left) => `庄注 ${wager} 在此注用尽：其余 ${left} 退回。`],
  [/^The player-dealer's wager of (\S+) ran out at this bet: (\S+) would have been due\.$/, (wager, due) => `庄注 ${wager} 在此注用尽：原应赔 ${due}。`],
];

function match(patterns: Pattern[], said: string): string | null {
  for (const [pattern, made] of patterns) {
    const found = pattern.exec(said);
    if (found) return made(...found.slice(1));
  }
  return null;
}

function banker(done: string): string {
  const drew = /^Banker draws on (\d) and gets (\S+)$/.exec(done);
  return drew ? `庄家 ${drew[1]} 点补牌，得 ${drew[2]}` : done.replace(/^Banker stands on (\d)$/, "庄家 $1 点停牌");
}

function fee(said: string): string {
  return said.replace(/^(\S+) for the player-dealer's hand$/, "坐庄 $1").replace(/^(\S+) a (\S+) bet$/, (_, amount: string, bet: string) => `${BETS[bet.charAt(0).toUpperCase() + bet.slice(1)] ?? bet}注每笔 ${amount}`);
}

/** When a bet pays; what a house wrote in a file of its own stays as written. */
export function condition(said: string): string {
  return pays[said] ?? pays[said.charAt(0).toLowerCase() + said.slice(1)] ?? match(SAYS, said) ?? said;
}

/** Why a round went as it did: sentence by sentence. */
export function explain(said: string): string {
  const whole = said.endsWith(".") ? match(RESULTS, said.slice(0, -1)) : null;
  if (whole) return `${whole}。`;
  const sentences = said.split(/(?<=\.) (?=[A-Z])/);
  return sentences.map((each) => match(SENTENCES, each) ?? `${each} `).join("").trimEnd();
}
