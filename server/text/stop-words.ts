/** Stop words: ignored in a search, kept in an exact phrase. */
const ofEnglish = new Set(
  `i me my myself we our ours ourselves you your yours yourself yourselves he him his himself she her hers herself
  it its itself they them their theirs themselves what which who whom this that these those am is are was were be
  been being have has had having do does did doing a an the and but if or because as until while of at by for with
  about against between into through during before after above below to from up down in out on off over under again
  further then once here there when where why how all any both each few more most other some such no nor not only
  own same so than too very s t can will just don should now`.split(/\s+/),
);

/** Of all other languages, whoever searches. None is a word to look for in another: no German `war`, no French `son`. */
const ofOthers = new Set(
  `der die das den dem des ein eine einen einem einer eines und oder aber mit ohne von vom zu zum zur bei
  beim im auf aus nach durch gegen um ist sind waren wird werden wurde haben ich wir sie ihr nicht auch wie
  wo was wer wann welche welcher welches mein meine unser unsere sich
  le la les un une des du de et ou avec sans dans sous chez est sont etait je nous vous ils elles qui que
  quoi quel quelle quels quelles ce cette ces mon ma mes notre nos votre vos au aux ne pas
  el los las una unos unas del y o con por para desde hasta es yo nosotros ellos ellas quien que cual cuales
  como donde cuando este esta estos estas mi mis tu su sus al lo
  os as um uma uns umas dos da das e com sem para pela pelo em na nos nas sao eu ele ela eles elas quem qual
  quais como onde quando este esta estes estas meu minha meus minhas seu sua ao aos
  من في على الي عن مع هذا هذه ذلك التي الذي ما هل كيف اين متي او و كم
  の を が は に へ で と も や から まで する した して です ます 的 了 和 是 在 与 และ หรือ ใน ที่ ของ กับ เป็น จาก`.split(
    /\s+/,
  ),
);

export const isEnglishStopWord = (word: string): boolean => ofEnglish.has(word);

const maxWords = 20;

/** The words of a search without its stop words; empty for a search such as `the`. A search for `MIT` is no German one. */
export function tellingWords(words: string[]): string[] {
  const telling = words.filter((word) => !ofEnglish.has(word));
  const others = telling.filter((word) => !ofOthers.has(word));
  return (others.length > 0 ? others : telling).slice(0, maxWords);
}
