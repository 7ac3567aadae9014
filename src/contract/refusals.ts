/**
 * Every error code, a promise for ever: its status, what it means, and what to do. The reference prints this
 * table, and a refusal with a code that is not in it does not compile. `embed`: only our own embeds and pages
 * ever meet it.
 */
type Meaning = { status: number; means: string; todo: string; embed?: true };

export const refusals = {
  invalid: {
    status: 400,
    means: 'One or more fields are missing or cannot be meant.',
    todo: 'Read `errors`: it names every bad field with what it must be. Nothing was stored.',
  },
  unreadable: {
    status: 400,
    means: 'The body or the address cannot be read.',
    todo: 'Send a form or a JSON object in UTF-8, completely; percent-encode what stands in an address.',
  },
  no_key: {
    status: 401,
    means: 'There is no API key.',
    todo: 'Send it as `Authorization: Bearer mh_…`, or as the parameter `key` in the query or in the body.',
  },
  wrong_key: {
    status: 401,
    means: 'The API key is incomplete, unknown or revoked.',
    todo: 'Copy it again, from `mh_` to its last character, or make a new one.',
  },
  wrong_scope: {
    status: 403,
    means: 'The key is not for this operation.',
    todo: 'Use a key that has the scope that the sentence names.',
  },
  not_manager: {
    status: 403,
    means: 'The person of the key does not manage the project.',
    todo: 'Ask its owner, or the service, to add them as a manager.',
  },
  hashed_not_allowed: {
    status: 403,
    means: 'The project may not send hashed addresses in the record step.',
    todo: 'Ask an editor to allow it; or look the profile up once, and record with its id.',
  },
  no_project: {
    status: 404,
    means:
      'There is no published project with this id. Unpublished and hidden ones look the same to strangers.',
    todo: 'Compare the id with the Tools tab of the project.',
  },
  other_key: {
    status: 403,
    means: 'The project was added with another key.',
    todo: 'Use the key that added it, or its successor.',
  },
  added_elsewhere: {
    status: 403,
    means: 'The project was not added by the API.',
    todo: 'Update it where it was added, or ask the editors.',
  },
  not_published: {
    status: 409,
    means: 'The project awaits review.',
    todo: 'Wait until the editors have published it; its events are accepted as tests meanwhile.',
  },
  withheld: {
    status: 403,
    means:
      'The operators withhold the project: nothing is named, granted or recorded for it. Nothing was stored.',
    todo: 'Its page here says so to those who manage it; write to the operators of the service.',
  },
  profile_gone: {
    status: 404,
    means:
      'There is no profile with this id, or no longer: profiles of non-members are deleted after a while.',
    todo: 'Look the profile up again and store the new id.',
  },
  conflict: {
    status: 409,
    means: 'The idempotency key was used before, with other content.',
    todo: 'Use a new key for a new contribution; repeat the content exactly for a retry.',
  },
  trial_used_up: {
    status: 429,
    means: 'Before a project is published, ten different addresses a day may be looked up.',
    todo: 'Go on tomorrow, or wait for the publication.',
  },
  too_many: {
    status: 429,
    means: 'Too many requests of this account, key, address or site in a minute, or of this address at once.',
    todo: 'Wait the seconds of `Retry-After`. `RateLimit` tells with every reply what is left.',
  },
  extra_used_up: {
    status: 429,
    means: 'The account has stored as many bytes of `extra` as it may in a day. Nothing was recorded.',
    todo: 'Send the event without `extra`, or tomorrow.',
  },
  busy: {
    status: 503,
    means: 'The service has too many requests under way. Nothing was stored.',
    todo: 'Try again after the seconds of `Retry-After`.',
  },
  too_slow: {
    status: 408,
    means:
      'The request did not arrive in whole in time: ten seconds for its head, ten for its body. Nothing was stored.',
    todo: 'Send it again, in one go.',
  },
  too_large: {
    status: 413,
    means: 'The body, or one field of it, is too large. Nothing was stored.',
    todo: 'Send less; the sentence names the limit.',
  },
  long_headers: {
    status: 431,
    means: 'The address and the headers are too long together.',
    todo: 'Send long values in a body, or fewer headers.',
  },
  unknown_body: {
    status: 415,
    means: 'The body is of a type or in a charset that is not read.',
    todo: 'Send a form (urlencoded or multipart) or JSON, uncompressed, in UTF-8.',
  },
  not_found: {
    status: 404,
    means: 'There is nothing at this address.',
    todo: 'Compare the address with the reference.',
  },
  wrong_method: {
    status: 405,
    means: 'The address answers another method.',
    todo: 'Use one of the methods that the header `Allow` names.',
  },
  not_ready: {
    status: 503,
    means: 'The service cannot reach its database at the moment. Nothing was stored.',
    todo: 'Try again after the seconds of `Retry-After`.',
  },
  internal: {
    status: 500,
    means: 'Something went wrong on our side.',
    todo: 'Try again later; tell the operator the `request_id`.',
  },

  origin_not_registered: {
    embed: true,
    status: 403,
    means: "The page's origin is not registered for the project.",
    todo: 'Have the origin registered, on the Tools tab or by an editor.',
  },
  grant_gone: {
    embed: true,
    status: 401,
    means: 'The agreement that this page kept has ended.',
    todo: 'The message asks the participant again.',
  },
  token_gone: {
    embed: true,
    status: 401,
    means: 'The participant token is older than an hour, or of another project.',
    todo: 'Ask for a new one on the server when the page is made.',
  },
  connect_code_gone: {
    embed: true,
    status: 401,
    means: 'The one-time code of the window was used, is older than a minute, or is not for this page.',
    todo: 'The participant asks again.',
  },
  code_gone: {
    embed: true,
    status: 400,
    means: 'The six digits were used, were entered wrongly five times, or are older than ten minutes.',
    todo: 'The participant asks for new ones.',
  },
  wrong_code: {
    embed: true,
    status: 400,
    means: 'These are not the six digits that were mailed.',
    todo: 'The participant looks into the newest mail.',
  },
  too_many_tries: {
    embed: true,
    status: 429,
    means: 'Too many wrong digits were entered from this network.',
    todo: 'Try again later, or sign in on our own site.',
  },
  too_many_mails: {
    embed: true,
    status: 429,
    means: 'Too many mails were asked for.',
    todo: 'Wait a while, or look for the last one.',
  },
  mail_failed: {
    embed: true,
    status: 503,
    means: 'The mail could not be sent at the moment.',
    todo: 'Try again in a few minutes.',
  },
  under_age: {
    embed: true,
    status: 403,
    means: 'People under 16 cannot join from a partner page.',
    todo: 'No account was made; the contribution to the project counts all the same.',
  },
  browser_only: {
    embed: true,
    status: 403,
    means: 'The address is for browsers, which ask for a dialog of their own.',
    todo: 'Use the embeds; pages and servers cannot ask this.',
  },
  signed_out: {
    embed: true,
    status: 401,
    means: 'Nobody is signed in to the service in this browser.',
    todo: 'Sign in, and ask again.',
  },
  foreign_form: {
    embed: true,
    status: 403,
    means: 'A form of our site was sent from another site.',
    todo: 'Open the page here and try again.',
  },
  forgotten: {
    embed: true,
    status: 404,
    means: 'The demonstration partner does not remember this visit.',
    todo: 'Begin again at its start page.',
  },
} as const satisfies Record<string, Meaning>;

export type RefusalCode = keyof typeof refusals;
