import { jsonResponse, parseKeepingDigits } from '../http/json.ts';
import { corruptedRecord } from './fields.ts';
import { LIST_KEYS } from './lists.ts';
import { reshaped } from './pagination-shapes.ts';
import { isRecord } from './record.ts';
import type { FaultSpec } from './spec.ts';
import { respelled } from './spellings/index.ts';
import type { FaultStep } from './step.ts';

/**
 * A step that changes the body of a successful answer and keeps all digits; it does nothing where `wanted`
 * returns `undefined`.
 */
function onBody(
  wanted: (spec: FaultSpec) => boolean,
  change: (body: unknown, spec: FaultSpec) => unknown,
): FaultStep {
  return async ({ spec }, answer) => {
    const response = await answer();
    if (response.status !== 200 || !wanted(spec)) return response;
    return jsonResponse(change(parseKeepingDigits(await response.text()), spec));
  };
}

/** `spelling` */
export const spelling = onBody(
  (spec) => spec.spelling !== undefined,
  (body, { spelling }) => (spelling === undefined ? body : respelled(body, spelling)),
);

/** `pagination` */
export const pagination = onBody(
  (spec) => spec.pagination !== undefined,
  (body, { pagination }) => (pagination === undefined ? body : reshaped(body, pagination)),
);

/** `nulls`, `missing` and `wrongTypes`: in each record of a list, or in the single record of the answer. */
export const corruptedFields = onBody(
  ({ nulls, missing, wrongTypes }) => [nulls, missing, wrongTypes].some((fault) => fault !== undefined),
  (body, spec) => {
    const corruptEach = (list: readonly unknown[]): unknown =>
      list.map((record) => corruptedRecord(record, spec));
    if (Array.isArray(body)) return corruptEach(body);
    if (!isRecord(body)) return body;
    if (isRecord(body['user'])) return { ...body, user: corruptedRecord(body['user'], spec) };
    const lists = Object.entries(body).filter(
      ([key, value]) => LIST_KEYS.includes(key) && Array.isArray(value),
    );
    if (lists.length === 0) return corruptedRecord(body, spec);
    return {
      ...body,
      ...Object.fromEntries(
        lists.map(([key, list]) => [key, Array.isArray(list) ? corruptEach(list) : list]),
      ),
    };
  },
);
