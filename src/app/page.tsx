import { listProducts } from '@/checkout/catalog';

export const dynamic = 'force-dynamic';

export default async function Page() {
  return (
    <ul>
      {(await listProducts()).map((p) => (
        <li key={p.id}>{p.name}</li>
      ))}
    </ul>
  );
}
