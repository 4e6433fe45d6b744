/** Focuses the first field that is marked as wrong, also in a part that is closed. */
export function focusProblem(form: HTMLFormElement | null): void {
  const field = form?.querySelector<HTMLElement>('[aria-invalid="true"]');
  const part = field?.closest('details');
  if (part) part.open = true;
  field?.focus();
}
