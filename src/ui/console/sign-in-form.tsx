'use client';

import { type FormEvent, useState } from 'react';
import { Button } from '../primitives/button';
import { TextField } from '../primitives/field';
import { useSignIn } from './queries';

/** The door: the console's token, and the name that is written beside everything the operator does. */
export function SignInForm() {
  const { mutate, isPending, error } = useSignIn();
  const [token, setToken] = useState('');
  const [who, setWho] = useState('');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!isPending) mutate({ token, who });
  };
  return (
    <form onSubmit={submit} className="mx-auto grid max-w-md gap-4 py-10">
      <h1 className="text-3xl">Console</h1>
      <p className="text-muted">
        For operators of this shop. The token is its CONSOLE_TOKEN; the demo prints it where it is started.
      </p>
      <TextField
        id="who"
        label="Your name"
        hint="It is written beside everything you do."
        autoComplete="name"
        maxLength={60}
        value={who}
        onChange={({ target }) => setWho(target.value)}
      />
      <TextField
        id="token"
        type="password"
        label="Console token"
        autoComplete="current-password"
        value={token}
        onChange={({ target }) => setToken(target.value)}
        error={error?.message}
      />
      <Button type="submit" isBusy={isPending}>
        {isPending ? 'Signing in …' : 'Sign in'}
      </Button>
    </form>
  );
}
