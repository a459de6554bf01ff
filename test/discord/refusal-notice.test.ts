import { describe, expect, it } from 'vitest';
import type { Answer } from '#src/discord/answer.ts';
import type { Interaction } from '#src/discord/interactions/interaction.ts';
import { readOptions } from '#src/discord/interactions/options.ts';
import type { InteractionResponses, Visibility } from '#src/discord/interactions/responses.ts';
import { withRefusalNotice } from '#src/discord/refusal-notice.ts';
import { english } from '#src/messages/messages.ts';
import type { Person } from '#src/store/model/people.ts';
import { silentLog } from '../support/silent-log.ts';

const USER = '100000000000000001';
const SINCE = 1_800_000_000_000;

const PERSON: Person = {
  userId: USER,
  directChannelId: null,
  openedAt: null,
  refusedSince: SINCE,
  refusalCode: 50_007,
  isRefusalReported: false,
  wallets: [],
  createdAt: 0,
  lastUseAt: 0,
};

/** What somebody is sent, besides the answer, by using the bot so often. @param refusals how many follow-ups Discord takes none of */
async function use(
  person: Person | null,
  {
    times = 1,
    route = async () => undefined,
    refusals = 0,
  }: { times?: number; route?: (one: Interaction) => Promise<void>; refusals?: number } = {},
) {
  const followUps: { readonly answer: Answer; readonly visibility: Visibility | undefined }[] = [];
  let tries = 0;
  const nothing = async () => undefined;
  const responses: InteractionResponses = {
    reply: nothing,
    deferReply: nothing,
    editReply: nothing,
    editParts: nothing,
    update: nothing,
    deferUpdate: nothing,
    async followUp(answer, visibility) {
      tries += 1;
      if (tries <= refusals) throw new Error('40094');
      followUps.push({ answer, visibility });
    },
    showModal: nothing,
    suggest: nothing,
  };
  let isTold = person?.isRefusalReported ?? false;
  const handle = withRefusalNotice({
    route,
    people: {
      hasRefusalToTell: async () => person !== null && person.refusedSince !== null && !isTold,
      returnRefusalToTell: async () => {
        isTold = false;
      },
      async takeRefusalToTell() {
        if (isTold || person === null || person.refusedSince === null) return null;
        isTold = true;
        return { code: 50_007, since: person.refusedSince, pausedWatches: 2 };
      },
    },
    messagesOf: () => english,
    log: silentLog,
  });
  for (let time = 0; time < times; time += 1) {
    await handle({
      id: '400000000000000001',
      userId: USER,
      guildId: null,
      channelId: null,
      member: null,
      isDirectMessage: false,
      isInstalledInServer: null,
      appPermissions: null,
      responses,
      type: 'command',
      commandName: 'status',
      targetMessage: null,
      options: readOptions({ name: 'status', options: [] }),
    });
  }
  return followUps;
}

describe('somebody whose direct messages are refused', () => {
  it('is told once, alone, after the next use of the bot, with a button that tries again', async () => {
    const [told, ...more] = await use(PERSON, { times: 3 });
    expect(more).toEqual([]);
    expect(told?.visibility).toEqual({ isEphemeral: true });
    expect(told?.answer.content).toContain(`I haven’t been able to DM you since <t:${SINCE / 1_000}:R>`);
    expect(told?.answer.content).toContain('2 watches are on hold');
    expect(JSON.stringify(told?.answer.components)).toContain('Try again');
  });

  it('is told at the use after one whose answer takes no further message', async () => {
    expect(await use(PERSON, { times: 1, refusals: 1 })).toHaveLength(0);
    expect(await use(PERSON, { times: 3, refusals: 1 })).toHaveLength(1);
  });

  it('is not told where a modal was opened, which nothing can follow', async () => {
    const opens = ({ responses }: Interaction) =>
      responses.showModal({ title: 'A modal', custom_id: 'modal', components: [] });
    expect(await use(PERSON, { route: opens })).toEqual([]);
  });
});

describe('others', () => {
  it.each([
    ['who never watched anything', null],
    ['whose messages arrive', { ...PERSON, refusedSince: null, refusalCode: null }],
    ['who were told', { ...PERSON, isRefusalReported: true }],
  ])('%s are told nothing', async (_, person) => {
    expect(await use(person)).toEqual([]);
  });
});
