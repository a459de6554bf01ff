import { z } from 'zod';
import { wireRefusal } from '../discord/wire.ts';
import type { Answer } from '../http-request.ts';

// The parts of Discord's answers that the probes read.

const wireMessage = z.object({
  id: z.string(),
  content: z.string().default(''),
  flags: z.number().default(0),
  embeds: z.array(z.looseObject({ title: z.string().optional() })).default([]),
});

export type WireMessage = z.infer<typeof wireMessage>;

const wireIdentified = z.object({ id: z.string() });

/** Returns the message of a successful answer; `null` if there is none. */
export function readMessage({ status, body }: Answer): WireMessage | null {
  return status === 200 ? (wireMessage.safeParse(body).data ?? null) : null;
}

/** Returns the messages of a list; `null` if the answer has none. */
export function readMessages({ status, body }: Answer): readonly WireMessage[] | null {
  return status === 200 ? (z.array(wireMessage).safeParse(body).data ?? null) : null;
}

/** Returns the id of what was created; `null` if nothing was. */
export function readCreatedId({ status, body }: Answer): string | null {
  return status === 200 || status === 201 ? (wireIdentified.safeParse(body).data?.id ?? null) : null;
}

/** Returns Discord's JSON error code; 0 without one. */
export const codeOf = ({ body }: Answer): number => wireRefusal.safeParse(body).data?.code ?? 0;

/** Describes an answer without its body, such as `status 400 with code 50035`. */
export function describeAnswer(answer: Answer): string {
  const code = answer.status >= 400 ? codeOf(answer) : 0;
  return code === 0 ? `status ${answer.status}` : `status ${answer.status} with code ${code}`;
}
