import { confirmationMessage } from '../confirmation-message/main.ts';
import { unstyled } from '../lib/mount.ts';

confirmationMessage('recordevent_local_', unstyled);
