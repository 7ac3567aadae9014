/** Random text that nobody guesses; unlike `randomUUID` also to be had on pages without encryption. */
export const base64url = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=/g, '');

export const random = () => base64url(crypto.getRandomValues(new Uint8Array(32)));
