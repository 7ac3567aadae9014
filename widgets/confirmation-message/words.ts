/** The texts of the confirmation message. */
import { confirmation } from '../../src/messages/en.json';
import { speaker } from '../lib/messages.ts';

export type MessageKey = keyof typeof confirmation;
export const { speak, say } = speaker('confirmation', confirmation);
export const isMessage = (message: string): message is MessageKey => message in confirmation;

/** Adds the English messages that came with the second part. */
export const learn = (more: typeof confirmation) => void Object.assign(confirmation, more);
