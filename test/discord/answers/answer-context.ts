import { expect } from 'vitest';
import { commands } from '#commands/index.ts';
import type { Dated } from '#src/chain/dated.ts';
import type { Answer } from '#src/discord/answer.ts';
import type { AnswerContext } from '#src/discord/answer-context.ts';
import { type Component, NO_INPUT } from '#src/discord/components/component.ts';
import { readCustomId } from '#src/discord/components/custom-id.ts';
import { componentsOf } from '#src/discord/components/registry.ts';
import type { Lookups } from '#src/discord/lookups/lookups.ts';
import type { CommandServices } from '#src/discord/services.ts';
import type { Page } from '#src/marketplace/pagination.ts';
import { validateMessage } from '../../../sandbox/discord/validation/message.ts';
import { flatErrors } from '../../sandbox/discord/validation/flat-errors.ts';
import { inMemoryServices, type TestData } from '../command-services.ts';
import { fullAccess } from '../full-access.ts';

const components = componentsOf(commands);

/** A screen by its id, with the values of its parameters. */
export interface NamedScreen {
  readonly at: string;
  readonly [parameter: string]: unknown;
}

/** What a button to this screen answers. */
export async function answerScreen({ at, ...values }: NamedScreen, context: AnswerContext): Promise<Answer> {
  const screen = components.byId.get(at);
  const texts = screen?.parameters.map(([name, field]) => field.write(values[name])) ?? [];
  const run = screen?.bind(texts)?.run ?? null;
  if (run === null) throw new Error(`There is no screen ${at} with ${JSON.stringify(values)}.`);
  return run(context, NO_INPUT);
}

const isShown = ({ owner, bind }: Component, texts: readonly string[]): boolean =>
  owner !== 'asker' && bind(texts) !== null;

/** The screen in a custom id. */
function screenIn(customId: string): NamedScreen | null {
  const found = readCustomId(customId);
  const screen = found === null ? undefined : components.byId.get(found.destination.id);
  if (found === null || screen === undefined || !isShown(screen, found.destination.texts)) return null;
  const values = screen.parameters.map(([name, field], position) => [
    name,
    field.read(found.destination.texts[position] ?? ''),
  ]);
  return { at: found.destination.id, ...Object.fromEntries(values) };
}

/** Whether everybody gets an answer of their own. */
export function isReply(id: string): boolean {
  return components.byId.get(id)?.owner === 'nobody';
}

/** User id of the requester. */
const REQUESTER = '100000000000000001';

/** The context of a request, with the given marketplace data. */
export function answerContext(
  options: {
    readonly lookups?: Partial<Lookups>;
    readonly known?: Partial<TestData>;
    readonly mayManage?: boolean;
    readonly view?: CommandServices['view'];
    /** The marketplace's time, epoch ms. */
    readonly marketNow?: number;
  } = {},
): AnswerContext {
  const { services } = inMemoryServices(options.known);
  return {
    requester: REQUESTER,
    guildId: '200000000000000001',
    channelId: '300000000000000001',
    alertMessageId: null,
    mayManage: options.mayManage ?? false,
    mayManageServer: options.mayManage ?? false,
    memberAccess: fullAccess,
    collectionTabs: components.collectionTabs,
    services: {
      ...services,
      lookups: { ...services.lookups, ...options.lookups },
      view: options.view ?? services.view,
      marketNow: () => options.marketNow ?? 0,
    },
  };
}

/** A result that was just read. */
export function freshResult<T>(value: T): Dated<T> {
  return { value, asOf: 1_767_225_600_000, stale: false };
}

/** A stale result from before an outage. */
export function staleResult<T>(value: T): Dated<T> {
  return { value, asOf: 1_767_225_600_000, stale: true };
}

/** Answers a query with a page of a whole list, as a server does. */
export function pageFrom<T>(
  items: readonly T[],
  { page, limit }: { readonly page: number; readonly limit: number },
): Page<T> {
  const start = (page - 1) * limit;
  return {
    items: items.slice(start, start + limit),
    page,
    total: items.length,
    hasNext: start + limit < items.length,
    unreadable: 0,
  };
}

interface Shown {
  readonly title: string;
  readonly text: string;
  readonly footer: string;
  /** Labels of the buttons that can be pressed. */
  readonly buttons: readonly string[];
  /** Labels of the choices, by the menu's name. */
  readonly menus: Readonly<Record<string, readonly string[]>>;
}

/** The visible parts of an answer. */
export function renderAnswer(answer: Answer): Shown {
  const [embed] = answer.embeds ?? [];
  const components = (answer.components ?? []).flatMap((row) => row.components);
  return {
    title: embed?.title ?? '',
    text: embed?.description ?? answer.content ?? '',
    footer: embed?.footer?.text ?? '',
    buttons: components.flatMap((one) =>
      'label' in one && typeof one.label === 'string' && one.disabled !== true ? [one.label] : [],
    ),
    menus: Object.fromEntries(
      components.flatMap((one) =>
        'options' in one ? [[one.custom_id.replace('menu.', ''), one.options.map(({ label }) => label)]] : [],
      ),
    ),
  };
}

/** The screen that a button or choice of an answer opens. */
export function targetScreen(answer: Answer, label: string): NamedScreen {
  for (const component of (answer.components ?? []).flatMap((row) => row.components)) {
    if ('options' in component) {
      const choice = component.options.find((one) => one.label === label);
      const screen = choice === undefined ? null : screenIn(choice.value);
      if (screen !== null) return screen;
    } else if ('custom_id' in component && 'label' in component && component.label === label) {
      const screen = screenIn(component.custom_id);
      if (screen !== null) return screen;
    }
  }
  throw new Error(`Nothing called “${label}” leads anywhere.`);
}

/** Checks an answer against Discord's validation. */
export function expectAccepted(answer: Answer): void {
  expect(flatErrors(validateMessage(answer, { operation: 'create', fileNames: [] }))).toEqual([]);
}
