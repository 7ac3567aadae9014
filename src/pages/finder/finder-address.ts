/** The address of the results that were looked at last, for the way back from a project's page; for this tab only. */
const key = 'finder-address';

export function rememberResults(address = location.pathname + location.search): void {
  try {
    sessionStorage.setItem(key, address);
  } catch {
    // Storage may be refused: the way back then leads to the whole directory.
  }
}

/** Turns the link to the directory into the way back to the results, at the project's card. */
export function leadBack(link: HTMLAnchorElement): void {
  const address = stored();
  if (address === undefined) return;
  link.href = `${address}#p${link.dataset['back'] ?? ''}`;
  link.textContent = link.dataset['results'] ?? '';
}

function stored(): string | undefined {
  try {
    const address = sessionStorage.getItem(key);
    return address !== null && /^\/finder(?:\?|$)/.test(address) ? address : undefined;
  } catch {
    return undefined;
  }
}
