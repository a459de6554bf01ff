import type { Segment, Segments } from '../segment.ts';
import type { Writer } from '../writer.ts';

/**
 * Reasons why nothing is posted in a channel, and notices about it. Causes and remedies are clauses for the sentences
 * of this file.
 */
export const channelProblemMessages = ({ text, segments, count, command }: Writer) => ({
  arrivalUnreadable: text`I can’t check whether a message was posted`,
  arrivalUnreadableRemedy: text`give me “Read Message History” there, or answer in ${command('alerts health')}`,
  arrivalUnclear: text`I can’t tell whether a message was posted: there are too many messages from that time`,
  arrivalUnlistable: text`I can’t tell whether a message was posted: Discord can’t list the messages there`,
  arrivalHidden: text`I can’t tell whether a message was posted: the embeds of a message from that time were removed`,
  arrivalUnclearRemedy: text`answer in ${command('alerts health')}`,
  channelDeleted: text`the channel was deleted`,
  channelDeletedRemedy: text`copy its alerts to another channel with ${command('alerts copy')}, or remove them with ${command('alerts remove')}`,
  outsideServer: text`I’m no longer in the server`,
  outsideServerRemedy: text`invite me again`,
  channelHidden: text`I can’t see the channel`,
  channelHiddenRemedy: text`give me “View Channel” there`,
  personClosed: text`I can’t DM this person`,
  noMessages: text`the channel doesn’t accept messages`,
  noMessagesRemedy: text`add the alerts to a text channel with ${command('alerts add')}`,
  mayNotPost: text`I can’t post there`,
  mayNotPostRemedy: text`give me “Send Messages” and “Embed Links” there`,
  threadArchived: text`the thread is archived`,
  threadArchivedRemedy: text`unarchive it`,
  threadLocked: text`the thread is locked`,
  threadLockedRemedy: text`unlock it`,
  /** @param why `channelHidden` or `mayNotPost` */
  nothingMissing: (why: string) =>
    text`${why}, although I have the required permissions (I may be timed out)`,
  /** @param permissions quoted */
  givePermissions: (permissions: string) => text`give me ${permissions} there`,
  refused: text`Discord rejects my messages`,
  /** @param code of Discord's error */
  refusedWithCode: (code: string) => text`Discord rejects my messages (code ${code})`,

  untilResumed: (why: string) =>
    text`${why}; I retry at least every hour, or immediately after ${command('alerts resume')}`,
  withRemedy: (why: string, remedy: string) => text`${why}; ${remedy}`,
  untilRemedied: (why: string, remedy: string) => text`${why}; to continue, ${remedy}`,

  /** @param alerts number of alerts waiting for the channel */
  noticeStopped: (channel: Segment, why: string, alerts: number): Segments =>
    alerts === 0
      ? segments`Alerts in ${channel} have stopped: ${why}.`
      : segments`Alerts in ${channel} have stopped: ${why}. ${count(alerts, { one: 'alert is', other: 'alerts are' })} waiting.`,
  noticeHeadline: segments`a notice about a stopped channel`,
  noticeChannel: (channel: Segment, why: string) => segments`${channel}: ${why}`,
  noticeResume: text`I retry at least every hour, or immediately after ${command('alerts resume')}.`,
  noticePlease: (remedy: string) => text`To continue, ${remedy}. Posting then resumes where it stopped.`,
  noticeMove: text`See the alerts with ${command('alerts list')}, copy them to another channel with ${command('alerts copy')}, or remove them with ${command('alerts remove')}.`,
  noticeStoppedSeveral: text`Alerts in several channels have stopped. See what to do in ${command('alerts list')}.`,
  noticeMoreChannels: (channels: number) =>
    text`and ${count(channels, { one: 'more channel', other: 'more channels' })}`,
});
