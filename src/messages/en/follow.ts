import type { Writer } from '../writer.ts';

/** The button *Follow here* of a collection. */
export const followMessages = ({ text, command }: Writer) => ({
  alreadyFollows: (channel: string, collection: string) =>
    text`${channel} follows the sales of ${collection} already. ${command('alerts list')} shows it.`,
  askManager: (collection: string) =>
    text`The sales of ${collection} can be posted in this channel as they happen. Ask somebody who may manage this server’s alerts: they press “Follow here” too, or run ${command('alerts add')}.`,
});
