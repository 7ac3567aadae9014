/** The form tools with a placeholder for the number of a submission: for the guides, and for the links of a project. */

export type FormLink = {
  name: string;
  title: string;
  steps: string[];
  /** As the tool writes the number of a submission; absent if it cannot. */
  placeholder?: string;
  /** The text to paste, if it is more than the link. */
  around?: (link: string) => string;
  tried: string;
};

/** The text to paste for a link to the hosted confirmation. */
export const pasted = ({ placeholder, around = String }: FormLink, link: string): string =>
  around(placeholder === undefined ? link : `${link}&ref=${placeholder}`);

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
      'Add a note as the last question, with this text as its label. Participants open the link in a new tab, and then send the form. Somebody who opens it and never sends the form can be credited all the same.',
    ],
    placeholder: '${submission}',
    around: (link) => `<a href="${link}" target="_blank">Get the credit</a>`,
    tried:
      'the link with a number in place of the placeholder; not the tool itself. We found it documented that answers can stand in the labels of questions, and not that they can stand in the thank-you screen, which would be the better place.',
  },
  {
    name: 'kobotoolbox',
    title: 'KoboToolbox',
    steps: [
      'In the sheet “settings” of your XLSForm, add the columns name, namespaces and attribute::kobo:submitMessage, with the values data, kobo="http://kobotoolbox.org/xforms" and /data/submitMessage.',
      'Add a calculate question named submission with the calculation once(uuid()), and below it one named submitMessage with the calculation that is printed here. KoboToolbox shows it, as Markdown, after the form was sent.',
      'Do not put the link into a note instead: web forms show no changing address in the links of a note.',
    ],
    placeholder: '", ${submission}, "',
    around: (link) => `concat("Thank you. [Get the credit](${link})")`,
    tried:
      'the link with a number in place of the placeholder; not the tool itself. The message after sending is described in KoboToolbox’s help as of July 2026.',
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
    tried:
      'the link with a number in place of the placeholder; not the tool itself. We found no page of Typeform’s that confirms the placeholder: look at the link that the ending screen leads to before you share the form.',
  },
];
