import path from 'node:path';
import { dataRoot, logRoot } from '../project';
import type { PostgresSettings } from './server';

export interface ClusterSettings extends PostgresSettings {
  readonly databaseName: string;
}

/** The demo's: its data stays over restarts. */
export const demoPostgres: ClusterSettings = {
  folder: path.join(dataRoot, 'postgres'),
  logFile: path.join(logRoot, 'postgres.log'),
  databaseName: 'doubletap',
};

/** The tests': as durable as the demo's, since what they are about is what survives. */
export const testPostgres: ClusterSettings = {
  folder: path.join(dataRoot, 'test-postgres'),
  logFile: path.join(logRoot, 'test-postgres.log'),
  databaseName: 'postgres',
};
