/** Puts the demo's catalogue and promo codes into a migrated database; running it again changes nothing. */
export async function seedDatabase(databaseUrl: string): Promise<void> {
  // Loaded late: it needs the generated client, which the set-up makes first.
  const { seed } = await import('../../prisma/seed');
  await seed(databaseUrl);
}
