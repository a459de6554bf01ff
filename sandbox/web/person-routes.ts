import { Hono } from 'hono';
import { type LocalFile, type Person, type Reply, UnavailableActionError } from '../discord/local-discord.ts';
import type { CommandBody, Outcome } from './contract.ts';
import {
  autocompleteBody,
  commandBody,
  messageCommandBody,
  pressBody,
  RequestError,
  readBody,
  readId,
  selectBody,
  submitBody,
} from './requests.ts';
import { type PageSetting, personOf, shownMessage, visibleWorld } from './visible-world.ts';

/** The page size of Discord's client; earlier messages are loaded with `before`. */
const MAX_MESSAGES = 100;

function outcomeOf({ outcome, modal }: Reply): Outcome {
  if (outcome !== 'modal') return { outcome };
  if (modal === null) throw new Error('There is no such modal.');
  return { outcome, modal };
}

function ownFiles({ files = {} }: CommandBody): Record<string, LocalFile> {
  const own = Object.entries(files).map(([option, { name, contentType, base64 }]): [string, LocalFile] => [
    option,
    { name, contentType, content: Buffer.from(base64, 'base64') },
  ]);
  return Object.fromEntries(own);
}

async function ended(act: () => Promise<Reply>): Promise<Outcome> {
  try {
    return outcomeOf(await act());
  } catch (error) {
    if (error instanceof UnavailableActionError) return { outcome: 'refused', why: error.message };
    throw error;
  }
}

/** The routes for what users do and see. */
export function personRoutes(setting: PageSetting): Hono {
  const { discord, people } = setting;
  const acting = ({ as, channel }: { readonly as: string; readonly channel: string }): Person =>
    discord.person({ userId: personOf(people, as).id, channelId: channel });

  function looking(as: string | undefined, channel: string | undefined) {
    const { id } = personOf(people, readId('as', as));
    const view = discord.view(id);
    const channelId = readId('channel', channel);
    if (!view.canViewChannel(channelId)) throw new RequestError(404, 'This person sees no such channel.');
    return { view, channelId };
  }

  return new Hono()
    .get('/world', (context) => {
      const me = personOf(people, readId('as', context.req.query('as') ?? people[0]?.id));
      return context.json(visibleWorld(me, setting));
    })
    .get('/messages', (context) => {
      const { view, channelId } = looking(context.req.query('as'), context.req.query('channel'));
      const before = context.req.query('before');
      const messages = view.messages(channelId);
      const end = before === undefined ? messages.length : messages.findIndex(({ id }) => id === before);
      const shown = messages.slice(Math.max(0, end - MAX_MESSAGES), Math.max(0, end));
      return context.json(shown.map((message) => shownMessage(view, message)));
    })
    .get('/commands', (context) => {
      const { view, channelId } = looking(context.req.query('as'), context.req.query('channel'));
      return context.json(view.commands(channelId));
    })
    .get('/message-commands', (context) => {
      const { view, channelId } = looking(context.req.query('as'), context.req.query('channel'));
      return context.json(view.messageCommands(channelId));
    })
    .post('/message-command', async (context) => {
      const body = await readBody(context.req.raw, messageCommandBody);
      const person = acting(body);
      return context.json(await ended(() => person.messageCommand({ id: body.message }, body.name)));
    })
    .post('/command', async (context) => {
      const body = await readBody(context.req.raw, commandBody);
      const person = acting(body);
      return context.json(
        await ended(() => person.command(body.name, { ...body.options, ...ownFiles(body) })),
      );
    })
    .post('/autocomplete', async (context) => {
      const body = await readBody(context.req.raw, autocompleteBody);
      try {
        return context.json(await acting(body).autocomplete(body.name, body.options, body.focused));
      } catch (error) {
        if (error instanceof UnavailableActionError) throw new RequestError(409, error.message);
        throw error;
      }
    })
    .post('/press', async (context) => {
      const body = await readBody(context.req.raw, pressBody);
      const person = acting(body);
      return context.json(await ended(() => person.press({ id: body.message }, body.customId)));
    })
    .post('/select', async (context) => {
      const body = await readBody(context.req.raw, selectBody);
      const person = acting(body);
      return context.json(await ended(() => person.select({ id: body.message }, body.customId, body.values)));
    })
    .post('/submit', async (context) => {
      const body = await readBody(context.req.raw, submitBody);
      const person = acting(body);
      return context.json(await ended(() => person.submit(body.modal, body.values)));
    });
}
