/** The value of a cookie in a `Cookie` header, or undefined when the browser sent none of that name. */
export function readCookie(header: string | null, name: string): string | undefined {
  const pairs = (header ?? '').split(';').map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
}

/**
 * A `Set-Cookie` value. No script can read the cookie, no page of another site makes the browser send it along with more than
 * a link, and where the connection is encrypted it never travels over one that is not.
 */
export function writeCookie(name: string, value: string, lifetimeSeconds: number, isSecure: boolean): string {
  const attributes = ['Path=/', 'HttpOnly', 'SameSite=Lax', `Max-Age=${lifetimeSeconds}`];
  return [`${name}=${value}`, ...attributes, ...(isSecure ? ['Secure'] : [])].join('; ');
}
