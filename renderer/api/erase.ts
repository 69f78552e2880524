import { clearPageStorage } from './token.ts'

/** Reloads the window as if it were opened for the first time. */
export function reloadWindow(): void {
  clearPageStorage()
  history.replaceState(null, '', `${location.pathname}${location.search}#/`)
  location.reload()
}
