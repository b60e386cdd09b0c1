// Which of the three forms a table has: it follows from the window alone, so that nothing on the page can change it.
import { MediaQuery } from "svelte/reactivity";

/** A desk or a tablet; a phone held upright; a phone held sideways, or any window without height. */
export type Form = "desk" | "upright" | "sideways";

const roomy = new MediaQuery("(min-width: 700px) and (min-height: 561px)");
/** Where what lies beside a table has a column of its own. */
const wide = new MediaQuery("(min-width: 960px)");
const landscape = new MediaQuery("(orientation: landscape)");

export const viewport = {
  get column(): boolean {
    return roomy.current && wide.current;
  },
  get form(): Form {
    if (roomy.current) return "desk";
    return landscape.current ? "sideways" : "upright";
  },
};
