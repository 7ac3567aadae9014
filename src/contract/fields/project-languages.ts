/** The languages that projects are offered by, in forms and as a filter: those with many speakers, and all of Europe's. */
export const projectLanguages =
  'ar bg bn ca cs da de el en es et eu fa fi fr ga gl he hi hr hu id it ja ko lt lv mt nb nl pl pt ro ru sk sl sr sv sw th tr uk ur vi zh'.split(
    ' ',
  );
