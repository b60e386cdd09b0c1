// What the server says in English, in Chinese: loaded only where it is read.
export { reason, tell, what } from "./events.zh.ts";
export { gists } from "./gists.zh.ts";
export { titles } from "./titles.zh.ts";
export { details, incidents } from "./kinds.zh.ts";
export { condition, explain } from "./phrases.zh.ts";
