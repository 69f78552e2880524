import { z } from 'zod'
import { environment } from '../../service/api/environment.ts'

/** A valid header value: visible ASCII only (RFC 9110 §5.5). */
const headerValue = z
  .string()
  .trim()
  .min(1, 'Enter the value that the service expects.')
  .max(100, 'Must be at most 100 characters long.')
  .regex(/^[\x21-\x7e]+$/, 'Can contain only letters, digits and symbols, without spaces.')

/** Profile colours, by their names in the window's palette. */
export const profileColor = z.enum([
  'blue',
  'teal',
  'green',
  'lime',
  'yellow',
  'orange',
  'red',
  'pink',
  'grape',
  'violet',
  'gray',
])
export type ProfileColor = z.infer<typeof profileColor>

/** Returns the first colour that no profile has. */
export function unusedColor(profiles: readonly { color: ProfileColor }[]): ProfileColor {
  const used = new Set(profiles.map(({ color }) => color))
  return profileColor.options.find((color) => !used.has(color)) ?? 'blue'
}

/** The data that a user enters to connect to a service. The key is stored separately. */
export const profileInput = z.object({
  name: z.string().trim().min(1, 'Enter a name.').max(60, 'Must be at most 60 characters long.'),
  baseUrl: z.string(),
  /** The link domains of this service (`links.example.com`), which match a pasted link to its profile. */
  linkHosts: z.array(z.string()).default([]),
  /** The value of the ENVIRONMENT header for each environment (specification 5). */
  environmentValues: z.record(environment, headerValue).default({
    production: 'production',
    development: 'development',
  }),
  /** If omitted, an existing profile keeps its colour and notes. */
  color: profileColor.optional(),
  notes: z.string().trim().max(2_000, 'Must be at most 2,000 characters long.').optional(),
  /**
   * Whether the project has an app that links can open. If omitted, an existing profile keeps its value; a new one gets
   * `true`.
   */
  hasApp: z.boolean().optional(),
})
export type ProfileInput = z.input<typeof profileInput>

/** A service and project that the app can use. `embedded` is the service on this computer. */
export const profile = profileInput.extend({
  id: z.string(),
  kind: z.enum(['embedded', 'remote']),
  linkHosts: z.array(z.string()),
  environmentValues: z.record(environment, z.string()),
  color: profileColor,
  notes: z.string(),
  hasApp: z.boolean(),
})
export type Profile = z.infer<typeof profile>
