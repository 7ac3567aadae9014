/** Addresses of this installation. Stored are paths, so that a service may move. */

/** A stored card or detail, as callers get it. `baseUrl` is without a slash at its end. */
export function withAddresses<Card extends { url: string; image?: string | undefined }>(
  card: Card,
  baseUrl: string,
): Card {
  card.url = baseUrl + card.url;
  if (card.image !== undefined) card.image = baseUrl + card.image;
  return card;
}
