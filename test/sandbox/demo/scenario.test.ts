import {
  Client,
  DiscordAPIError,
  GatewayIntentBits,
  type Interaction,
  ApplicationCommandOptionType as Option,
  RESTJSONErrorCodes,
} from 'discord.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeRequest } from '#src/discord/rest/request.ts';
import { createScenario, type Scenario, subscribe } from '../../../sandbox/demo/scenario.ts';
import { type LocalDiscord, startLocalDiscord } from '../../../sandbox/discord/local-discord.ts';
import { startMarketplace } from '../../../sandbox/marketplace/marketplace.ts';

/** Short, so that a bot that does not respond does not delay the test. */
const ACKNOWLEDGE_WITHIN_MS = 60;
const ALERTS = {
  name: 'alerts',
  description: 'Alerts',
  options: [
    {
      type: Option.Subcommand,
      name: 'add',
      description: 'Adds one',
      options: [
        { type: Option.Channel, name: 'channel', description: 'Where' },
        { type: Option.String, name: 'collection', description: 'Which' },
      ],
    },
  ],
} as const;

let stack: AsyncDisposableStack;
let discord: LocalDiscord;
let scenario: Scenario;
/** Channels of the drafts that were confirmed. */
let confirmed: string[];

/** A slow bot: it does not respond to the first few commands and button presses. */
async function startSlowBot(silence: { commands: number; presses: number }): Promise<void> {
  const client = new Client({
    intents: [GatewayIntentBits.Guilds],
    rest: { api: discord.apiUrl, makeRequest },
  });
  stack.defer(() => client.destroy());
  async function answer(interaction: Interaction): Promise<void> {
    if (interaction.isChatInputCommand()) {
      silence.commands -= 1;
      if (silence.commands >= 0) return;
      const customId = interaction.options.getChannel('channel')?.id ?? '';
      const button = { type: 2, style: 1, customId, label: 'Confirm' } as const;
      await interaction.reply({ content: 'A draft', components: [{ type: 1, components: [button] }] });
    } else if (interaction.isButton()) {
      silence.presses -= 1;
      if (silence.presses >= 0) return;
      confirmed.push(interaction.customId);
      await interaction.update({ content: 'Set up', components: [] });
    }
  }
  client.on('interactionCreate', (interaction) => {
    answer(interaction).catch((error: unknown) => {
      // On a busy machine an answer may be late; then the set-up asks again.
      if (error instanceof DiscordAPIError && error.code === RESTJSONErrorCodes.UnknownInteraction) return;
      throw error;
    });
  });
  await client.login(scenario.token);
  await client.application?.commands.set([ALERTS]);
}

beforeEach(async () => {
  stack = new AsyncDisposableStack();
  confirmed = [];
  const marketplace = stack.use(await startMarketplace({ salesPerMinute: 0, startPaused: true }));
  discord = stack.use(
    await startLocalDiscord({ rateLimits: false, acknowledgeWithinMs: ACKNOWLEDGE_WITHIN_MS }),
  );
  scenario = createScenario(discord, marketplace);
});
afterEach(() => stack.disposeAsync());

describe('the demo’s set-up with a bot that is starved of CPU time', () => {
  it.each([
    ['commands', { commands: 5, presses: 0 }],
    ['presses of Confirm', { commands: 0, presses: 4 }],
    ['both', { commands: 4, presses: 4 }],
  ])('asks again after %s that it did not answer in time', async (_what, silence) => {
    await startSlowBot({ ...silence });

    const replies = await subscribe(discord, scenario);

    expect(replies.map(({ message }) => message?.content)).toEqual(scenario.ruleSetups.map(() => 'Set up'));
    expect(new Set(confirmed)).toEqual(new Set(scenario.ruleSetups.map(({ channelId }) => channelId)));
  });

  it('names the command when the bot never responds', async () => {
    await startSlowBot({ commands: Number.POSITIVE_INFINITY, presses: 0 });

    await expect(subscribe(discord, scenario, { withinMs: 300 })).rejects.toThrow(
      /alerts add got no answer: did-not-respond/,
    );
  });
});
