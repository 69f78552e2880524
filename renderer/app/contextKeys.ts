import { useWindowEvent } from '@mantine/hooks'
import type { AppState } from '../../contract/app/calls/app/app.ts'
import { otherEnvironment, type Environment } from '../../contract/service/api/headers.ts'
import type { Current } from '../session/currentProfile.ts'
import { isMac } from '../session/isMac.ts'
import { dialogSelector } from '../ui/isDialogOpen.ts'

/** What a shortcut switches to: the profile at an index of the list, or the other environment. */
export type ContextKey = { profileAt: number } | 'environment'

type KeyPress = Pick<KeyboardEvent, 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'code' | 'key'>

/**
 * Alt with a digit selects a profile, Alt+P switches the environment. On macOS, Alt changes the typed character, so the
 * physical key counts there.
 */
export function parseContextKey(event: KeyPress): ContextKey | null {
  if (!event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return null
  const digit = /^Digit([1-9])$/.exec(event.code)?.[1]
  if (digit) return { profileAt: Number(digit) - 1 }
  const letter = /^[a-z]$/i.test(event.key) ? event.key.toLowerCase() : event.code
  return letter === 'p' || letter === 'KeyP' ? 'environment' : null
}

/** Returns a shortcut as it is written on this computer. */
export function formatShortcut(key: string): string {
  return isMac() ? `⌥${key}` : `Alt ${key}`
}

/** Handles the switch shortcuts, except while a dialog is open, and in a field on a Mac, where they type a character. */
export function useContextKeys(
  { profiles }: AppState,
  { profile, environment }: Current,
  switchTo: (id: string, environment: Environment) => void,
): void {
  useWindowEvent('keydown', (event) => {
    const shortcut = parseContextKey(event)
    if (!shortcut || event.repeat || isTaken(event.target)) return
    const target = shortcut === 'environment' ? profile : profiles[shortcut.profileAt]
    if (!target) return
    event.preventDefault()
    switchTo(target.id, shortcut === 'environment' ? otherEnvironment(environment) : environment)
  })
}

function isTaken(target: EventTarget | null): boolean {
  return isMac() ? isTypingIn(target) : target instanceof Element && target.closest(dialogSelector) !== null
}

/** Selector for elements that accept typing. */
const typingSelector =
  'textarea, select, [contenteditable="true"], input:not([type="radio"], [type="checkbox"], [type="button"])'

/** Returns whether a key press goes to a field or a dialog. */
export function isTypingIn(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(`${typingSelector}, ${dialogSelector}`) !== null
}
