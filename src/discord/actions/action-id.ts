import { z } from 'zod';

/** What the custom id of a button, menu or form holds where it does something. */
export interface ActionId {
  readonly name: string;
  /** Discord user id of the one for whom it was made. */
  readonly asker: string;
  /** At most 50 characters without a dot. */
  readonly argument: string;
}

const PREFIX = 'do';
const SEPARATOR = '.';

const actionId = z.tuple([
  z.literal(PREFIX),
  z.string().regex(/^[a-z-]{1,24}$/),
  z.string().regex(/^\d{15,20}$/),
  z.string().regex(/^[^.]{0,50}$/),
]);

/** At most 100 characters, as Discord wants it. */
export function writeActionId({ name, asker, argument }: ActionId): string {
  return actionId.parse([PREFIX, name, asker, argument]).join(SEPARATOR);
}

/** `null` for what is not the id of an action. */
export function readActionId(customId: string): ActionId | null {
  const parsed = actionId.safeParse(customId.split(SEPARATOR));
  if (!parsed.success) return null;
  const [, name, asker, argument] = parsed.data;
  return { name, asker, argument };
}
