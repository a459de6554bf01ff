import type {
  Account,
  AccountAction,
  AutocompleteBody,
  Choice,
  Command,
  CommandBody,
  Control,
  ControlAction,
  MessageCommandBody,
  Outcome,
  PageEvent,
  PressBody,
  SelectBody,
  ShownMessage,
  SubmitBody,
  World,
} from '../contract.ts';

/**
 * The page's server, by the contract. Every method rejects when the server cannot be reached or answers with an
 * error.
 */
export interface Api {
  /** The world of a user, or of the first one. */
  world(as?: string): Promise<World>;
  /** The last messages of a channel, or those before a given one. */
  messages(as: string, channel: string, before?: string): Promise<readonly ShownMessage[]>;
  commands(as: string, channel: string): Promise<readonly Command[]>;
  messageCommands(as: string, channel: string): Promise<readonly Command[]>;
  command(body: CommandBody): Promise<Outcome>;
  messageCommand(body: MessageCommandBody): Promise<Outcome>;
  autocomplete(body: AutocompleteBody): Promise<readonly Choice[]>;
  press(body: PressBody): Promise<Outcome>;
  select(body: SelectBody): Promise<Outcome>;
  submit(body: SubmitBody): Promise<Outcome>;
  account(action: AccountAction): Promise<Account>;
  /** `null` where there is no panel. */
  control(): Promise<Control | null>;
  steer(action: ControlAction): Promise<Control>;
  /**
   * Subscribes to events from now on; `state` reports the connection, `ended` that it will not come back. The
   * returned function unsubscribes.
   */
  listen(
    as: string,
    hear: (event: PageEvent) => void,
    state: (connection: 'open' | 'lost' | 'ended') => void,
  ): () => void;
}

/** The server answered with an error; the message is the server's, where it sent one. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
}

async function answer<T>(response: Response): Promise<T> {
  const body: unknown = await response.json();
  if (response.ok) return body as T;
  const words = typeof body === 'object' && body !== null && 'error' in body ? body.error : null;
  throw new ApiError(typeof words === 'string' ? words : `The server answered ${response.status}.`);
}

function asked(path: string, query: Readonly<Record<string, string>>): string {
  return `/web/${path}?${new URLSearchParams(query).toString()}`;
}

async function get<T>(path: string, query: Readonly<Record<string, string>> = {}): Promise<T> {
  return answer<T>(await fetch(asked(path, query)));
}

async function post<T>(path: string, body: unknown): Promise<T> {
  const headers = { 'content-type': 'application/json' };
  return answer<T>(await fetch(`/web/${path}`, { method: 'POST', headers, body: JSON.stringify(body) }));
}

export function createApi(): Api {
  return {
    world: (as) => get('world', as === undefined ? {} : { as }),
    messages: (as, channel, before) =>
      get('messages', { as, channel, ...(before === undefined ? {} : { before }) }),
    commands: (as, channel) => get('commands', { as, channel }),
    messageCommands: (as, channel) => get('message-commands', { as, channel }),
    command: (body) => post('command', body),
    messageCommand: (body) => post('message-command', body),
    autocomplete: (body) => post('autocomplete', body),
    press: (body) => post('press', body),
    select: (body) => post('select', body),
    submit: (body) => post('submit', body),
    account: (action) => post('account', action),
    control: () => get('control'),
    steer: (action) => post('control', action),
    listen(as, hear, state) {
      const source = new EventSource(asked('events', { as }));
      source.addEventListener('open', () => state('open'));
      source.addEventListener('error', () =>
        state(source.readyState === EventSource.CLOSED ? 'ended' : 'lost'),
      );
      source.addEventListener('message', (event: MessageEvent<string>) =>
        hear(JSON.parse(event.data) as PageEvent),
      );
      return () => source.close();
    },
  };
}
