/** Elements around the snippet that squeeze, turn, hide or swallow it, as themes and page builders have them. */
type Parent = { name: string; around: (snippet: string) => string };

const styled = (name: string, style: string, before = '', after = ''): Parent => ({
  name,
  around: (snippet) => `<div style="${style}">${before}<div>${snippet}</div>${after}</div>`,
});
const words = '<p>Words and more words of the page</p>';

/** Seen at once. */
export const openParents: Parent[] = [
  styled('a grid with min-content', 'display: grid; grid-template-columns: min-content 1fr', '', words),
  styled('a flex row', 'display: flex; flex-wrap: nowrap', words.repeat(2), words),
  styled('a table cell', 'display: table-cell; width: 1px'),
  styled('a float', 'float: left', '', words),
  styled('a box as wide as its words', 'display: inline-block; width: min-content'),
  styled('columns', 'columns: 3 240px', words.repeat(3), words.repeat(3)),
  styled('right to left', 'direction: rtl'),
  styled('no font size', 'font-size: 0; line-height: 0'),
  styled('no box of its own', 'display: contents'),
  styled('content-visibility', 'content-visibility: auto'),
  styled('containment', 'contain: layout paint style; min-height: 220px'),
  styled('a container', 'container-type: inline-size; overflow: auto'),
  styled('zoomed', 'zoom: 1.5'),
  { name: 'a form', around: (snippet) => `<form action="/elsewhere">${snippet}<input name="q"></form>` },
  styled('vertical writing', 'writing-mode: vertical-rl; block-size: 400px; inline-size: 320px'),
];

/** Seen after `open` has run in the page. */
export const closedParents: (Parent & { open: string })[] = [
  {
    name: 'a closed <details>',
    around: (snippet) => `<details id="closed-0"><summary>More</summary>${snippet}</details>`,
    open: `document.querySelector('#closed-0').open = true`,
  },
  {
    name: 'a dialog',
    around: (snippet) => `<dialog id="closed-1">${snippet}</dialog>`,
    open: `document.querySelector('#closed-1').showModal()`,
  },
  {
    name: 'the thanks of a form plugin',
    around: (snippet) => `<div id="closed-2" style="display: none">${snippet}</div>`,
    open: `document.querySelector('#closed-2').style.display = ''`,
  },
];
