import type { EmbeddedPostgres } from '../../../sandbox/postgres/server.ts';
import { adminQuery } from './admin-query.ts';

/** Of nobody: made for these tests, for `db.example`, until 2126. */
const KEY = `
-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgLZlQjgt6V5YUSDjL
8OvA7lfc078QNQcbz6Oqwb/DofChRANCAARiW4oHwBLlTT3cKBVfqz3uXyjm2lt9
fIoUODUEjq/n3YiZ6UPCag4SJ41foA1rjCqdvaATsC9okqvaQuth7kfq
-----END PRIVATE KEY-----
`.trim();

/** What clients may check the key by: it signs itself. */
export const CERTIFICATE = `
-----BEGIN CERTIFICATE-----
MIIBgTCCASegAwIBAgIUacaXYaMB8Yv11+W/an+VwjRzxl4wCgYIKoZIzj0EAwIw
FTETMBEGA1UEAwwKZGIuZXhhbXBsZTAgFw0yNjExMjYwNzA0NDlaGA8yMTI2MTEw
MjA3MDQ0OVowFTETMBEGA1UEAwwKZGIuZXhhbXBsZTBZMBMGByqGSM49AgEGCCqG
SM49AwEHA0IABGJbigfAEuVNPdwoFV+rPe5fKObaW318ihQ4NQSOr+fdiJnpQ8Jq
DhInjV+gDWuMKp29oBOwL2iSq9pC62HuR+qjUzBRMB0GA1UdDgQWBBR6twOS190o
z30tC7/Izi5thLGiZjAfBgNVHSMEGDAWgBR6twOS190oz30tC7/Izi5thLGiZjAP
BgNVHRMBAf8EBTADAQH/MAoGCCqGSM49BAMCA0gAMEUCIQCLpp84oM4ZkU1idmpU
eYeX69cwd5ezvHOkxOid/wx6VAIgN/B/gVTq0LgQggU/7R47RMeCkffx84Xqi4nr
uqymsmQ=
-----END CERTIFICATE-----
`.trim();

/** Writes lines to a file of the server's own. */
const write = (file: string, text: string): string =>
  `copy (select unnest(string_to_array('${text}', e'\n'))) to program 'cat > ${file} && chmod 600 ${file}'`;

/** Lets a server offer TLS from the next connection on. */
export async function offerTls(server: EmbeddedPostgres): Promise<void> {
  const url = server.url('postgres');
  await adminQuery(url, write('server.key', KEY));
  await adminQuery(url, write('server.crt', CERTIFICATE));
  await adminQuery(url, 'alter system set ssl = on');
  await adminQuery(url, 'select pg_reload_conf()');
}
