import type { Migration } from './migration.ts';

/** An item of a version 2 payload in the form of version 3. @param item SQL of a JSON object */
const convertedItem = (item: string): string => `
  json_remove(
    json_set(${item},
      '$.currency', json_extract(${item}, '$.currency'),
      '$.priceContext', CASE json_type(${item}, '$.story')
        WHEN 'object' THEN
          json_set(json_extract(${item}, '$.story'), '$.last', json_extract(${item}, '$.story.last'))
        ELSE NULL END),
    '$.story')`;

/** Converts the payloads of versions 1 and 2, of which the earliest have no values for what was added later. */
const convertPayloads = (table: 'alerts' | 'topics'): string => `
UPDATE ${table} SET payload = json_set(payload, '$.alert.item', json(${convertedItem(`json_extract(payload, '$.alert.item')`)}))
 WHERE json_type(payload, '$.alert.item') = 'object';

UPDATE ${table} SET payload = json_set(payload, '$.alert.items', json((
         SELECT json_group_array(json(${convertedItem('json(one.value)')}) ORDER BY one.key)
           FROM json_each(payload, '$.alert.items') AS one)))
 WHERE json_type(payload, '$.alert.items') = 'array';

UPDATE ${table}
   SET payload = json_remove(
         json_set(payload,
           '$.alert.users', json_extract(payload, '$.alert.askers'),
           '$.alert.missing', json_extract(payload, '$.alert.missing')),
         '$.alert.askers')
 WHERE json_extract(payload, '$.alert.type') = 'notice';

UPDATE ${table}
   SET payload = json_remove(
         json_set(payload,
           '$.version', 3,
           '$.alert.kind', replace(json_extract(payload, '$.alert.type'), 'storm', 'repeat_trades'),
           '$.alert.topic', json_extract(payload, '$.alert.kind'),
           '$.alert.liveKey', json_extract(payload, '$.alert.topic')),
         '$.alert.type');
`;

/** Stored alerts name their kind, their topic and the key of their live message by these words (payload version 3). */
export const alertKinds: Migration = {
  name: '008-alert-kinds',
  sql: convertPayloads('alerts') + convertPayloads('topics'),
};
