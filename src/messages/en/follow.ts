import type { Writer } from '../writer.ts';

/** The button *Follow here* of a collection. */
export const followMessages = ({ text, command }: Writer) => ({
  alreadyFollows: (channel: string, collection: string) =>
    text`${channel} already gets ${collection} sales. See ${command('alerts list')}.`,
  askManager: (collection: string) =>
    text`Only alert managers can post ${collection} sales in this channel. Ask one to press “Follow here” or run ${command('alerts add')}.`,
});
