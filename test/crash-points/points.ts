import type { DatabaseChoice } from '../../sandbox/postgres/own-database.ts';
import type { CommitName } from './commits.ts';
import { killInBackup } from './kill-in-backup.ts';
import { COMMIT_MOMENTS } from './watch-commits.ts';
import type { CrashWorld } from './world.ts';

/** A point at which the bot is killed. */
export interface KillPoint {
  readonly name: string;
  /** For points within the bot's process, which kills itself there (`bot-with-kill-points.ts`). */
  readonly inBot: string | null;
  /** Prepares it before the bot is started. Returns a function that undoes this. */
  readonly arrange: (world: CrashWorld, kill: () => void) => () => void;
  /** It counts when it happens to be reached; at the end it is planned for, if it never was. */
  readonly rare: boolean;
  /** Whether the bot reaches it so often that it may be killed at the second or third time. */
  readonly often: boolean;
}

type Arrange = KillPoint['arrange'];

const POSTING = { method: 'POST', route: '/channels/:channelId/messages' };
const EDITING = { method: 'PATCH', route: '/channels/:channelId/messages/:messageId' };
const PUBLISHING = { method: 'POST', route: '/channels/:channelId/messages/:messageId/crosspost' };
const READING = { method: 'GET', route: '/channels/:channelId/messages' };
const GETTING_COMMANDS = { method: 'GET', route: '/applications/:applicationId/commands' };
const REGISTERING = { method: 'PUT', route: '/applications/:applicationId/commands' };
const OPENING = { method: 'POST', route: '/users/@me/channels' };
const GETTING_GATEWAY = { method: 'GET', route: '/gateway/bot' };
type Endpoint = typeof POSTING;

const SHORT_LIMIT_MS = 400;
/** Discord posts a message that was in flight this long after the bot was killed. */
const LATE_MS = 3_000;
/** By then the response is on its way or has arrived. */
const JUST_AFTER_MS = 2;
/** Makes more than 500 deliveries, which are written in several transactions. */
const BURST = 60;

const nothing: Arrange = () => () => undefined;
const answerLost: Arrange = ({ discord }) =>
  discord.faults.add({ do: 'process-then-reset' }, { ...POSTING, times: 1 });
const limited: Arrange = ({ discord }) =>
  discord.faults.add({ do: 'rate-limit', retryAfterMs: SHORT_LIMIT_MS }, { ...POSTING, times: 1 });
const burst: Arrange = ({ marketplace }) => {
  const collection = marketplace.collections()[0]?.address;
  for (let sale = 0; sale < BURST; sale += 1) marketplace.cause.sale({ collection });
  return () => undefined;
};

const invited: Arrange = ({ invitations }) => {
  invitations.proceed();
  return () => undefined;
};

interface Commit {
  readonly name: CommitName;
  readonly arrange?: Arrange;
  readonly rare?: boolean;
  readonly often?: boolean;
}

/** The points at the commits of such a transaction. */
const pointsAt =
  (database: DatabaseChoice) =>
  ({ name, arrange = nothing, rare = false, often = false }: Commit): readonly KillPoint[] =>
    COMMIT_MOMENTS[database].map((moment) => ({
      name: `${moment} the commit of a ${name}`,
      inBot: `${moment} ${name}`,
      arrange,
      rare,
      often,
    }));

const onArrival =
  (endpoint: Endpoint, then: Parameters<CrashWorld['discord']['faults']['add']>[0]): Arrange =>
  ({ discord }, kill) =>
    discord.faults.add(then, {
      ...endpoint,
      times: 1,
      where: () => {
        kill();
        return true;
      },
    });

const onAnswer =
  (endpoint: Endpoint): Arrange =>
  ({ discord }, kill) =>
    discord.onRequest(({ method, route, delivered }) => {
      if (delivered && method === endpoint.method && route === endpoint.route)
        setTimeout(kill, JUST_AFTER_MS);
    });

/** In the same event loop iteration in which Discord posts it, so that no response is sent. */
const onAccepted =
  (kind: 'created' | 'edited'): Arrange =>
  ({ discord, scenario }, kill) =>
    discord.onMessage((change) => {
      const { authorId, visibleTo } = change.message;
      if (change.kind === kind && authorId === scenario.botId && visibleTo === null) kill();
    });

/** Discord returns no registered commands, so that the bot registers them. */
const unregistered =
  (arrange: Arrange): Arrange =>
  (world, kill) => {
    const ends = [
      world.discord.faults.add({ do: 'answer', status: 200, body: [] }, { ...GETTING_COMMANDS, times: 1 }),
      arrange(world, kill),
    ];
    return () => {
      for (const end of ends) end();
    };
  };

const online: Arrange = ({ discord }, kill) => {
  let over = false;
  // On PostgreSQL the next process goes on with the session of the killed one, unless Discord has forgotten it.
  discord.gateway.forgetSessions();
  const before = discord.gateway.identifies();
  const timer = setInterval(() => {
    if (!over && discord.gateway.identifies() > before) kill();
  }, 1);
  return () => {
    over = true;
    clearInterval(timer);
  };
};

const outside = (name: string, arrange: Arrange, rare = false): KillPoint => ({
  name,
  inBot: null,
  arrange,
  rare,
  often: false,
});

const COMMITS: readonly Commit[] = [
  { name: 'recovery' },
  { name: 'poll of the feed', often: true },
  { name: 'poll of the auctions' },
  { name: 'greeting', arrange: invited },
  { name: 'recap', rare: true },
  { name: 'reading of floors', rare: true },
  { name: 'further chunk of deliveries', arrange: burst },
  { name: 'begun post', often: true },
  { name: 'repeated try', often: true },
  { name: 'sent post', often: true },
  { name: 'ambiguous post', arrange: answerLost },
  { name: 'released post', arrange: limited },
  { name: 'marked summary' },
  { name: 'edited message', often: true },
  { name: 'published post', rare: true },
  { name: 'claimed opening', rare: true },
  { name: 'opened direct messages', rare: true },
  { name: 'refusal of a person', rare: true },
  { name: 'return of a person', rare: true },
  { name: 'silence', rare: true },
  { name: 'stopped channel', rare: true },
  { name: 'notice', rare: true },
  { name: 'reopened channel', rare: true },
];

const OUTSIDE: readonly KillPoint[] = [
  outside('as it asks for the gateway', onArrival(GETTING_GATEWAY, { do: 'hang' })),
  outside('as it identifies', online),
  outside('as it asks for its commands', onArrival(GETTING_COMMANDS, { do: 'hang' })),
  outside('as it registers its commands', unregistered(onArrival(REGISTERING, { do: 'hang' }))),
  outside('as its commands are registered', unregistered(onAnswer(REGISTERING))),
  outside('as a message arrives', onArrival(POSTING, { do: 'hang' })),
  outside('while a message is under way', onArrival(POSTING, { do: 'delay', beforeMs: LATE_MS })),
  outside('as a message is taken', onAccepted('created')),
  outside('as a message is answered', onAnswer(POSTING)),
  outside('as an edit arrives', onArrival(EDITING, { do: 'hang' })),
  outside('as an edit is taken', onAccepted('edited')),
  outside('as an edit is answered', onAnswer(EDITING)),
  outside('as it asks to open direct messages', onArrival(OPENING, { do: 'hang' }), true),
  outside('as direct messages are opened', onAnswer(OPENING), true),
  outside('as a publishing arrives', onArrival(PUBLISHING, { do: 'hang' }), true),
  outside('as a publishing is answered', onAnswer(PUBLISHING), true),
  outside('as it reads back', onArrival(READING, { do: 'hang' }), true),
  outside('as reading back is answered', onAnswer(READING), true),
];

/** `npm run backup` is for a file. */
const ON_A_FILE: readonly KillPoint[] = [outside('while a backup is made', killInBackup)];

/**
 * For a new database: kills at the commit of its migrations, which are one transaction. Only one of them may be after the commit
 * has left the process: there is no other one then.
 */
export const firstPoints = (database: DatabaseChoice): readonly KillPoint[] =>
  pointsAt(database)({ name: 'migration' }).slice(0, 2);

/** All others. */
export const pointsOf = (database: DatabaseChoice): readonly KillPoint[] => [
  ...COMMITS.flatMap(pointsAt(database)),
  ...OUTSIDE,
  ...(database === 'sqlite' ? ON_A_FILE : []),
];
