// Writes src/api/schema.ts from the server's OpenAPI document; `./run types` calls it.
import { readFileSync, writeFileSync } from "node:fs";
import openapiTS, { astToString } from "openapi-typescript";

const HEAD = "// Written by `./run types` from the server's OpenAPI document. Do not edit.\n\n";

// What no type is made from: with it the file would change with every sentence and function name.
const PROSE = ["description", "examples", "operationId", "summary", "tags", "title"];

/** Return a part of the document without prose and without answers that are refusals. */
function bare(part, named = false) {
  if (Array.isArray(part)) return part.map((each) => bare(each));
  if (part === null || typeof part !== "object") return part;
  const kept = Object.entries(part).filter(([key]) => named || !PROSE.includes(key));
  return Object.fromEntries(kept.map(([key, each]) => [key, key === "responses" ? { 200: bare(each[200]) } : bare(each, !named && isNames(key))]));
}

/** Return true if the keys of a part are names of the server's own, such as properties. */
function isNames(key) {
  return key === "properties" || key === "schemas" || key === "paths";
}

const [from, to] = process.argv.slice(2);
const types = await openapiTS(bare(JSON.parse(readFileSync(from, "utf8"))), {
  alphabetize: true,
  defaultNonNullable: false,
  rootTypes: true,
  rootTypesKeepCasing: true,
  rootTypesNoSchemaPrefix: true,
});
writeFileSync(to, HEAD + astToString(types));
