import { z } from 'zod';
import {
  type AccountAction,
  type AutocompleteBody,
  CAUSES,
  type CommandBody,
  type ControlAction,
  FAULT_SWITCHES,
  type MessageCommandBody,
  NODE_DEEDS,
  NODE_LINKS,
  type PressBody,
  type SelectBody,
  type SubmitBody,
} from './contract.ts';

/** An invalid request; the message is a sentence for the sender. */
export class RequestError extends Error {
  override readonly name = 'RequestError';
  readonly status: 400 | 404 | 409;

  constructor(status: 400 | 404 | 409, message: string) {
    super(message);
    this.status = status;
  }
}

const id = z.string().regex(/^\d{1,20}$/, 'is an id, of digits');
const text = z.string().max(6_000);
/** Above 10 MiB, so that Discord's own limit produces the error message. */
const MAX_BASE64_LENGTH = 16 * 1024 * 1024;
const file = z.strictObject({
  name: z.string().min(1).max(260),
  contentType: z.string().max(200),
  base64: z.base64().max(MAX_BASE64_LENGTH),
});
const place = { as: id, channel: id };

export const commandBody = z.strictObject({
  ...place,
  name: z.string().min(1).max(100),
  options: z.record(z.string(), z.union([text, z.number(), z.boolean()])),
  files: z.record(z.string(), file).exactOptional(),
}) satisfies z.ZodType<CommandBody>;

export const autocompleteBody = commandBody.extend({
  focused: z.string().min(1),
}) satisfies z.ZodType<AutocompleteBody>;

export const messageCommandBody = z.strictObject({
  ...place,
  message: id,
  name: z.string().min(1).max(100),
}) satisfies z.ZodType<MessageCommandBody>;

export const accountAction = z.discriminatedUnion('do', [
  z.strictObject({
    do: z.enum(['accept-direct-messages', 'have-application']),
    as: id,
    on: z.boolean(),
  }),
  z.strictObject({ do: z.literal('write-to-bot'), as: id }),
]) satisfies z.ZodType<AccountAction>;

export const pressBody = z.strictObject({
  ...place,
  message: id,
  customId: z.string().min(1).max(100),
}) satisfies z.ZodType<PressBody>;

export const selectBody = pressBody.extend({
  values: z.array(z.string()).max(25),
}) satisfies z.ZodType<SelectBody>;

export const submitBody = z.strictObject({
  ...place,
  modal: z.strictObject({
    customId: z.string(),
    title: z.string(),
    components: z.array(z.unknown()),
    applicationId: id,
    messageId: id.nullable(),
  }),
  values: z.record(z.string(), z.union([text, z.array(z.string()).max(25)])),
}) satisfies z.ZodType<SubmitBody>;

const channel = id.exactOptional();
const inView = z.array(id).max(100).exactOptional();

const nodeName = z.string().min(1).max(20);

export const controlAction = z.discriminatedUnion('do', [
  z.strictObject({ do: z.enum(['pause', 'resume']) }),
  z.strictObject({ do: z.literal('speed'), speed: z.number().positive().max(100_000) }),
  z.strictObject({ do: z.literal('cause'), cause: z.enum(CAUSES), channel, inView, as: id.exactOptional() }),
  z.strictObject({ do: z.literal('node'), node: nodeName, deed: z.enum(NODE_DEEDS) }),
  z.strictObject({ do: z.literal('link'), node: nodeName, link: z.enum(NODE_LINKS), isCut: z.boolean() }),
  z.strictObject({ do: z.literal('restart-postgres') }),
  z.strictObject({ do: z.literal('fault'), fault: z.enum(FAULT_SWITCHES), on: z.boolean(), channel }),
]) satisfies z.ZodType<ControlAction>;

/**
 * Reads a request's body.
 * @throws RequestError with the problem
 */
export async function readBody<T>(request: Request, schema: z.ZodType<T>): Promise<T> {
  if (!/^application\/json\b/i.test(request.headers.get('content-type') ?? ''))
    throw new RequestError(400, 'The body has to be JSON, with that content type.');
  const given: unknown = await request.json().catch(() => {
    throw new RequestError(400, 'The body is not JSON.');
  });
  const result = schema.safeParse(given);
  if (!result.success) throw new RequestError(400, z.prettifyError(result.error));
  return result.data;
}

/**
 * Reads an id of a query.
 * @throws RequestError where it is missing or invalid
 */
export function readId(name: string, value: string | undefined): string {
  const result = id.safeParse(value);
  if (!result.success) throw new RequestError(400, `The query needs "${name}", which is an id, of digits.`);
  return result.data;
}
