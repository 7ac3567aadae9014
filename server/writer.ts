/** SQLite's writer thread: registers the features' hand-written jobs. */
import { serveWriter } from './db/writer-thread.ts';
import { recordEvents } from './events/record-sqlite.ts';
import { useTokens } from './oauth/token-writes.ts';
import { openProfiles } from './profiles/open-sqlite.ts';

serveWriter({ recordEvents, openProfiles, useTokens });
