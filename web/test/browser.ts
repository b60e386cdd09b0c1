// The little of a browser that settings ask for, where tests run without one.
import { vi } from "vitest";

vi.stubGlobal("navigator", { language: "en-GB" });
vi.stubGlobal("document", { documentElement: { dataset: {} } });
