// One table, watched over the socket; it comes back by itself with the last number it knows.
const id = location.pathname.split("/").at(-1);
const at = (name) => document.getElementById(name);
const SUITS = { c: "♣", d: "♦", h: "♥", s: "♠" };
let state = {};
let number = null;
let pause = 250;

function face(card) {
  const shown = document.createElement("span");
  shown.className = card === null ? "card back" : `card ${"dh".includes(card[1]) ? "red" : "black"}`;
  shown.textContent = card === null ? "?" : card[0].replace("T", "10") + SUITS[card[1]];
  if (card === null) shown.setAttribute("aria-label", "face down");
  return shown;
}

function cell(text) {
  const made = document.createElement("td");
  made.textContent = text;
  return made;
}

function show() {
  at("title").textContent = state.title ?? id;
  document.title = `croupier: ${state.title ?? id}`;
  const limits = Object.entries(state.limits ?? {}).filter(([, v]) => typeof v === "string");
  at("sign").textContent = limits.map(([k, v]) => `${k.replaceAll("_", " ")} ${v}`).join(" · ");
  const wait = state.deadline ? ` (${state.deadline.seconds} s for ${state.deadline.for})` : "";
  at("phase").textContent = `Round ${state.round}: ${state.phase}${wait}`;
  for (const hand of ["player", "banker"]) {
    at(hand).replaceChildren(...(state.cards?.[hand] ?? []).map(face));
    at(`${hand}-total`).textContent = state.totals ? state.totals[hand] : "";
  }
  at("bets").replaceChildren(...(state.bets ?? []).map((bet) => {
    const row = document.createElement("tr");
    row.append(cell(bet.box), cell(bet.player), cell(bet.bet.replaceAll("_", " ")), cell(bet.amount));
    return row;
  }));
  at("road").textContent = (state.board?.big_road ?? []).map((column) => column.join(" ")).join("  |  ");
}

function tell(event) {
  const line = document.createElement("li");
  const rest = Object.entries(event)
    .filter(([key, value]) => !["n", "at", "type"].includes(key) && typeof value !== "object")
    .map(([key, value]) => `${key} ${value}`);
  line.textContent = `${event.type.replaceAll("_", " ")}${rest.length ? ": " : ""}${rest.join(", ")}`;
  at("events").prepend(line);
  while (at("events").children.length > 40) at("events").lastChild.remove();
}

function connect() {
  const socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api/live`);
  socket.onopen = () => {
    pause = 250;
    socket.send(JSON.stringify(number === null ? { watch: id } : { watch: id, after: number }));
  };
  socket.onmessage = (message) => {
    const frame = JSON.parse(message.data);
    if (frame.error) at("phase").textContent = frame.error.message;
    if (frame.notice) at("phase").textContent = frame.message;
    if (frame.table !== id) return;
    number = frame.number;
    if (frame.state) state = frame.whole ? frame.state : { ...state, ...frame.state };
    (frame.events ?? []).forEach(tell);
    if (frame.state) show();
  };
  socket.onclose = () => {
    at("phase").textContent = "Connection lost; coming back …";
    setTimeout(connect, (pause = Math.min(pause * 2, 8000)));
  };
}
connect();
