import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'

/** Stands in for `vitest-browser-react` in the gallery. */
export function render(component: ReactNode): Promise<void> {
  const container = document.createElement('div')
  document.body.append(container)
  createRoot(container).render(component)
  return Promise.resolve()
}

export const cleanup = () => Promise.resolve()
