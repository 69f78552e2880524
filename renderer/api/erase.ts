import { useMutation } from '@tanstack/react-query'
import { eraseWord } from '../../contract/calls/erase.ts'
import { call } from './call.ts'
import { unwrapResult } from './problemError.ts'
import { clearPageStorage } from './token.ts'

/** Erases all app data on this computer. */
export function useEraseAll(startAnew: () => void) {
  return useMutation({
    mutationFn: () => unwrapResult(call('erase.all', { word: eraseWord })),
    onSuccess: startAnew,
  })
}

/** Reloads the window as if it were opened for the first time. */
export function reloadWindow(): void {
  clearPageStorage()
  history.replaceState(null, '', `${location.pathname}${location.search}#/`)
  location.reload()
}
