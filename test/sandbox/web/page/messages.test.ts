import { MessageFlags } from 'discord-api-types/v10';
import { describe, expect, it } from 'vitest';
import type { ShownMessage } from '../../../../sandbox/web/contract.ts';
import { placedFields } from '../../../../sandbox/web/page/message/field-rows.ts';
import { placed } from '../../../../sandbox/web/page/message/grouping.ts';
import { afterEvent } from '../../../../sandbox/web/page/message/timeline.ts';
import {
  badgeText,
  unreadAmong,
  unreadWords,
  withoutUnread,
  withUnread,
} from '../../../../sandbox/web/page/unread.ts';
import { shownMessage } from './build-message.ts';

const MINUTE = 60_000;

describe('messages of one author', () => {
  const heads = (messages: readonly ShownMessage[], newFrom: string | null = null) =>
    placed(messages, newFrom).map(({ head }) => head);

  it('are grouped for seven minutes', () => {
    const messages = [0, 3, 6, 20].map((minute, index) =>
      shownMessage(String(index + 1), { atMs: minute * MINUTE }),
    );
    expect(heads(messages)).toEqual([true, false, false, true]);
  });

  it('start a new group at another author, at an ephemeral message, and at the first unread one', () => {
    const other = { ...shownMessage('9').message.author, id: '7', username: 'ada' };
    expect(heads([shownMessage('1'), shownMessage('2', { author: other })])).toEqual([true, true]);
    expect(heads([shownMessage('1'), shownMessage('2', { ephemeral: true })])).toEqual([true, true]);
    expect(heads([shownMessage('1'), shownMessage('2')], '2')).toEqual([true, true]);
  });

  it('start a new group where silent ones begin, and where they end', () => {
    const flags = MessageFlags.SuppressNotifications;
    const messages = [{}, { flags }, { flags }, {}].map((change, index) =>
      shownMessage(String(index + 1), change),
    );
    expect(heads(messages)).toEqual([true, true, false, true]);
  });

  it('have a day above the first of each day', () => {
    const [first, second, third] = placed(
      [shownMessage('1'), shownMessage('2', { atMs: 1 }), shownMessage('3', { atMs: 1_440 * MINUTE })],
      null,
    );
    expect([first?.day, second?.day, third?.day].map((day) => day !== null)).toEqual([true, false, true]);
  });
});

describe('the messages of a channel', () => {
  const ids = (messages: readonly ShownMessage[]) => messages.map(({ message }) => message.id);
  const created = (shown: ShownMessage) =>
    ({ type: 'message', change: 'created', channelId: '2', shown }) as const;

  it('are in the order of their ids, in any order of arrival, also beyond floats', () => {
    const early = [shownMessage('99'), shownMessage('9007199254740994')];
    expect(ids(afterEvent(early, created(shownMessage('9007199254740993'))))).toEqual([
      '99',
      '9007199254740993',
      '9007199254740994',
    ]);
  });

  it('contain a message once, in its latest form', () => {
    const after = afterEvent([shownMessage('1')], created(shownMessage('1', { content: 'changed' })));
    expect(after.map(({ message }) => message.content)).toEqual(['changed']);
  });

  it('lose what is deleted', () => {
    const messages = [shownMessage('1'), shownMessage('2')];
    expect(ids(afterEvent(messages, { type: 'deleted', channelId: '2', messageId: '1' }))).toEqual(['2']);
  });

  it('do not show the answer after a deferral as edited', () => {
    const edited_timestamp = '2026-11-21T12:00:05.000Z';
    const thinking = shownMessage('1', { flags: MessageFlags.Loading });
    const [answered] = afterEvent([thinking], created(shownMessage('1', { edited_timestamp })));
    const [edited] = afterEvent([shownMessage('1')], created(shownMessage('1', { edited_timestamp })));
    expect(answered?.message.edited_timestamp).toBeNull();
    expect(edited?.message.edited_timestamp).toBe(edited_timestamp);
  });
});

describe('fields of an embed', () => {
  const field = (name: string, inline: boolean) => ({ name, value: name, inline });
  it('share rows of up to three where they are inline', () => {
    const rows = placedFields([
      field('a', true),
      field('b', true),
      field('c', true),
      field('d', true),
      field('e', true),
      field('f', false),
      field('g', true),
    ]);
    expect(rows.map(({ from, to }) => [from, to])).toEqual([
      [1, 5],
      [5, 9],
      [9, 13],
      [1, 7],
      [7, 13],
      [1, 13],
      [1, 13],
    ]);
  });
});

describe('unread counts', () => {
  it('grow by channel, add up by server, and go when the channel is opened', () => {
    const unread = withUnread(withUnread(withUnread(new Map(), 'a', false), 'a', true), 'b', false);
    const all = ['a', 'b', 'c'].map((id) => ({ id, kind: 'text' as const }));
    expect(unreadAmong(unread, all)).toEqual({ messages: 3, mentions: 1 });
    expect(unreadAmong(withoutUnread(unread, 'a'), all)).toEqual({ messages: 1, mentions: 0 });
    expect(unreadAmong(unread, [{ id: 'b', kind: 'direct' }])).toEqual({ messages: 1, mentions: 1 });
  });

  it('have a number only for mentions', () => {
    const words = ([messages, mentions]: readonly [number, number]) => unreadWords({ messages, mentions });
    const counts = [
      [0, 0],
      [9, 0],
      [9, 1],
      [9, 2],
    ] as const;
    expect(counts.map(words)).toEqual(['', ', unread', ', 1 mention', ', 2 mentions']);
  });

  it('stop at 99 on a badge', () => {
    expect([7, 99, 100].map(badgeText)).toEqual(['7', '99', '99+']);
  });
});
