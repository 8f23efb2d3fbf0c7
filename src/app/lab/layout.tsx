import type { ReactNode } from 'react';
import { LabNavigation } from '@/ui/lab/lab-navigation';

export default function Layout({ children }: { readonly children: ReactNode }) {
  return (
    <>
      <LabNavigation />
      {children}
    </>
  );
}
