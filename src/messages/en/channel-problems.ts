import type { Segment, Segments } from '../segment.ts';
import type { Writer } from '../writer.ts';

/**
 * Reasons why nothing is posted in a channel, and notices about it. Causes and remedies are clauses for the sentences
 * of this file.
 */
export const channelProblemMessages = ({ text, segments, count, command }: Writer) => ({
  arrivalUnreadable: text`I do not know whether a message arrived, and may not look`,
  arrivalUnreadableRemedy: text`give me “Read Message History” there, or say in ${command('alerts health')} whether it did`,
  arrivalUnclear: text`I do not know whether a message arrived, among too many messages of that time`,
  arrivalUnlistable: text`I do not know whether a message arrived: Discord cannot list the messages there`,
  arrivalHidden: text`I do not know whether a message arrived: the embeds of one of that time were removed`,
  arrivalUnclearRemedy: text`say in ${command('alerts health')} whether it did`,
  channelDeleted: text`the channel was deleted`,
  channelDeletedRemedy: text`use ${command('alerts copy')} to post in another one, or ${command('alerts remove')}`,
  outsideServer: text`I am not in the server any more`,
  outsideServerRemedy: text`invite me again`,
  channelHidden: text`I may not see the channel`,
  channelHiddenRemedy: text`give me “View Channel” there`,
  personClosed: text`I may not write to this person`,
  noMessages: text`the channel takes no messages`,
  noMessagesRemedy: text`set the alerts up in a text channel with ${command('alerts add')}`,
  mayNotPost: text`I may not post there`,
  mayNotPostRemedy: text`give me “Send Messages” and “Embed Links” there`,
  threadArchived: text`the thread is archived`,
  threadArchivedRemedy: text`open it again`,
  threadLocked: text`the thread is locked`,
  threadLockedRemedy: text`unlock it`,
  /** @param why `channelHidden` or `mayNotPost` */
  nothingMissing: (why: string) =>
    text`${why}, and I lack no permission there that I know of; perhaps I am in time-out`,
  /** @param permissions quoted */
  givePermissions: (permissions: string) => text`give me ${permissions} there`,
  refused: text`Discord refuses my messages`,
  /** @param code of Discord's error */
  refusedWithCode: (code: string) => text`Discord refuses my messages (code ${code})`,

  untilResumed: (why: string) =>
    text`${why}; I try again at least once an hour, and at once after ${command('alerts resume')}`,
  withRemedy: (why: string, remedy: string) => text`${why}; ${remedy}`,
  untilRemedied: (why: string, remedy: string) => text`${why}; ${remedy}, and I go on by myself`,

  /** @param alerts number of alerts waiting for the channel */
  noticeStopped: (channel: Segment, why: string, alerts: number): Segments =>
    alerts === 0
      ? segments`I had to stop the alerts in ${channel}: ${why}.`
      : segments`I had to stop the alerts in ${channel}: ${why}. ${count(alerts, { one: 'alert waits', other: 'alerts wait' })} for it.`,
  noticeHeadline: segments`a note that a channel was stopped`,
  noticeChannel: (channel: Segment, why: string) => segments`${channel}: ${why}`,
  noticeResume: text`I try again at least once an hour, and at once after ${command('alerts resume')}.`,
  noticePlease: (remedy: string) => text`Please ${remedy}; then I go on by myself where I stopped.`,
  noticeMove: text`${command('alerts list')} shows which they are, ${command('alerts copy')} posts the same in another channel, and ${command('alerts remove')} takes them away.`,
  noticeStoppedSeveral: text`I had to stop the alerts in several channels; ${command('alerts list')} shows what to do.`,
  noticeMoreChannels: (channels: number) =>
    text`and ${count(channels, { one: 'more channel', other: 'more channels' })}`,
});
