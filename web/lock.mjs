// Writes package-lock.json anew and takes out what binds it to a host: pages that ask for money.
import { execSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";

execSync("npm install --no-audit --no-fund " + process.argv.slice(2).join(" "), { stdio: "inherit" });
const lock = JSON.parse(readFileSync("package-lock.json", "utf8"));
for (const entry of Object.values(lock.packages)) delete entry.funding;
writeFileSync("package-lock.json", JSON.stringify(lock, null, 2) + "\n");
