/**
 * The controls that show an error, in their order on the page. `data-problem` marks what is not a field and must be fixed
 * too.
 */
export function fieldsToFixIn(element: HTMLElement | null): readonly HTMLElement[] {
  const found = element?.querySelectorAll<HTMLElement>('.field[data-invalid], [data-problem]') ?? [];
  return [...found].map((field) => field.querySelector<HTMLElement>('input, textarea, button') ?? field);
}

/** With its label and its error in view, which the browser alone doesn't scroll to. What is in view stays where it is. */
export function focusField(field: HTMLElement): void {
  field.focus({ preventScroll: true });
  (field.closest('.field, [data-problem]') ?? field).scrollIntoView({ block: 'nearest' });
}
