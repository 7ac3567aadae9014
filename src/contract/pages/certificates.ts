/** The data of the pages about certificates: a person's own list, and the page that others check. */
import type { OutcomeSaid } from './outcomes.ts';
import type { ParticipantsProject } from './me.ts';
import type { ProgrammeSaid } from './programmes.ts';

/** Also the start of the addresses of its forms. */
export const certificatesPath = '/me/certificates';

/** Contributions and hours. */
export type Amount = { events: number; hours: number };

/** `reported`: by the project. `own`: by the participant's own browser, or on our confirmation page. */
type CertificateLine = {
  project: ParticipantsProject;
  reported: Amount;
  own: Amount;
  vouches?: Signatory & { organisation?: string };
  outcomes: OutcomeSaid[];
};

/** The person who vouches for the hours that a project reports, as its manager typed them. */
export type Signatory = { name: string; role: string };

/** The contents of a certificate. The last day belongs to the period. */
export type Certified = {
  holder: string;
  from: string; // yyyy-mm-dd
  to: string;
  /** The time zone of its days. */
  zone: string;
  lines: CertificateLine[];
  /** The projects that have no line of their own, together. */
  others?: { projects: number; reported: Amount; own: Amount };
  total: { reported: Amount; own: Amount };
};

export type OwnCertificate = {
  id: number;
  from: string;
  to: string;
  holder: string;
  path: string;
  made: string;
  isShown: boolean;
  /** Others opened it so often. */
  reads: number;
  /** The link ends by itself at this time. */
  until?: string;
};

export type CertificatesPage = {
  /** As typed, for the form; `until`: the last day of the link. Without a name for a person with a guardian. */
  asked: { from: string; to: string; until: string; projects: number[]; name?: string };
  projects: ParticipantsProject[];
  /** The certificate that the form would make. */
  preview?: Certified;
  /** Hours that the preview leaves out, because they overlap with others of the same project. */
  overlapping?: { project: ParticipantsProject; hours: number }[];
  fault?: 'dates' | 'until' | 'too-many' | 'nothing';
  own: OwnCertificate[];
};

export type CertificatePage =
  | {
      state: 'valid';
      certified: Certified;
      issued: string;
      address: string;
      /** The path of the badge, without the end that names its format. */
      badge: string;
      qr: { size: number; path: string };
      isOwn: boolean;
      /** The link ends by itself at this time. */
      until?: string;
    }
  | {
      state: 'award';
      holder: string;
      programme: ProgrammeSaid;
      address: string;
      badge: string;
      qr: { size: number; path: string };
      isOwn: boolean;
    }
  | { state: 'ended'; ended: string }
  | { state: 'unknown' };
