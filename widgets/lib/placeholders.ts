/**
 * The service that this file comes from. The server replaces both texts when it starts, before hashing the
 * file; they must stay whole inside a string of the built file, so nothing here may take them apart.
 */
export const baseUrl = '__BASE_URL__';
export const serviceName = '__SERVICE_NAME__';
