import { setTimeout as delay } from 'node:timers/promises';
import { ComponentType, InteractionContextType, InteractionType } from 'discord-api-types/v10';
import { describe, expect, it } from 'vitest';
import type { SingleCommand } from '#src/discord/command.ts';
import { defineComponent } from '#src/discord/components/component.ts';
import { writeCustomId } from '#src/discord/components/custom-id.ts';
import { defineLink } from '#src/discord/components/link.ts';
import { readInteraction } from '#src/discord/interactions/interaction.ts';
import { withRefusalNotice } from '#src/discord/refusal-notice.ts';
import { createRouter } from '#src/discord/router.ts';
import { UserError } from '#src/discord/user-error.ts';
import { english } from '#src/messages/messages.ts';
import { recordingLog } from '../support/silent-log.ts';
import { inMemoryServices } from './command-services.ts';
import { startResponseRecorder } from './recorded-responses.ts';

const PERSON = '100000000000000001';
/** Discord, for an app of a person in a server without it. */
const MAX_FOLLOW_UPS = 5;

const goLink = defineLink('go', {}, 'asker');

interface Way {
  readonly by: 'command' | 'reply' | 'update';
  readonly isSlow: boolean;
  readonly fails: boolean;
}

/** One use, by somebody whose direct messages are refused and who was not told, in a server without the bot. */
async function use({ by, isSlow, fails }: Way, isFollowUpTaken = true) {
  await using discord = await startResponseRecorder({
    isRefused: (path) => !isFollowUpTaken && path.includes('/webhooks/'),
  });
  async function answer() {
    if (isSlow) await delay(1_700);
    if (fails) throw new UserError(({ interactions }) => interactions.outdated);
    return { content: 'done' };
  }
  const go = defineComponent(goLink, { answersBy: by === 'update' ? 'update' : 'reply', run: answer });
  const command: SingleCommand = {
    name: 'test',
    worksIn: 'everywhere',
    definition: () => ({ description: 'Tests' }),
    answerTo: 'members',
    execute: answer,
    components: [go],
  };
  const { log, lines } = recordingLog();
  const { services } = inMemoryServices();
  const route = createRouter({
    commands: [command],
    servicesFor: () => services,
    messagesOf: () => english,
    guilds: { get: () => null },
    rest: discord.rest,
    now: Date.now,
    log,
  });
  const toTell = { code: 50_007, since: 0, pausedWatches: 1 };
  let isTold = false;
  const handle = withRefusalNotice({
    route,
    people: {
      hasRefusalToTell: async () => !isTold,
      async takeRefusalToTell() {
        isTold = true;
        return toTell;
      },
      returnRefusalToTell: async () => {
        isTold = false;
      },
    },
    messagesOf: () => english,
    log,
  });
  const made =
    by === 'command'
      ? { type: InteractionType.ApplicationCommand, data: { name: 'test' } }
      : {
          type: InteractionType.MessageComponent,
          data: {
            custom_id: writeCustomId(goLink.to({}), { requester: PERSON }),
            component_type: ComponentType.Button,
          },
          message: { id: '600000000000000001' },
        };
  const interaction = readInteraction(
    {
      id: '400000000000000001',
      application_id: '500000000000000001',
      token: 'token',
      guild_id: '200000000000000001',
      channel_id: '300000000000000001',
      member: { user: { id: PERSON }, roles: [], permissions: '0' },
      context: InteractionContextType.Guild,
      authorizing_integration_owners: { '1': PERSON },
      ...made,
    },
    discord.rest,
  );
  if (interaction === null) throw new Error('The interaction cannot be read.');
  await handle(interaction);
  const followUps = discord.responses.filter(
    ({ method, path }) => method === 'POST' && path.includes('/webhooks/'),
  );
  return { followUps: followUps.length, isTold, lines };
}

const WAYS: readonly Way[] = (['command', 'reply', 'update'] as const).flatMap((by) =>
  [false, true].flatMap((isSlow) => [false, true].map((fails) => ({ by, isSlow, fails }))),
);

describe.concurrent('an interaction in a server without the bot', () => {
  it.for(WAYS)(
    'has at most two messages after its answer, an error and a notice, by $by, slow: $isSlow, fails: $fails',
    async (way) => {
      const { followUps, isTold, lines } = await use(way);
      expect(followUps).toBe(way.by === 'update' && way.isSlow && way.fails ? 2 : 1);
      expect(followUps).toBeLessThan(MAX_FOLLOW_UPS);
      expect({ isTold, lines }).toEqual({ isTold: true, lines: [] });
    },
  );

  it('whose follow-ups Discord refuses loses nothing silently: the notice is kept, the error logged', async () => {
    const { isTold, lines } = await use({ by: 'update', isSlow: true, fails: true }, false);
    expect(isTold).toBe(false);
    expect(lines.map(({ msg }) => msg)).toEqual([
      'interaction response not sent',
      'notice of refused direct messages not sent',
    ]);
  });
});
