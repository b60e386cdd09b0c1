// Whether the how-to is open: it has an address of its own, so that going back closes it and a link opens it.
const MARK = "#how-to-play";

export class HowToAddress {
  open = $state(location.hash === MARK);
  /** Whether going back leads to the table as it was before. */
  #opened = false;

  /** Follow the way back and forth of the browser; gives what ends that. */
  follow(): () => void {
    const look = (): void => {
      this.open = location.hash === MARK;
    };
    addEventListener("popstate", look);
    return () => removeEventListener("popstate", look);
  }

  toggle(): void {
    if (this.open) return this.close();
    history.pushState(null, "", MARK);
    this.open = this.#opened = true;
  }

  close(): void {
    if (!this.open) return;
    this.open = false;
    if (this.#opened) history.back();
    else history.replaceState(null, "", location.pathname + location.search);
    this.#opened = false;
  }
}
