/** SQLite's writing thread: introduces the features' hand-written jobs to it. */
import { serveWriter } from './db/writer-thread.ts';
import { recordEvents } from './events/record-sqlite.ts';
import { openProfiles } from './profiles/open-sqlite.ts';

serveWriter({ recordEvents, openProfiles });
