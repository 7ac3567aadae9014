/**
 * Names of places that people more often mean as a word: `wild turkey`, `help with reading`, `coral in spring`. Only
 * `near` and its like make a place of them. Found by comparing the names of towns with the words of 504 projects and of
 * our own texts in each language.
 */
export const alsoWords: ReadonlySet<string> = new Set(
  `acre alpine antelope area aurora basic bath bergen best big bloom boom boulder buffalo bury cabo canals cardinal care
  center central chad corrientes cork crane cuenca dabei date deal dort dual east eastern elk enterprise essen fleet
  forest freshwater gap gente gold google granada green hall halle hang hard hook human island islands jordan justice
  lens leon lima lion logos lone make male mall man manage manos manta marathon marca march maritime market metro
  mission mobile most moth much nada name natal nice normal north northern opportunity oral orange para part peer pets
  phoenix plover police pole ramp real recife reading regen rest robin roles sale salt sandy savanna seul shoreline
  side singen ski sola solo south southern split spring star stat street summit tape tarde tema toda tour tours trap
  turkey turn union university upland velho vitoria wave weiden wells west western wolf woodland worms young`.split(
    /\s+/,
  ),
);
