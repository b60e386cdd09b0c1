// Forms that take words and end something: a scanner types there too, and the Enter that it adds is no word.

/** Keep Enter in a field from sending its form; the button is pressed, by hand or by Enter on it. */
export function buttonOnly(pressed: KeyboardEvent): void {
  if (pressed.key === "Enter" && pressed.target instanceof HTMLInputElement) pressed.preventDefault();
}
