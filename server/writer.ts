/** SQLite's writer thread: registers the features' hand-written jobs. */
import { serveWriter } from './db/writer-thread.ts';
import { recordEvents } from './events/record-sqlite.ts';
import { storeTokens } from './oauth/token-writes.ts';
import { openProfiles } from './profiles/open-sqlite.ts';

// A client whose new tokens are lost asks the person again.
serveWriter({ recordEvents, openProfiles }, { storeTokens });
