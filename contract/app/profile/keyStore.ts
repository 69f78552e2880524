import { z } from 'zod'

/** The key store of this computer: its kind, its display name, and the reason if keys are kept in memory. */
export const keyStoreState = z.object({
  kind: z.enum(['keychain', 'memory']),
  /** "macOS Keychain", "Windows Credential Manager", "GNOME Keyring", …, "memory of this app". */
  name: z.string(),
  /** The part of the key store that is missing; `null` if it works. */
  reason: z
    .enum([
      'turned_off',
      'no_library',
      'no_bus',
      'bus_hangs',
      'no_provider',
      'no_collection',
      'locked',
      'denied',
      'timed_out',
      'failed',
    ])
    .nullable(),
})
export type KeyStoreState = z.infer<typeof keyStoreState>

/** Where a profile's key was saved, from the app's own records. Asking the key store could raise a prompt. */
export const keyLocation = z.enum(['keychain', 'memory', 'none'])
export type KeyLocation = z.infer<typeof keyLocation>

/** Where to save a new key: in the system's key store, or in memory until the app closes. */
export const newKeyLocation = z.enum(['keychain', 'memory']).default('keychain')

/** A project key as typed or pasted. Removes white space, quotes and a copied header name. */
export const projectKey = z
  .string()
  .transform((text) => stripQuotes(stripQuotes(text).replace(/^["'`]?PROJECT[-_]KEY["'`]?\s*[:=]\s*/i, '')))
  .pipe(
    z
      .string()
      .min(1, 'Enter the project key.')
      .max(1_000, 'This is too long for a project key.')
      .regex(/^[\x21-\x7e]+$/, 'A project key has only letters, digits and symbols. Copy it again.'),
  )

function stripQuotes(text: string): string {
  return text
    .trim()
    .replace(/^(["'`])((?:(?!\1).)*)\1[,;]?$/s, '$2')
    .trim()
}
