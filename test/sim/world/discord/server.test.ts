import { describe, expect, it } from 'vitest';
import type { HttpAnswer } from '../../edges/http.ts';
import { createDirectMessages } from './direct-messages.ts';
import { createDiscordFaults } from './faults.ts';
import { createLimits } from './limits.ts';
import { createDiscordServer } from './server.ts';
import { channelIdOf, createDiscordState } from './state.ts';

const CARD = { embeds: [{ title: 'One bid', url: 'https://market.example/1' }] };

function createWorld() {
  let at = 0;
  const now = () => at;
  const pass = (ms: number): void => void (at += ms);
  const state = createDiscordState({
    now,
    trueTime: () => Date.UTC(2026, 0, 1),
    channels: 2,
    auctionChannels: 0,
    hasVoiceChannel: false,
  });
  const server = createDiscordServer({
    state,
    directMessages: createDirectMessages(now),
    faults: createDiscordFaults(),
    limits: createLimits(now),
    timeOf: () => 0,
    now,
    latency: () => 0,
    later: () => undefined,
    shards: 1,
    onAnswer: () => undefined,
    onRequest: () => undefined,
    onPost: () => undefined,
    onRead: () => undefined,
    onFault: () => undefined,
    onRefusal: () => undefined,
  });
  const messages = `https://discord.com/api/v10/channels/${channelIdOf(0)}/messages`;
  function call(method: string, url: string, body?: object): HttpAnswer {
    const outcome = server({
      method,
      url: new URL(url),
      body: body === undefined ? null : JSON.stringify(body),
    });
    if (outcome.type !== 'answer') throw new Error('There is no answer.');
    return outcome.answer();
  }
  return { state, channel: state.channel(channelIdOf(0)), messages, call, pass };
}

describe('the simulated Discord', () => {
  it('shows no embeds of a message that lost them to a moderator', () => {
    const { channel, messages, call } = createWorld();
    call('POST', messages, CARD);
    const [message] = channel.messages;
    if (message === undefined) throw new Error('There is no message.');
    message.isSuppressed = true;
    const edited = call('PATCH', `${messages}/${message.id}`, CARD);
    expect(edited).toMatchObject({ status: 200, body: { embeds: [], flags: 4 } });
  });

  it('takes no edits in a closed thread, which is opened by a message or a request unless it is locked', () => {
    const { channel, messages, call, pass } = createWorld();
    call('POST', messages, CARD);
    const edit = () => call('PATCH', `${messages}/${channel.messages[0]?.id}`, CARD).status;
    const open = () => call('PATCH', messages.replace('/messages', ''), { archived: false }).status;
    channel.thread = 'archived';
    expect([edit(), open(), edit()]).toEqual([400, 200, 200]);
    channel.thread = 'archived';
    expect([call('POST', messages, CARD).status, edit()]).toEqual([200, 200]);
    channel.thread = 'locked';
    pass(10_000);
    expect([edit(), open(), call('POST', messages, CARD).status]).toEqual([400, 403, 403]);
  });

  it('fails to list the messages of a channel, and shows each by its id', () => {
    const { channel, messages, call } = createWorld();
    call('POST', messages, CARD);
    channel.isListable = false;
    expect(call('GET', messages).status).toBe(500);
    expect(call('GET', `${messages}/${channel.messages[0]?.id}`).status).toBe(200);
  });

  it('renames a channel twice in ten minutes', () => {
    const { channel, messages, call, pass } = createWorld();
    const rename = (name: string) => call('PATCH', messages.replace('/messages', ''), { name }).status;
    expect([rename('one'), rename('two'), rename('three')]).toEqual([200, 200, 429]);
    pass(600_000);
    expect(rename('four')).toBe(200);
    expect(channel.renames.map(({ name }) => name)).toEqual(['one', 'two', 'four']);
    expect(channel.renamesBeyondLimit).toEqual([0]);
  });

  it('names what it refuses of a host', () => {
    const { state, messages, call } = createWorld();
    state.refusedHosts.add('market.example');
    const answer = call('POST', messages, CARD);
    expect(answer).toMatchObject({
      status: 400,
      body: { code: 50_035, errors: { embeds: { 0: { url: {} } } } },
    });
  });
});
