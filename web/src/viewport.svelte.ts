// Which of the three forms a table has: it follows from the window alone, so that nothing on the page can change it.
import { MediaQuery } from "svelte/reactivity";

/** A desk or a tablet; a phone held upright; a phone held sideways, or any window without height. */
export type Form = "desk" | "upright" | "sideways";

const roomy = new MediaQuery("(min-width: 700px) and (min-height: 561px)");
/** Where what lies beside a table has a column of its own. */
const wide = new MediaQuery("(min-width: 960px)");
/** Below this width a window has no room for two columns, whichever way it is held. */
const landscape = new MediaQuery("(orientation: landscape) and (min-width: 480px)");
/** Narrower than any phone, as a reader's zoom makes it: the table is a page that is read from top to bottom. */
const narrow = new MediaQuery("(max-width: 339px)");

export const viewport = {
  get column(): boolean {
    return roomy.current && wide.current;
  },
  /** The style sheets ask for the same width. */
  get narrow(): boolean {
    return narrow.current;
  },
  get form(): Form {
    if (roomy.current) return "desk";
    return landscape.current ? "sideways" : "upright";
  },
};
