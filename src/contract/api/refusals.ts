/**
 * Every error code, a permanent promise: its status, its meaning, and what to do. The reference prints this table, and
 * a refusal with a code that is not in it does not compile. `embed`: only our own embeds and pages receive it.
 */
type Meaning = { status: number; means: string; todo: string; embed?: true };

export const refusals = {
  invalid: {
    status: 400,
    means: 'One or more fields are missing or not valid.',
    todo: 'Read `errors`: it names every bad field and what it must be. Nothing was stored.',
  },
  unreadable: {
    status: 400,
    means: 'The body or the address cannot be read.',
    todo: 'Send a form or a JSON object in UTF-8, completely; percent-encode values in an address.',
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
  no_token: {
    status: 401,
    means: 'There is no access token.',
    todo: 'Send the one that `/token` gave you, as `Authorization: Bearer …`; an API key is none.',
  },
  wrong_token: {
    status: 401,
    means: 'The access token is unknown, older than an hour, or was revoked.',
    todo: 'Get a new one with your refresh token; if that is refused too, send the person to `/authorize` again.',
  },
  wrong_scope: {
    status: 403,
    means: 'The key, or the access token, is not for this operation.',
    todo: 'Use one with the scope that `error` names.',
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
      'There is no published project with this id. For strangers, unpublished and hidden projects look the same.',
    todo: 'Compare the id with the Tools tab of the project.',
  },
  other_key: {
    status: 403,
    means: 'The project was added with another key.',
    todo: 'Use the key that added it, or the key that replaced it.',
  },
  added_elsewhere: {
    status: 403,
    means: 'The project was not added by the API.',
    todo: 'Update it on the page where it was added, or ask the editors.',
  },
  not_published: {
    status: 409,
    means: 'The project awaits review.',
    todo: 'Wait until the editors have published it; until then its events are accepted as tests.',
  },
  withheld: {
    status: 403,
    means:
      'The operators withhold the project: it is not shown, and nothing is granted or recorded for it. Nothing was stored.',
    todo: 'Write to the operators of the service. Only the managers of the project see that it is withheld.',
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
    todo: 'Continue tomorrow, or wait for the publication.',
  },
  too_many: {
    status: 429,
    means:
      'Too many requests in a minute from this account, key, address or site, or too many at once from this address.',
    todo: 'Wait for the seconds in `Retry-After`. The header `RateLimit` of every reply shows how many requests are left.',
  },
  extra_used_up: {
    status: 429,
    means: 'The account has stored as many bytes of `extra` as it may in a day. Nothing was recorded.',
    todo: 'Send the event without `extra`, or send it tomorrow.',
  },
  busy: {
    status: 503,
    means: 'The service has too many open requests. Nothing was stored.',
    todo: 'Try again after the seconds in `Retry-After`.',
  },
  too_slow: {
    status: 408,
    means:
      'The request did not arrive completely in time: ten seconds for its head, ten for its body. Nothing was stored.',
    todo: 'Send it again, without pauses.',
  },
  too_large: {
    status: 413,
    means: 'The body, or one field of it, is too large. Nothing was stored.',
    todo: 'Send less; `error` names the limit.',
  },
  long_headers: {
    status: 431,
    means: 'The address and the headers together are too long.',
    todo: 'Send long values in a body, or fewer headers.',
  },
  unknown_body: {
    status: 415,
    means: 'The type or the charset of the body is not supported.',
    todo: 'Send a form (urlencoded or multipart) or JSON, uncompressed, in UTF-8.',
  },
  not_found: {
    status: 404,
    means: 'There is nothing at this address.',
    todo: 'Compare the address with the reference.',
  },
  wrong_method: {
    status: 405,
    means: 'The address does not support this method.',
    todo: 'Use one of the methods that the header `Allow` names.',
  },
  not_encrypted: {
    status: 403,
    means: 'The request came over plain http.',
    todo: 'Send it to the same address with https; replace a key that went over http.',
  },
  not_ready: {
    status: 503,
    means: 'The service cannot reach its database at the moment. Nothing was stored.',
    todo: 'Try again after the seconds in `Retry-After`.',
  },
  internal: {
    status: 500,
    means: 'Something went wrong on our side.',
    todo: 'Try again later; give the operator the `request_id`.',
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
    means: 'The permission (grant) that this page held has ended.',
    todo: 'The message asks the participant again.',
  },
  token_gone: {
    embed: true,
    status: 401,
    means: 'The participant token is older than an hour, or of another project.',
    todo: 'Have your server get a new one whenever it makes the page.',
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
    todo: 'The participant enters the digits from the newest mail.',
  },
  wrong_group_code: {
    embed: true,
    status: 400,
    means: 'No group has this code, or no longer.',
    todo: 'The participant compares it with the sheet of the group, or asks its leader for the newest code.',
  },
  group_grant: {
    embed: true,
    status: 403,
    means: 'The page counts for a group, which has no profile.',
    todo: 'The participant chooses “Not us?” in the message, and then their own profile.',
  },
  too_many_tries: {
    embed: true,
    status: 429,
    means: 'Too many wrong digits or codes were entered from this network.',
    todo: 'Try again later, or sign in on our own site.',
  },
  too_many_mails: {
    embed: true,
    status: 429,
    means: 'Too many mails were requested.',
    todo: 'Wait a while, or look for the last one.',
  },
  mail_refused: {
    embed: true,
    status: 400,
    means: 'The mail server does not take mail for this address.',
    todo: 'Look for a typing error, or use another address.',
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
    todo: 'They can sign in on our own site and name a parent or guardian there. No account was made; the contribution to the project counts all the same.',
  },
  browser_only: {
    embed: true,
    status: 403,
    means: 'The address is for browsers only, for their own FedCM dialog.',
    todo: 'Use the embeds; pages and servers cannot call this address.',
  },
  signed_out: {
    embed: true,
    status: 401,
    means: 'Nobody is signed in to the service in this browser.',
    todo: 'Sign in, and try again.',
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
    todo: 'Start again at its front page.',
  },
} as const satisfies Record<string, Meaning>;

export type RefusalCode = keyof typeof refusals;
