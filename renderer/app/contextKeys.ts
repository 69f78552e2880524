import type { Environment } from '../../contract/headers.ts'

/** What a pressed key asks for: the profile at a place in the list, or the other environment. */
export type ContextKey = { profileAt: number } | 'environment'

type Pressed = Pick<KeyboardEvent, 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'code' | 'key'>

/**
 * Alt with a digit means that profile, Alt with P the other environment. On a Mac, Alt makes another character of a key,
 * so its place on the keyboard counts there.
 */
export function contextKeyOf(event: Pressed): ContextKey | null {
  if (!event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return null
  const digit = /^Digit([1-9])$/.exec(event.code)?.[1]
  if (digit) return { profileAt: Number(digit) - 1 }
  const letter = /^[a-z]$/i.test(event.key) ? event.key.toLowerCase() : event.code
  return letter === 'p' || letter === 'KeyP' ? 'environment' : null
}

export function otherEnvironment(environment: Environment): Environment {
  return environment === 'production' ? 'development' : 'production'
}

/** How the keys are written on this computer. */
export function keyName(key: string): string {
  return /Mac|iPhone|iPad/.test(navigator.userAgent) ? `⌥${key}` : `Alt ${key}`
}
