/** The form tools with a placeholder for the number of a submission: for the guides, and for the links of a project. */

export type FormLink = {
  name: string;
  title: string;
  steps: string[];
  /** As the tool writes the number of a submission; absent if it cannot. */
  placeholder?: string;
  tried: string;
};

const untried = 'the link with a number in place of the placeholder; not the tool itself.';

export const formLinks: readonly FormLink[] = [
  {
    name: 'qualtrics',
    title: 'Qualtrics',
    steps: [
      'Open Survey Flow, and the End of Survey element in it; choose a custom end-of-survey message, or “Redirect to a URL”.',
      'Link to this address, or redirect to it. Qualtrics fills in the id of the response.',
    ],
    placeholder: '${e://Field/ResponseID}',
    tried: untried,
  },
  {
    name: 'survey123',
    title: 'Survey123',
    steps: [
      'In XLSForm, add a calculate question named submission with the calculation once(uuid()).',
      'Put the link into the thank-you screen of the survey, in the settings of the web designer.',
    ],
    placeholder: '${submission}',
    tried:
      'the link with a number in place of the placeholder; not the tool itself. If your version does not fill placeholders into the thank-you screen, put the link into a note at the end of the form.',
  },
  {
    name: 'kobotoolbox',
    title: 'KoboToolbox',
    steps: [
      'In XLSForm, add a calculate question named submission with the calculation once(uuid()).',
      'Add a note as the last question, with the link in Markdown: [Get the credit](…). Participants open it in a new tab, and then send the form.',
    ],
    placeholder: '${submission}',
    tried: untried,
  },
  {
    name: 'google-forms',
    title: 'Google Forms',
    steps: [
      'Open Settings, Presentation, and edit the confirmation message.',
      'Paste the address: Google Forms makes it a link. It fills in no numbers, so each visit is credited once.',
    ],
    tried: 'the link; not the tool itself.',
  },
  {
    name: 'typeform',
    title: 'Typeform',
    steps: [
      'Add a hidden field named submission, and fill it in the address by which you share the form, with a number that differs each time.',
      'On the ending screen, let the button lead to this address; recall the hidden field with @ in place of the placeholder.',
    ],
    placeholder: '{{hidden:submission}}',
    tried: untried,
  },
];
