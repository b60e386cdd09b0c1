// What the server says in English, in Chinese: loaded only where it is read.
export { reason, tell, what } from "./events.zh.ts";
export { details, incidents } from "./journal.zh.ts";
export { condition, explain } from "./explanations.zh.ts";
