import { useEffect } from 'react'
import type { AppState } from '../../contract/calls/app.ts'
import type { Environment } from '../../contract/headers.ts'
import { contextKeyOf, otherEnvironment } from './contextKeys.ts'
import type { Current } from '../session/currentProfile.ts'

/** Switches by one keystroke, except while something is typed or a dialog is open. */
export function useContextKeys(
  { profiles }: AppState,
  { profile, environment }: Current,
  switchTo: (id: string, environment: Environment) => void,
): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const asked = contextKeyOf(event)
      if (!asked || event.repeat || isBusyAt(event.target)) return
      const target = asked === 'environment' ? profile : profiles[asked.profileAt]
      if (!target) return
      event.preventDefault()
      switchTo(target.id, asked === 'environment' ? otherEnvironment(environment) : environment)
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [profiles, profile, environment, switchTo])
}

const typing =
  'textarea, select, [contenteditable="true"], input:not([type="radio"], [type="checkbox"], [type="button"])'

function isBusyAt(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(`${typing}, [role="dialog"]`) !== null
}
