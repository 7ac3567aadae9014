import { mailWords } from '../../text/languages.ts';
import type { Mail } from '../../mail/mailer.ts';
import type { MailAddress } from '../../text/mail-address.ts';

type WidgetInvitation = {
  to: MailAddress;
  link: string;
  /** Where the reader refuses such mail. */
  choices: string;
  lang: string;
  serviceName: string;
};

/** The mail that invites somebody to manage a widget, without the name of the widget: nobody has reviewed that. */
export function widgetInvitation({ to, lang, serviceName, ...values }: WidgetInvitation): Mail {
  const say = mailWords(lang);
  const filling = { service: serviceName, ...values };
  return {
    to,
    lang,
    subject: say('inviteWidget.subject', filling),
    text: `${say('inviteWidget.text', filling)}\n`,
  };
}
