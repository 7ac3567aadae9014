/** Enough of an address to recognise an own one, too little to learn somebody else's. */
export const maskedAddress = (address: string): string => address.replace(/^(.).*(?=@)/u, '$1…');
