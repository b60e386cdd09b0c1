// The list of tables, kept up by asking again every few seconds.
const list = document.getElementById("tables");
const state = document.getElementById("state");

function card(table) {
  const item = document.createElement("li");
  const link = document.createElement("a");
  link.href = `/tables/${table.id}`;
  const name = document.createElement("strong");
  name.textContent = table.title ?? table.id;
  const facts = document.createElement("span");
  const limits = Object.entries(table.limits ?? {})
    .filter(([, amount]) => typeof amount === "string")
    .map(([what, amount]) => `${what.replaceAll("_", " ")} ${amount}`)
    .join(", ");
  const seats = `${table.taken} of ${table.boxes} boxes taken`;
  facts.textContent = table.open ? `${table.phase}, round ${table.round}; ${seats}` : "closed";
  const sign = document.createElement("small");
  sign.textContent = limits;
  link.append(name, facts, sign);
  item.append(link);
  return item;
}

async function look() {
  try {
    const tables = await (await fetch("/api/tables")).json();
    list.replaceChildren(...tables.map(card));
    state.textContent = tables.length ? "" : "No table is there yet.";
  } catch {
    state.textContent = "The server does not answer; trying again.";
  }
  setTimeout(look, 2000);
}
look();
