/** The environment variables of a process to be started. */
export type Variables = Readonly<Record<string, string | undefined>>;

/** Next.js declares NODE_ENV as present in every environment, which holds in its own processes only. */
export function asProcessEnv(variables: Variables): NodeJS.ProcessEnv {
  return variables as NodeJS.ProcessEnv;
}
