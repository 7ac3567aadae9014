/** Addresses of this installation. Only paths are stored, so that a service may move. */

/** A stored card or detail with full addresses. `baseUrl` has no slash at its end. */
export function withAddresses<Card extends { url: string; image?: string | undefined }>(
  card: Card,
  baseUrl: string,
): Card {
  card.url = baseUrl + card.url;
  if (card.image !== undefined) card.image = baseUrl + card.image;
  return card;
}
