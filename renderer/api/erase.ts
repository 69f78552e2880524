import { useMutation } from '@tanstack/react-query'
import { eraseWord } from '../../contract/calls/erase.ts'
import { call } from './call.ts'
import { unwrapResult } from './problemError.ts'
import { clearPageStorage } from './token.ts'

/** Erases everything that the app keeps on this computer. */
export function useEraseAll(startAnew: () => void) {
  return useMutation({
    mutationFn: () => unwrapResult(call('app.eraseAll', { word: eraseWord })),
    onSuccess: startAnew,
  })
}

/** Opens the window as if for the first time. */
export function reloadWindow(): void {
  clearPageStorage()
  history.replaceState(null, '', `${location.pathname}${location.search}#/`)
  location.reload()
}
