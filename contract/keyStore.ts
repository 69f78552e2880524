import { z } from 'zod'

/** Where keys rest on this computer, by the name that its users know, and why it is only memory where it is. */
export const keyStoreState = z.object({
  kind: z.enum(['keychain', 'memory']),
  /** "macOS Keychain", "Windows Credential Manager", "GNOME Keyring", …, "memory of this app". */
  name: z.string(),
  /** Why there is no key store: which part is missing. `null` when there is one. */
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

/** Where one profile's key is, as the app remembers it; looking it up in the key store could raise a prompt. */
export const keyPlace = z.enum(['keychain', 'memory', 'none'])
export type KeyPlace = z.infer<typeof keyPlace>

/** Where a new key is to rest: in the system's key store, or only until the app is closed. */
export const newKeyPlace = z.enum(['keychain', 'memory']).default('keychain')

/** A project key as it is typed or pasted: white space, quotes and a header name that came along are cut off. */
export const projectKey = z
  .string()
  .transform((text) => stripQuotes(stripQuotes(text).replace(/^["'`]?PROJECT[-_]KEY["'`]?\s*[:=]\s*/i, '')))
  .pipe(
    z
      .string()
      .min(1, 'Enter the project key.')
      .max(1_000, 'A project key is not this long.')
      .regex(/^[\x21-\x7e]+$/, 'A project key has only letters, digits and signs. Copy it again.'),
  )

function stripQuotes(text: string): string {
  return text
    .trim()
    .replace(/^(["'`])((?:(?!\1).)*)\1[,;]?$/s, '$2')
    .trim()
}
