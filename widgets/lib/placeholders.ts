/**
 * The service that this file comes from. The server replaces these texts when it starts, before hashing the
 * file; they must stay whole inside a string of the built file, so nothing here may take them apart.
 */
export const baseUrl = '__BASE_URL__';
export const serviceName = '__SERVICE_NAME__';
/** The name of the message's second part, with the hash of its content, and its integrity value. */
export const secondPart = '__SECOND_PART__';
