import { REST } from 'discord.js';
import { expect, it } from 'vitest';
import { createResponses, type InteractionResponses } from '#src/discord/interactions/responses.ts';

const IDS = { id: '1', token: 'token', applicationId: '2' };
const ANSWER = { content: '<@3> <@&4> @everyone' };

/** The content of every request of these responses. */
async function sent(respond: (responses: InteractionResponses) => Promise<void>): Promise<unknown[]> {
  const bodies: unknown[] = [];
  const rest = new REST({
    async makeRequest(_url, { body }) {
      if (typeof body !== 'string') throw new TypeError('The body is no JSON.');
      const parsed: unknown = JSON.parse(body);
      bodies.push(parsed !== null && typeof parsed === 'object' && 'data' in parsed ? parsed.data : parsed);
      return new Response(null, { status: 204 });
    },
  }).setToken('bot');
  await respond(createResponses(rest, IDS));
  return bodies;
}

it.each<readonly [string, (responses: InteractionResponses) => Promise<void>]>([
  ['an answer', (responses) => responses.reply(ANSWER)],
  ['an answer to one person', (responses) => responses.reply(ANSWER, { isEphemeral: true })],
  ['an edit', (responses) => responses.editReply(ANSWER)],
  ['an edit of parts', (responses) => responses.editParts(ANSWER)],
  ['an update of a message', (responses) => responses.update(ANSWER)],
  ['a further message', (responses) => responses.followUp(ANSWER)],
])('%s mentions nobody, whatever its text is', async (_, respond) => {
  expect(await sent(respond)).toEqual([
    expect.objectContaining({ content: ANSWER.content, allowed_mentions: { parse: [] } }),
  ]);
});
