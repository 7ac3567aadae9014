import { confirmationMessage } from '../confirmation-message/main.ts';

confirmationMessage();
