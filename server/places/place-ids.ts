/** The kind of a place in the gazetteer is in its id: countries come first, then states, cities and US postcodes. */
export const statesFrom = 1000;
export const citiesFrom = 10_000;
export const postcodesFrom = 1_000_000;

/** Inhabitants from which a city is a town that a point can be near. */
export const townFrom = 1000;
