import { z } from 'zod'
import { maxOwnPathLength, ownPathError } from './ownPath.ts'
import { textCheck, textTypeError } from '../text/textSchema.ts'

/** The operation that says which own paths are free, below the prefix of the version. */
export const pathsCheckPath = '/paths/check'
/** Maximum number of paths per check. */
export const maxCheckedPaths = 1_000

/** Schema of the optional `path` of a create. Returns it in NFC. */
export const ownPathField = z
  .string(textTypeError)
  .check(textCheck(ownPathError))
  .overwrite((path) => path.normalize('NFC'))
  .describe(
    `An own path: at most ${maxOwnPathLength} letters, digits, hyphens, underscores, dots and tildes. Unique on its host without regard to case.`,
  )

const pathState = z.enum(['free', 'taken', 'refused'])
export type PathState = z.infer<typeof pathState>

/** The body of `POST /paths/check`. */
export const pathsCheckRequest = z.strictObject({
  paths: z
    .array(z.string('Must be a path.'), 'Must be a list of paths.')
    .min(1, 'Must have at least one path.')
    .max(maxCheckedPaths, `Must have at most ${maxCheckedPaths} paths.`),
})

/**
 * The response to `POST /paths/check`: one entry per path, in order. `reason` says why a path is refused. `opens_app`: whether
 * links with own paths open the app, which is a choice of the project; `null` without an app. `host`: the host of new links.
 */
export const pathsCheckResponse = z.object({
  opens_app: z.object({ ios: z.boolean(), android: z.boolean() }).nullable(),
  host: z.string().optional(),
  paths: z.array(z.object({ path: z.string(), state: pathState, reason: z.string().optional() })),
})
export type PathsCheck = z.infer<typeof pathsCheckResponse>
export type CheckedPath = PathsCheck['paths'][number]
