'use client';
import Link from 'next/link';
import { usePathname } from 'next/navigation';

const pages = [
  { href: '/lab', name: 'Live' },
  { href: '/lab/three-ways', name: 'Three ways' },
  { href: '/lab/wires', name: 'Wires' },
  { href: '/lab/learn', name: 'Learn' },
] as const;

/** The pages of the laboratory. */
export function LabNavigation() {
  const pathname = usePathname();
  return (
    <nav aria-label="Laboratory" className="-mx-1 flex flex-wrap gap-1 py-3 print:hidden">
      {pages.map(({ href, name }) => (
        <Link
          key={href}
          href={href}
          prefetch={false}
          aria-current={pathname === href ? 'page' : undefined}
          className="inline-flex min-h-11 items-center rounded-lg px-3 font-semibold hover:bg-sunken aria-[current=page]:bg-sunken aria-[current=page]:underline aria-[current=page]:decoration-2 aria-[current=page]:underline-offset-4"
        >
          {name}
        </Link>
      ))}
    </nav>
  );
}
