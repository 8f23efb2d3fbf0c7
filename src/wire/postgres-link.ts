import { connect, createServer } from 'node:net';
import type { Link } from './exchange';
import { listen, type OpenLink } from './link';
import { PostgresConnection } from './postgres-connection';
import type { Wire } from './wire';

/** Opens a link for PostgreSQL's protocol. Between the processes of one machine nothing is encrypted, and the wire says so. */
export function openPostgresLink(wire: Wire, link: Link): Promise<OpenLink> {
  const server = createServer({ noDelay: true }, (client) => {
    const onward = connect({ ...link.target, noDelay: true });
    new PostgresConnection(wire, link, client, onward);
  });
  return listen(server, link);
}
