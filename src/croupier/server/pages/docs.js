// Shows the two documents of the server, and sends what one writes: requests, and frames of the socket.
const at = (id) => document.getElementById(id);

function make(tag, content = "", more = {}) {
  const made = Object.assign(document.createElement(tag), more);
  made.append(...[content].flat());
  return made;
}

/** Shows a JSON value; the name of a schema leads to it. */
function shown(value) {
  const pre = make("pre");
  for (const part of JSON.stringify(value, null, 2).split(/("#\/components\/schemas\/\w+")/)) {
    const name = /schemas\/(\w+)"$/.exec(part)?.[1];
    pre.append(name ? make("a", part, { href: `#schema-${name}` }) : part);
  }
  return pre;
}

/** An element that is filled when it is opened for the first time. */
function folded(head, fill, id = "") {
  const made = make("details", make("summary", head), { id });
  made.addEventListener("toggle", () => made.open && made.childElementCount === 1 && made.append(...fill()));
  return made;
}

const schemas = {};

/** A value that fits a schema, to be changed by whoever tries it out. */
function example(schema, depth = 0) {
  if (schema.examples?.length) return schema.examples[0];
  if (schema.$ref) return depth > 6 ? {} : example(schemas[schema.$ref.split("/").at(-1)] ?? {}, depth + 1);
  if ("const" in schema) return schema.const;
  if ("default" in schema) return schema.default;
  if (schema.enum) return schema.enum[0];
  const several = schema.anyOf ?? schema.oneOf;
  if (several) return example(several[0], depth + 1);
  const kind = [schema.type].flat()[0];
  if (kind === "object") {
    const needed = (schema.required ?? []).map((name) => [name, example(schema.properties[name] ?? {}, depth + 1)]);
    return Object.fromEntries(needed);
  }
  if (kind === "array") return schema.items ? [example(schema.items, depth + 1)] : [];
  return { string: "", integer: 1, number: 1, boolean: false }[kind] ?? null;
}

async function sent(method, path, operation, form, answer) {
  const values = new FormData(form);
  const query = new URLSearchParams();
  let address = path;
  for (const { name, in: place } of operation.parameters ?? []) {
    const value = String(values.get(`${place}-${name}`) ?? "");
    if (place === "path") address = address.replace(`{${name}}`, encodeURIComponent(value));
    else if (value) query.append(name, value);
  }
  const body = values.get("body");
  const given = body === null ? {} : { body, headers: { "content-type": "application/json" } };
  const got = await fetch(query.size ? `${address}?${query}` : address, { method, ...given });
  const text = await got.text();
  let told = text.slice(0, 20000);
  try {
    told = JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    // It is no JSON: it is shown as it came.
  }
  answer.textContent = `${got.status} ${got.statusText}\n\n${told}`;
}

function operationOf(method, path, operation) {
  const who = operation.security.length ? (operation.security.some((each) => !Object.keys(each).length) ? "with a session or without" : "signed in") : "anybody";
  return folded([make("b", method.toUpperCase()), ` ${path} `, make("code", operation.operationId)], () => {
    const form = make("form");
    for (const { name, in: place, required, description } of operation.parameters ?? []) {
      const input = make("input", "", { name: `${place}-${name}`, required: Boolean(required) });
      form.append(make("label", [`${name}${description ? `: ${description}` : ""}`, input]));
    }
    const body = operation.requestBody?.content?.["application/json"]?.schema;
    if (body) {
      const text = JSON.stringify(example(body), null, 2);
      form.append(make("label", ["body", make("textarea", text, { name: "body", rows: 8 })]), shown(body));
    }
    form.append(make("button", "Send"));
    const answer = make("pre", "", { className: "answer" });
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      answer.textContent = "…";
      sent(method.toUpperCase(), path, operation, form, answer).catch((wrong) => (answer.textContent = String(wrong)));
    });
    const good = operation.responses[200]?.content?.["application/json"]?.schema;
    const told = good ? [make("p", "Its answer:"), shown(good)] : [];
    return [make("p", operation.description), make("p", `For: ${who}.`, { className: "who" }), form, answer, ...told];
  });
}

function showHttp(document_) {
  for (const { name, description } of document_.tags) {
    const section = make("section", [make("h2", name), make("p", description)]);
    for (const [path, several] of Object.entries(document_.paths))
      for (const [method, operation] of Object.entries(several))
        if (operation.tags.includes(name)) section.append(operationOf(method, path, operation));
    at("http").append(section);
  }
}

function showSocket(document_) {
  const section = at("socket");
  section.querySelector(".about").textContent = document_.info.description;
  for (const { action, summary, messages } of Object.values(document_.operations)) {
    const names = messages.map((each) => each.$ref.split("/").at(-1));
    const head = [make("b", action === "receive" ? "client" : "server"), ` ${names.join(", ")}: ${summary}`];
    section.querySelector(".messages").append(folded(head, () => names.map((name) => shown(document_.components.messages[name].payload))));
  }
}

function showSchemas() {
  for (const [name, schema] of Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1))) {
    at("schemas").append(folded(make("code", name), () => [shown(schema)], `schema-${name}`));
  }
}

let socket = null;
const told = (text) => at("frames").append(make("li", text.slice(0, 4000)));
at("connect").addEventListener("click", () => {
  socket?.close();
  socket = new WebSocket(`${location.origin.replace("http", "ws")}/api/live`);
  socket.onopen = () => told("connected");
  socket.onclose = ({ code }) => told(`closed: ${code}`);
  socket.onmessage = ({ data }) => told(data);
});
at("say").addEventListener("submit", (event) => {
  event.preventDefault();
  if (socket?.readyState === WebSocket.OPEN) socket.send(event.target.querySelector("textarea").value);
  else told("Connect first.");
});
at("find").addEventListener("input", ({ target }) => {
  for (const each of document.querySelectorAll("main details"))
    each.hidden = !each.firstChild.textContent.toLowerCase().includes(target.value.toLowerCase());
});
addEventListener("hashchange", () => {
  const found = at(location.hash.slice(1));
  if (found instanceof HTMLDetailsElement) found.open = true;
});

const [http, live] = await Promise.all(["/openapi.json", "/asyncapi.json"].map(async (path) => (await fetch(path)).json()));
Object.assign(schemas, live.components.schemas, http.components.schemas);
at("version").textContent = http.info.version;
showHttp(http);
showSocket(live);
showSchemas();
at("state").textContent = "";
