/**
 * The entries that the embeds make in the storage of the owner's page, by key; a test compares them with the embeds'
 * source.
 */
export const keptOnThePage: Record<string, [what: string, howLong: string]> = {
  'manyhands:…:grant': [
    'The permission to credit one profile in your project: a random token.',
    'Until the participant stops it or presses “Not you?”; the service ends it 90 days after its last use (30 if it came by email)',
  ],
  'manyhands:…:declined': ['That the participant refused. No identifier.', 'Until they change it'],
  'manyhands:…:waiting:…': [
    'An agreed contribution that has not reached the service yet.',
    'Until it has been sent; at most 20 of them, at most 24 hours',
  ],
  'manyhands:…:submission:…': [
    'The numbers of the contributions of this page and their outcome, so that a reload or the way back does not count again. With them, the entry of the browser’s history; at most 20.',
    'Until the tab is closed',
  ],
  'manyhands:…:…': [
    'The number of the contribution, with your own button, under the entry of the history or the address.',
    'Until the tab is closed',
  ],
  'manyhands:window': ['That no window of ours could answer this page.', 'Until the tab is closed'],
  'manyhands:words': [
    'The message’s text in a language other than English.',
    'Until there is a newer version',
  ],
};
