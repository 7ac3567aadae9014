/** The faults of a search under the fields of its form, as the page that the search leads to has them. */

/** Returns the texts of the faults. Fields without one lose the one that they had. */
export function showFaults(form: HTMLFormElement, page: Document): string {
  const texts: string[] = [];
  for (const field of form.querySelectorAll<HTMLElement>('input[id], select')) {
    hideFault(field);
    const fault = page.getElementById(`${field.id}-fault`);
    if (!fault) continue;
    field.ariaInvalid = 'true';
    field.setAttribute('aria-describedby', fault.id);
    field.parentElement?.append(fault);
    for (let fold = field.closest('details'); fold; fold = fold.parentElement?.closest('details') ?? null)
      fold.open = true;
    texts.push(fault.textContent);
  }
  return texts.join(' ');
}

export function hideFault(field: HTMLElement): void {
  document.getElementById(`${field.id}-fault`)?.remove();
  field.removeAttribute('aria-invalid');
  field.removeAttribute('aria-describedby');
}
