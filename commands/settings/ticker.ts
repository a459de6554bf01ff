import { ApplicationCommandOptionType, ChannelType } from 'discord-api-types/v10';
import { NEEDED_FOR_TICKERS, permissionList } from '#src/discord/access/needed-permissions.ts';
import type { Answer } from '#src/discord/answer.ts';
import type { AnswerContext } from '#src/discord/answer-context.ts';
import type { Subcommand } from '#src/discord/command.ts';
import { UserError } from '#src/discord/user-error.ts';
import { collectionTitle } from '#src/discord/views/collection-heading.ts';
import { tickerProblemText } from '#src/discord/views/ticker.ts';
import { MAX_TICKERS, type Ticker } from '#src/store/model/ticker.ts';
import { collectionChoices, resolveCollection } from '../collection-option.ts';

const mention = (channelId: string): string => `<#${channelId}>`;

/** Lists the server's tickers in channels that the member can see, with what stops them. */
async function listTickers({ guildId, memberAccess, services }: AnswerContext): Promise<Answer> {
  const { store, channelAccess, view } = services;
  const { messages } = view;
  const { ticker: words } = messages;
  const visible: Ticker[] = [];
  for (const ticker of await store.tickers.ofGuild(guildId))
    if ((await memberAccess.accessTo(ticker.channelId)) !== 'hidden') visible.push(ticker);
  if (visible.length === 0) {
    const names = NEEDED_FOR_TICKERS.map(({ name }) => name);
    return { content: words.none(permissionList(names, messages)) };
  }
  const lines = visible.flatMap(({ channelId, collection, stopped }) => [
    words.entry(mention(channelId), collectionTitle(collection, view)),
    ...(stopped === null
      ? []
      : [`-# ⚠ ${tickerProblemText(stopped.code, channelAccess.missingForTicker(channelId), messages)}`]),
  ]);
  return { content: [words.title, ...lines, words.limit].join('\n') };
}

/** @throws UserError unless the member and the bot may rename the channel */
async function requireRenames(
  channelId: string,
  { memberAccess, services }: Pick<AnswerContext, 'memberAccess' | 'services'>,
): Promise<void> {
  const access = await memberAccess.accessTo(channelId);
  if (access === 'hidden' || access === 'unknown') throw new UserError(({ ticker }) => ticker.noSuchChannel);
  if (!memberAccess.mayManageChannel(channelId))
    throw new UserError(({ ticker }) => ticker.memberMayNotRename(mention(channelId)));
  const missing =
    services.channelAccess.missingForTicker(channelId) ?? NEEDED_FOR_TICKERS.map(({ name }) => name);
  if (missing.length > 0)
    throw new UserError((messages) =>
      messages.ticker.botMayNotRename(mention(channelId), permissionList(missing, messages)),
    );
}

async function turnOff(channelId: string, { guildId, services }: AnswerContext): Promise<Answer> {
  const wasOn = await services.store.tickers.remove(guildId, channelId);
  if (!wasOn) throw new UserError(({ ticker }) => ticker.noSuchTicker(mention(channelId)));
  return { content: services.view.messages.ticker.removed(mention(channelId)) };
}

/** `/settings ticker`: shows the floor of a collection in the name of a voice channel. */
export const ticker: Subcommand = {
  name: 'ticker',
  definition: ({ ticker: words }) => ({
    description: words.description,
    options: [
      {
        type: ApplicationCommandOptionType.Channel,
        name: 'channel',
        description: words.channelOption,
        channel_types: [ChannelType.GuildVoice],
      },
      {
        type: ApplicationCommandOptionType.String,
        name: 'collection',
        description: words.collectionOption,
        autocomplete: true,
        max_length: 200,
      },
      {
        type: ApplicationCommandOptionType.Boolean,
        name: 'off',
        description: words.offOption,
      },
    ],
  }),
  example: 'channel:Floor collection:Lantern Foxes',
  answerTo: 'asker',
  requires: 'manage-alerts',
  async execute({ options }, context) {
    const { guildId, requester, services } = context;
    const channelId = options.getChannel('channel')?.id ?? null;
    const typed = options.getString('collection');
    const isOff = options.getBoolean('off') === true;
    if (channelId === null) {
      if (typed === null && !isOff) return listTickers(context);
      throw new UserError(({ ticker: words }) => words.chooseChannel);
    }
    if (isOff) return turnOff(channelId, context);
    if (typed === null) throw new UserError(({ ticker: words }) => words.chooseCollection);
    const { address: collection } = resolveCollection(typed, services);
    await requireRenames(channelId, context);
    const saved = await services.store.tickers.save({ guildId, channelId, collection, createdBy: requester });
    if (saved === 'full') throw new UserError(({ ticker: words }) => words.full(MAX_TICKERS));
    const { ticker: words } = services.view.messages;
    const name = collectionTitle(collection, services.view);
    return { content: `${words.saved(mention(channelId), name)}\n${words.limit}` };
  },
  autocomplete: (interaction, services) =>
    collectionChoices(interaction.options.getFocused().value, services),
};
