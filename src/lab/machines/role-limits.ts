import pg from 'pg';

/** What a pooler's role needs so that the fleet's processes, with their short lease, take its connections. */
const limits = {
  lock_timeout: '900ms',
  statement_timeout: '1200ms',
  idle_in_transaction_session_timeout: '1500ms',
};

/** The statements that give a role its limits in a database. */
export function limitRole(role: string, databaseUrl: string): string[] {
  const database = decodeURIComponent(new URL(databaseUrl).pathname.slice(1));
  const where = `${pg.escapeIdentifier(role)} IN DATABASE ${pg.escapeIdentifier(database)}`;
  return Object.entries(limits).map(([name, value]) => `ALTER ROLE ${where} SET ${name} = '${value}'`);
}
