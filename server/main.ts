/**
 * The entry of the service. It imports nothing else by itself, so that an old Node.js, which cannot parse the rest, says
 * what it needs: systemd and the image start this file without npm's scripts.
 */
import '../scripts/check-node.js';

void import('./process/run-service.ts');
