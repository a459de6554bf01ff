import type { Writer } from '../writer.ts';

/**
 * Texts for an alert that was saved without a preview. `alert` is the number of an alert with its `#`, `channel` a
 * mention.
 */
export const oneStepMessages = ({ text, command }: Writer) => ({
  /** @param collection its name, escaped */
  saved: (channel: string, collection: string) => text`✅ ${channel} now gets ${collection} sales.`,
  test: text`Test`,
  edit: text`Edit`,
  undo: text`Undo`,
  undone: (alert: string, channel: string) => text`Alert ${alert} was removed from ${channel}.`,
  goneAlready: (alert: string) => text`Alert ${alert} has already been removed.`,
  changedSince: (alert: string) =>
    text`I can’t undo this: alert ${alert} has been changed since it was added. Remove it with ${command('alerts remove')}.`,
});
