import { z } from 'zod'

/** Whether a service has our own defaults, which the redirect engine knows, or unknown ones. */
export const defaults = z.enum(['ours', 'unknown'])
export type Defaults = z.infer<typeof defaults>
