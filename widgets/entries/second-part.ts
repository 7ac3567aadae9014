export * from '../confirmation-message/second-part/main.ts';
