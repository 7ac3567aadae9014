import { confirmationMessage } from '../confirmation-message/main.ts';
import css from '../confirmation-message/style.css?inline';
import { styled } from '../lib/mount.ts';

confirmationMessage('recordevent_with_', styled(css));
