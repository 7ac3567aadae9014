/** Reads the service's SQLite file, for data that no page shows. */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Service } from '../set-up/service/start-service.ts';

type EventRow = {
  profile_id: number | null;
  source: string;
  place: string | null;
  extra: string | null;
};

export function eventsOf(service: Service, projectId: number) {
  const db = new DatabaseSync(join(service.dataDir, 'manyhands.db'), { readOnly: true });
  try {
    const find = db.prepare(
      'select profile_id, source, place, extra from events where project_id = ? order by event_id',
    );
    find.setReadBigInts(true);
    return find.all(projectId) as EventRow[];
  } finally {
    db.close();
  }
}
