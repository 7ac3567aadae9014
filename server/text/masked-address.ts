/**
 * Masks an email address to its first letter and domain (`a…@example.org`): its owner recognises it, nobody else learns
 * it.
 */
export const maskedAddress = (address: string): string => address.replace(/^(.).*(?=@)/u, '$1…');
